import QuizSupport

/// Reads the questions of the qa-repl JSON format one at a time, and passes on a backup's sections.
struct BackupReader: QuestionReader {
  static let formatName = "qa-repl JSON"

  /// The members of a document that are not sections.
  private static let ownMembers: Set<String> = ["format", "version", "questions"]

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    guard let document = try Self.document(source, collector) else { return }
    let sections = Self.sections(of: document, in: source)
    let unknown = sections.map(\.name).filter { collector.sectionNames?.contains($0) == false }
    if !unknown.isEmpty { collector.report(.fieldsIgnored(unknown), line: document.line) }
    // The sections come first, so that a handler of the questions already knows the order of the
    // decks.
    collector.take(sections: sections.filter { !unknown.contains($0.name) })
    try Self.readQuestions(of: document, in: source, into: collector)
  }

  /// Returns the document if its `format` and `version` can be read; otherwise reports why not.
  static func document(
    _ source: SourceText, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> JSONOutline? {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      do throws(JSONFault) {
        let document = try JSONOutline(bytes, longest: collector.longest)
        return try envelope(document, bytes, collector)
      } catch {
        try collector.report(error, in: bytes)
        return nil
      }
    }
  }

  private static func envelope(
    _ document: JSONOutline, _ bytes: UnsafeRawBufferPointer, _ collector: QuestionCollector
  ) throws(JSONFault) -> JSONOutline? {
    guard try document.value("format", in: bytes)?.string == "qa-repl" else {
      collector.report(.notThisFormat(format: formatName, .beginsOtherwise), line: 1)
      return nil
    }
    guard let version = try document.value("version", in: bytes)?.integer else {
      collector.report(.missingField("version"), line: document.line)
      return nil
    }
    // Reading and rewriting a newer file could lose fields that this version does not know.
    if version > BackupDocument.currentVersion {
      collector.report(
        .newerVersion(found: Int(version), known: BackupDocument.currentVersion),
        line: document.line)
      return nil
    }
    return document
  }

  /// All members except the questions.
  static func sections(
    of document: JSONOutline, in source: SourceText
  ) -> [BackupDocument.Section] {
    document.members.filter { !ownMembers.contains($0.name) }.map {
      BackupDocument.Section(name: $0.name, json: Array(source.bytes[$0.range]), line: $0.line)
    }
  }

  static func readQuestions(
    of document: JSONOutline, in source: SourceText, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      guard var elements = document.list("questions", in: bytes) else {
        return collector.report(.missingField("questions"), line: document.line)
      }
      var ignored: [String] = []
      while let value = try elements.next(in: collector) {
        let element = "questions[\(elements.count - 1)]"
        if let object = value.object {
          BackupQuestion(object, line: elements.line, element: element, &ignored)
            .submit(to: collector)
        } else {
          collector.report(.wrongType(field: element, expected: "{ }"), line: nil, element: element)
        }
        try collector.advance(to: elements.position, of: bytes.count)
      }
      if !ignored.isEmpty { collector.report(.fieldsIgnored(ignored), line: document.line) }
    }
  }
}
