import QuizSupport

extension QuestionFormat {
  /// Moodle's lossless export format.
  package static let moodleXML = QuestionFormat(
    name: "moodle-xml", title: MoodleXMLReader.formatName, extensions: ["xml"],
    keeps: .moodle, kinds: .all.subtracting([.card]), document: .xml, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("<quiz>") }],
    reader: MoodleXMLReader(), writer: { MoodleXMLWriter(encoding: $1.encoding) })
}

/// Reads Moodle's XML export, <https://docs.moodle.org/en/Moodle_XML_format>.
struct MoodleXMLReader: QuestionReader {
  static let formatName = "Moodle XML"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var scanner = MarkupScanner(bytes, longest: collector.longest)
      var category: String?
      while let element = try Self.next(&scanner, isFirst: scanner.position == 0, collector) {
        if element.name == "question" {
          if element.attributes["type"] == "category" {
            let path = MoodleCategory.name(FieldText.make(element.wrappedText("category")))
            category = path.isEmpty ? nil : path
          } else {
            var question = MoodleQuestion(element, category: category, collector)
            question.submit()
          }
        }
        try collector.advance(to: scanner.position, of: bytes.count)
      }
    }
  }

  /// Returns the next child of the root element; `nil` at the end or after reporting a fault.
  private static func next(
    _ scanner: inout MarkupScanner, isFirst: Bool, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> MarkupElement? {
    try collector.scan { () throws(MarkupScanner.Failure) in
      if isFirst {
        let root = try scanner.root()
        guard root.name == "quiz" else {
          collector.report(
            .notThisFormat(format: formatName, .outermost("<\(root.name)>")), line: root.line)
          return nil
        }
      }
      return try scanner.nextChild()
    }
  }
}
