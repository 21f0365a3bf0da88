import QuizStore

/// A kind of record, identified by its name in all files: ``StoredRecord/entityName``.
package struct RecordKind: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension StoredRecord {
  /// The kind of the records.
  static var kind: RecordKind { RecordKind(rawValue: entityName) }
}

extension RecordKind {
  /// Decks.
  package static let deck = Deck.kind
  /// Questions.
  package static let question = Question.kind
  /// Exams.
  package static let exam = Exam.kind
  /// Notes.
  package static let note = StudyNote.kind
  /// Quizzes. When devices exchange them, they include their answers.
  package static let attempt = Attempt.kind
}
