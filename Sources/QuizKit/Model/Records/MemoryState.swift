/// How well one question is remembered.
public struct MemoryState: Equatable, Sendable {
  /// The days after which the chance of recall has fallen to 90 %.
  public let stability: Double

  /// How hard it is to remember the question for longer, from 1 to 10.
  public let difficulty: Double

  /// The least stability, in days.
  static let leastStability = 0.001

  /// Takes both numbers, each moved into its limits.
  init(stability: Double, difficulty: Double) {
    self.stability = max(stability, Self.leastStability)
    self.difficulty = min(max(difficulty, 1), 10)
  }
}
