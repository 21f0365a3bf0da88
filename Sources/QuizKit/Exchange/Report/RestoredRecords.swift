/// What was restored from a backup besides questions.
public struct RestoredRecords: Encodable, Equatable, Sendable {
  /// The number of new decks.
  public var decks = 0
  /// The number of new notes.
  public var notes = 0
  /// The number of quizzes that are new or further along than in the bank.
  public var quizzes = 0
  /// The number of exams that are new or newer than in the bank.
  public var exams = 0
  /// The number of notes, quizzes and exams that were already in the bank.
  public var known = 0

  /// Adds the counts of two backups.
  static func + (left: Self, right: Self) -> Self {
    RestoredRecords(
      decks: left.decks + right.decks, notes: left.notes + right.notes,
      quizzes: left.quizzes + right.quizzes, exams: left.exams + right.exams,
      known: left.known + right.known)
  }
}
