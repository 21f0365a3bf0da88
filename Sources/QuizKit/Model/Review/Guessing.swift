import Foundation
import QuizExchange

/// The chance of giving the right answer without knowing it.
///
/// A right answer may have been a guess. The state after it therefore lies between the state after
/// "known" and the state after "not known", weighted by how likely each of them is.
public struct Guessing: Equatable, Sendable {
  /// The chance of a lucky guess, from 0 to 1.
  public let chance: Double

  /// The chance of recall before the first answer, about which nothing is known yet.
  static let recallAtFirst = 0.5

  /// Creates the chance for a number of answers to guess from: the number of choices if one of them
  /// is right, or else `QuestionContent.guesses`. Pass `nil` or 0 if the answer cannot be guessed,
  /// such as a typed answer.
  public init(choices: Int?) {
    chance = choices.map { $0 > 0 ? 1 / Double($0) : 0 } ?? 0
  }

  /// The chance of a right answer, whether it is known or guessed, when the chance of recall is
  /// `recall`.
  public func chanceOfRight(recall: Double) -> Double {
    recall + (1 - recall) * chance
  }

  /// The chance that a right answer was known and not guessed.
  package func chanceOfKnown(recall: Double) -> Double {
    chance == 0 ? 1 : recall / chanceOfRight(recall: recall)
  }
}

extension QuestionContent {
  /// The number of possible answers that a player without knowledge guesses from. For a question
  /// with one choice to pick, this is the number of choices, divided by the number of equally good
  /// ones. If several choices can be right, it is the number of ways to pick as many as the author
  /// asks for, or to pick at least one. It is 0 if the answer is typed, has several parts, or is
  /// graded by the learner, because it cannot be guessed.
  package var guesses: Int {
    switch solution {
    case .single, .trueFalse:
      // Rounded, because records of answers contain whole numbers.
      max(choices.count / max(solution.rightChoices.count, 1), 1)
    case .several(let solution):
      solution.choose.map { Self.combinations(choices.count, $0) } ?? (1 << choices.count) - 1
    case .text, .number, .card, .gaps, .order, .match: 0
    }
  }

  private static func combinations(_ count: Int, _ picked: Int) -> Int {
    guard (0...count).contains(picked) else { return 0 }
    return (0..<min(picked, count - picked)).reduce(1) { $0 * (count - $1) / ($1 + 1) }
  }
}

extension FSRS {
  /// The state after the first answer, which may have been guessed.
  public func first(isRight: Bool, _ guessing: Guessing) -> MemoryState {
    let known = isRight ? guessing.chanceOfKnown(recall: Guessing.recallAtFirst) : 0
    return mixture(known: known, of: first(isRight:))
  }

  /// The state after another answer, which may have been guessed.
  ///
  /// - Parameters:
  ///   - state: the state after the answer before.
  ///   - isRight: whether the answer was right.
  ///   - days: the whole days since the answer before.
  ///   - recall: the chance of recall after these days, ``recall(after:stability:)``.
  ///   - guessing: the chance that a guess was right.
  public func next(
    _ state: MemoryState, isRight: Bool, days: Int, recall: Double, _ guessing: Guessing
  ) -> MemoryState {
    let known = isRight ? guessing.chanceOfKnown(recall: recall) : 0
    return mixture(known: known) { next(state, isRight: $0, days: days, recall: recall) }
  }

  /// The weighted mean of the states after "known" and "not known". For stability it is the
  /// geometric mean, because stabilities span orders of magnitude. For difficulty it is the
  /// arithmetic mean.
  func mixture(known: Double, of state: (_ isKnown: Bool) -> MemoryState) -> MemoryState {
    if known == 1 { return state(true) }
    let notKnown = state(false)
    if known == 0 { return notKnown }
    let right = state(true)
    return MemoryState(
      stability: exp(known * log(right.stability) + (1 - known) * log(notKnown.stability)),
      difficulty: known * right.difficulty + (1 - known) * notKnown.difficulty)
  }
}
