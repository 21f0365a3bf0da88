import QuizSupport

extension QuestionFormat {
  /// The qa-repl JSON format.
  package static let json = QuestionFormat(
    name: "json", title: NativeJSONReader.formatName, extensions: ["json"], keeps: .everything,
    kinds: .all, document: .json, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("\"qa-repl\"") }],
    reader: NativeJSONReader(), writer: { survey, _ in NativeJSONWriter(survey.kinds) })
}

/// Reads the questions of the qa-repl JSON format one at a time, and passes on a backup's sections.
struct NativeJSONReader: QuestionReader {
  static let formatName = "qa-repl JSON"

  /// The members of a document that are not sections.
  private static let ownMembers: Set<String> = ["format", "version", "questions"]

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, maximumBytes: collector.maximumBytes)
        guard try isReadable(document, bytes, collector) else { return }
      } catch {
        return try collector.report(error, in: bytes)
      }
      let sections = document.members.filter { !Self.ownMembers.contains($0.name) }.map {
        BackupDocument.Section(name: $0.name, json: Array(bytes[$0.range]), line: $0.line)
      }
      let unknown = sections.map(\.name).filter { collector.sectionNames?.contains($0) == false }
      if !unknown.isEmpty { collector.report(.fieldsIgnored(unknown), line: document.line) }
      // The sections come first, so that a handler of the questions already knows the order of the
      // decks.
      let known = sections.filter { !unknown.contains($0.name) }
      collector.take(sections: known)
      for notes in known where notes.name == BackupDocument.notes {
        Self.bringBackPictures(of: notes, into: collector)
      }
      guard var elements = document.list("questions", in: bytes) else {
        return collector.report(.missingField("questions"), line: document.line)
      }
      var ignored: [String] = []
      while let value = try elements.next(in: collector) {
        let element = "questions[\(elements.count - 1)]"
        if let object = value.object {
          NativeJSONQuestion(object, line: elements.line, element: element, &ignored)
            .submit(to: collector)
        } else {
          collector.report(.wrongType(field: element, expected: "{ }"), line: nil, element: element)
        }
        try collector.advance(to: elements.position, of: bytes.count)
      }
      if !ignored.isEmpty { collector.report(.fieldsIgnored(ignored), line: document.line) }
    }
  }

  /// Brings in the pictures of notes, if the package has them. A note that cannot be read is
  /// reported where it is added.
  private static func bringBackPictures(
    of notes: BackupDocument.Section, into collector: QuestionCollector
  ) {
    guard let intake = collector.pictures else { return }
    let decoder = JSONTextDecoder(isForeign: true)
    notes.json.withUnsafeBytes { bytes in
      var elements: [Int] = []
      do throws(JSONFault) {
        try decoder.tape.read(bytes)
        elements = try decoder.tape.elements(at: 0)
      } catch {
        return
      }
      for (index, element) in elements.enumerated() {
        var attachments: [Attachment] = []
        do throws(JSONFault) {
          attachments =
            try decoder.decode(Illustrated.self, at: element).pictures?.attachments ?? []
        } catch {
          continue
        }
        for attachment in attachments {
          guard let refusal = intake.bringBack(attachment) else { continue }
          collector.report(
            .imageDropped(attachment.name, because: refusal), line: notes.line,
            element: "\(notes.name)[\(index + 1)]")
        }
      }
    }
  }

  /// The part of a note that is not in its own text.
  private struct Illustrated: Decodable { var pictures: Pictures? }

  /// Whether the `format` and `version` of a document can be read; otherwise reports why not.
  private func isReadable(
    _ document: JSONOutline, _ bytes: UnsafeRawBufferPointer, _ collector: QuestionCollector
  ) throws(JSONFault) -> Bool {
    guard try document.value("format", in: bytes)?.string == "qa-repl" else {
      collector.report(.notThisFormat(format: Self.formatName, .beginsOtherwise), line: 1)
      return false
    }
    guard let version = try document.value("version", in: bytes)?.integer else {
      collector.report(.missingField("version"), line: document.line)
      return false
    }
    // Reading and rewriting a newer file could lose fields that this version does not know.
    if version > BackupDocument.currentVersion {
      collector.report(
        .newerVersion(found: Int(version), known: BackupDocument.currentVersion),
        line: document.line)
      return false
    }
    return true
  }
}

/// Faults of backups and their records.
extension Fault {
  package static func fieldsIgnored(_ names: [String]) -> Fault {
    Fault(
      "fields-ignored", "fields not used: \(NameList.text(names, .english))",
      "使わない項目: \(NameList.text(names, .japanese))", level: .warning)
  }

}
