/// What a backup brought into the bank beside its questions.
public struct RestoredRecords: Encodable, Equatable, Sendable {
  /// Decks that were not there.
  public var decks = 0
  /// Notes that were not there.
  public var notes = 0
  /// Quizzes that were not there, or were there at an earlier stage.
  public var quizzes = 0
  /// Notes and quizzes that were there already.
  public var known = 0

  /// Both together.
  static func + (left: Self, right: Self) -> Self {
    RestoredRecords(
      decks: left.decks + right.decks, notes: left.notes + right.notes,
      quizzes: left.quizzes + right.quizzes, known: left.known + right.known)
  }
}
