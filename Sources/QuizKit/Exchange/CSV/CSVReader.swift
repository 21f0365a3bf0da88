/// Reads tables of questions with an English or Japanese header or none, and Kahoot's tables.
struct CSVReader: QuestionReader {
  static let formatName = "CSV"

  /// The delimiter if the format determines it; `nil` to detect it.
  var delimiter: UInt8?

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let named = options.delimiter?.asciiValue ?? delimiter
      guard let delimiter = named ?? DelimiterGuess.guess(bytes) else {
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
      let table = CSVTable(RecordScanner(bytes, delimiter: delimiter), options, collector)
      try table.read(total: bytes.count)
    }
  }
}
