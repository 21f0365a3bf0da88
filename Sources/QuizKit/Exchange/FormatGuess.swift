/// Tells the format of a file that nobody named: by extension first, by contents between rivals.
enum FormatGuess {
  /// The format, or `nil` if neither the name nor the text says it.
  static func format(of source: SourceText) -> QuestionFormat? {
    switch source.fileExtension {
    case "csv": .csv
    case "tsv", "tab": .tsv
    case "json": json(source)
    default: contents(of: source)
    }
  }

  /// What the text itself looks like, whatever the file is called.
  static func contents(of source: SourceText) -> QuestionFormat? {
    switch source.bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): json(source)
    case nil: nil
    default: source.bytes.withUnsafeBufferPointer { DelimiterGuess.guess($0) == nil ? nil : .csv }
    }
  }

  private static func json(_ source: SourceText) -> QuestionFormat? {
    .openTriviaDB
  }
}
