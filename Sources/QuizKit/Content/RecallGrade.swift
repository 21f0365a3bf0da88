/// How well a learner remembered the back of a card. The learner judges it.
public enum RecallGrade: Int, Codable, Hashable, Sendable, CaseIterable {
  /// It was forgotten. Counts as wrong.
  case again = 1
  /// It was remembered with effort.
  case hard = 2
  /// It was remembered.
  case good = 3
  /// It was remembered at once.
  case easy = 4

  /// Whether the grade counts as a right answer.
  public var isRight: Bool { self != .again }

  /// The word for the grade in commands and in JSON.
  public var name: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}
