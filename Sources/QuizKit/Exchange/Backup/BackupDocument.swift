/// A document in the qa-repl JSON format: an export of questions, or a backup of a whole bank.
///
/// It is one object. `format` is `qa-repl`, `version` determines the fields, `questions` is a list,
/// and every other member is a section, such as the history. A section is kept as unparsed JSON, so
/// that this type need not know its records.
public struct BackupDocument: Hashable, Sendable {
  /// The version that is written, and the newest one that can be read. Version 1 had only questions
  /// with one right answer, and its answers had `selected` where they now have `response`. Version 3
  /// has questions of further kinds, and answers to them; see ``version(for:)``.
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

  /// Reads a document with its sections.
  ///
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - collector: Receives the questions and problems. The result contains the questions only if
  ///     the collector has no handler.
  /// - Returns: `nil` if the text is not such a document or is a newer version; the collector has
  ///   the problem.
  /// - Throws: ``ReadingCancelled`` after the collector's progress closure returned `false`.
  package static func read(
    _ source: SourceText, into collector: QuestionCollector
  ) throws(ReadingCancelled) -> BackupDocument? {
    guard let document = try BackupReader.document(source, collector) else { return nil }
    collector.take(sections: BackupReader.sections(of: document, in: source))
    try BackupReader.readQuestions(of: document, in: source, into: collector)
    return BackupDocument(questions: collector.questions, sections: collector.sections)
  }
}
