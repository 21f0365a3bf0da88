/// Reads tables of questions: with a header in either language, without one, Kahoot's.
struct CSVReader: QuestionReader {
  static let formatName = "CSV"

  /// The delimiter that the format's name promises; `nil` to find out.
  var delimiter: UInt8?

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let named = options.delimiter?.asciiValue ?? delimiter
      guard let delimiter = named ?? DelimiterGuess.guess(bytes) else {
        // A quote that is never closed hides whatever parts the fields behind it.
        var scanner = RecordScanner(bytes, delimiter: UInt8(ascii: ","))
        for _ in 1...DelimiterGuess.recordCount {
          if case .end = scanner.next() { break }
          try intake.require(scanner.extent)
        }
        if !source.isBlank {
          intake.report(.notThisFormat(format: Self.formatName, .noColumns), line: 1)
        }
        return
      }
      let table = Table(RecordScanner(bytes, delimiter: delimiter), options, intake)
      try table.read(total: bytes.count)
    }
  }
}
