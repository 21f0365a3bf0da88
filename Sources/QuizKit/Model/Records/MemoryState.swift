/// The state of one question in the learner's memory.
public struct MemoryState: Equatable, Sendable {
  /// The number of days after which the chance of recall has fallen to 90 %.
  public let stability: Double

  /// How hard it is to remember the question for longer, from 1 to 10.
  public let difficulty: Double

  /// The smallest stability, in days.
  static let leastStability = 0.001

  /// Creates a state, moving both numbers into their limits.
  init(stability: Double, difficulty: Double) {
    self.stability = max(stability, Self.leastStability)
    self.difficulty = min(max(difficulty, 1), 10)
  }
}
