import Foundation
import QuizExchange

/// The chance that somebody who does not know the answer gives the right one.
///
/// A right answer may have been a guess. The state after it lies therefore between the state after "known" and
/// the state after "not known", weighted by how likely each is.
public struct Guessing: Equatable, Sendable {
  /// The chance of a lucky guess, from 0 to 1.
  public let chance: Double

  /// The chance of recall before the first answer, about which nothing is known yet.
  static let recallAtFirst = 0.5

  /// Takes the number of choices, of which one is right, or `QuestionContent.guesses`; `nil` or 0 where nobody can
  /// guess, such as for a typed answer.
  public init(choices: Int?) {
    chance = choices.map { $0 > 0 ? 1 / Double($0) : 0 } ?? 0
  }

  /// The chance of a right answer, known or guessed, when the chance of recall is `recall`.
  public func chanceOfRight(recall: Double) -> Double {
    recall + (1 - recall) * chance
  }

  /// The chance that a right answer was known and not guessed.
  package func chanceOfKnown(recall: Double) -> Double {
    chance == 0 ? 1 : recall / chanceOfRight(recall: recall)
  }
}

extension QuestionContent {
  /// Among how many answers somebody picks who knows nothing: the choices, where several are
  /// equally good as many for each; where several can be right, all ways to pick as many as the
  /// author asks for, or all but picking nothing; 0 where the answer is typed, because nobody
  /// guesses it.
  package var guesses: Int {
    switch solution {
    case .single, .trueFalse:
      // Rounded to a whole number, which is what is kept of an answer.
      max(choices.count / max(solution.rightChoices.count, 1), 1)
    case .several(let solution):
      solution.choose.map { Self.combinations(choices.count, $0) } ?? (1 << choices.count) - 1
    case .text, .number: 0
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
  ///   - guessing: how likely a guess was right.
  public func next(
    _ state: MemoryState, isRight: Bool, days: Int, recall: Double, _ guessing: Guessing
  ) -> MemoryState {
    let known = isRight ? guessing.chanceOfKnown(recall: recall) : 0
    return mixture(known: known) { next(state, isRight: $0, days: days, recall: recall) }
  }

  /// The weighted mean of the states after "known" and "not known": of the stabilities the geometric one, because they
  /// span orders of magnitude, of the difficulties the arithmetic one.
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
