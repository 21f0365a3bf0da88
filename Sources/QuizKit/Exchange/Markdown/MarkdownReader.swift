/// Reads question lists in Markdown, in several common dialects.
struct MarkdownReader: QuestionReader {
  static let formatName = "Markdown"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try read(FormatClues(source), options: options, into: collector)
  }

  func read(
    _ clues: FormatClues, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    guard let reading = clues.survey.reading(into: collector) else { return }
    try Self.read(clues.source, with: reading, into: collector)
  }

  /// Passes the lines to `reading` one by one, so that only one is in memory at a time.
  static func read(
    _ source: SourceText, with reading: any MarkdownReading, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var reading = reading
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() {
        if !lines.warnings.isEmpty {
          for (fault, line) in lines.takeWarnings() { collector.report(fault, line: line) }
        }
        reading.take(line)
        try collector.advance(throughLinesTo: lines.position, of: bytes.count)
      }
    }
    reading.finish()
  }
}

/// Reads one dialect line by line.
protocol MarkdownReading {
  mutating func take(_ line: MarkdownLine)
  /// Called at the end of the file; the last question may still be open.
  mutating func finish()
}
