/// What was restored from a backup besides questions.
package struct RestoredRecords: Encodable, Equatable, Sendable {
  /// The number of new decks.
  package var decks = 0
  /// The number of new notes.
  package var notes = 0
  /// The number of quizzes that are new or further along than in the bank.
  package var quizzes = 0
  /// The number of exams that are new or newer than in the bank.
  package var exams = 0
  /// The number of notes, quizzes and exams that were already in the bank.
  package var known = 0

  /// Creates counts.
  package init(decks: Int = 0, notes: Int = 0, quizzes: Int = 0, exams: Int = 0, known: Int = 0) {
    (self.decks, self.notes, self.quizzes) = (decks, notes, quizzes)
    (self.exams, self.known) = (exams, known)
  }

  /// Adds the counts of two backups.
  package static func + (left: Self, right: Self) -> Self {
    RestoredRecords(
      decks: left.decks + right.decks, notes: left.notes + right.notes,
      quizzes: left.quizzes + right.quizzes, exams: left.exams + right.exams,
      known: left.known + right.known)
  }
}
