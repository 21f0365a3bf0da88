import QuizSupport

extension QuestionFormat {
  /// The qa-repl JSON format.
  package static let json = QuestionFormat(
    name: "json", title: BackupReader.formatName, extensions: ["json"], keeps: .everything,
    kinds: .all, document: .json, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("\"qa-repl\"") }],
    reader: BackupReader(), writer: { survey, _ in BackupWriter(survey.kinds) })
}

/// A document in the qa-repl JSON format: an export of questions, or a backup of a whole bank.
///
/// It is one object. `format` is `qa-repl`, `version` determines the fields, `questions` is a list,
/// and every other member is a section, such as the history. A section is kept as unparsed JSON, so
/// that this type need not know its records.
public struct BackupDocument: Hashable, Sendable {
  /// The version that is written, and the newest one that can be read. Version 1 had only questions
  /// with one right answer, and its answers had `selected` where they now have `response`. Version
  /// 3 has questions of further kinds, and answers to them; see ``version(for:)``.
  package static let currentVersion = 3

  /// The version of a document with questions of these kinds, or with answers to such questions.
  /// Programs that do not know version 3 can read all documents that do not need it.
  package static func version(for kinds: Set<QuestionContent.Kind>) -> Int {
    kinds.contains(where: \.isNew) ? currentVersion : 2
  }

  /// The section with exams. Files that contain only exams are read as if they had this section,
  /// too.
  package static let exams = "exams"

  /// The questions in order, with their decks as categories.
  package var questions: [ParsedQuestion]

  /// The other members of the document, in order.
  package var sections: [Section]

  /// A member of the document other than the questions.
  public struct Section: Hashable, Sendable {
    /// The member's name, such as `history`.
    package var name: String
    /// One JSON value in UTF-8.
    package var json: [UInt8]
    /// The line on which the value began in its file, counted from 1.
    package var line: Int

    /// Creates a section. `json` must be one JSON value, as written by `JSONEncoder`.
    package init(name: String, json: [UInt8], line: Int = 1) {
      self.name = name
      self.json = json
      self.line = line
    }
  }

  /// Creates a document.
  package init(questions: [ParsedQuestion] = [], sections: [Section] = []) {
    self.questions = questions
    self.sections = sections
  }
}

/// Reads the questions of the qa-repl JSON format one at a time, and passes on a backup's sections.
struct BackupReader: QuestionReader {
  static let formatName = "qa-repl JSON"

  /// The members of a document that are not sections.
  private static let ownMembers: Set<String> = ["format", "version", "questions"]

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, longest: collector.longest)
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
      collector.take(sections: sections.filter { !unknown.contains($0.name) })
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

  package static func unreadableRecord(_ reason: Reason) -> Fault {
    Fault(
      "unreadable-record",
      "this record of the history cannot be read: \(reason.text(in: .english))",
      "履歴の記録を読めません（\(reason.text(in: .japanese))）")
  }

  package static let attemptMissing = Fault(
    "attempt-missing", "the quiz that it belongs to is not in the file", "元のクイズがファイルにありません")

  package static let noteWithoutSubject = Fault(
    "note-without-subject", "the deck or question of this note is not in the file",
    "このメモの問題集や質問がファイルにありません")
}
