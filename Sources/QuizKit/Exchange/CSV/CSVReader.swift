/// Reads tables of questions with an English or Japanese header or none, and Kahoot's tables.
struct CSVReader: QuestionReader {
  static let formatName = "CSV"

  /// The delimiter if the format determines it; `nil` to detect it.
  var delimiter: UInt8?

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let first = SeparatorLine(bytes)
      let named = options.delimiter?.asciiValue ?? first?.separator ?? delimiter
      guard
        let delimiter = named ?? DelimiterGuess.ofCards(bytes, options)
          ?? DelimiterGuess.guess(bytes)
      else {
        // An unclosed quote may hide the delimiters after it. If so in a large file, it is reported
        // as too long.
        var scanner = RecordScanner(bytes, delimiter: UInt8(ascii: ","))
        for _ in 1...DelimiterGuess.recordCount {
          if case .end = scanner.next() { break }
          try collector.require(scanner.extent)
        }
        if !source.isBlank {
          collector.report(.notThisFormat(format: Self.formatName, .noColumns), line: 1)
        }
        return
      }
      let start = RecordScanner(
        bytes, delimiter: delimiter, from: first?.end ?? 0, line: first == nil ? 1 : 2)
      let table = CSVTable(start, options, collector)
      try table.read(total: bytes.count)
    }
  }
}

/// The line `sep=;` that Excel takes from the top of a table and never shows.
private struct SeparatorLine {
  let separator: UInt8
  /// Where the line after it begins.
  let end: Int

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let line = bytes.prefix(8).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count == 5, line.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    (separator, end) = (line[4], min(6, bytes.count))
  }
}
