import Foundation
import QuizStore

/// What reviews need of one answer.
public struct ReviewAnswer: Equatable, Sendable {
  /// The question.
  package let questionID: Identifier<Question>
  /// When the answer was given, in milliseconds since 1970. Whole numbers, so that two answers exactly a day apart are
  /// a day apart.
  let milliseconds: Int64
  /// Whether the answer was right.
  package let isRight: Bool
  /// Among how many answers somebody picks who guesses; 0 where nobody can.
  private let choices: UInt32

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - questionID: what it answered.
  ///   - instant: when it was given.
  ///   - isRight: whether it was right; a missing answer is wrong.
  ///   - choices: the number of choices, of which one is right; otherwise `QuestionContent.guesses`. `nil` or 0 where nobody can
  ///     guess.
  public init(
    to questionID: Identifier<Question>, at instant: Date, isRight: Bool, choices: Int?
  ) {
    self.questionID = questionID
    milliseconds = Self.milliseconds(instant)
    self.isRight = isRight
    self.choices = UInt32(clamping: choices ?? 0)
  }

  /// The chance of a lucky guess.
  package var guessing: Guessing { Guessing(choices: Int(choices)) }

  static func milliseconds(_ instant: Date) -> Int64 {
    Int64((instant.timeIntervalSince1970 * 1000).rounded())
  }

  static func instant(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The whole days of 24 hours between two instants in milliseconds; 0 where the clock was set back.
  static func days(from earlier: Int64, to later: Int64) -> Int {
    max(0, Int((later - earlier) / 86_400_000))
  }
}

extension [ReviewAnswer] {
  /// The answers by time. Those of the same instant keep their order.
  func chronological() -> [ReviewAnswer] {
    let isOrdered = zip(self, dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds }
    if isOrdered { return self }
    return enumerated()
      .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
      .map(\.element)
  }
}

extension FSRS {
  /// The state of one question after its answers; `nil` without any.
  ///
  /// Nothing else is needed and nothing else is stored, so another formula counts for old answers at once.
  package func state(after answers: [ReviewAnswer]) -> MemoryState? {
    let ordered = answers.chronological()
    guard let first = ordered.first else { return nil }
    var state = self.first(isRight: first.isRight, first.guessing)
    for (before, answer) in zip(ordered, ordered.dropFirst()) {
      let days = ReviewAnswer.days(from: before.milliseconds, to: answer.milliseconds)
      let recall = recall(after: days, stability: state.stability)
      state = next(
        state, isRight: answer.isRight, days: days, recall: recall, answer.guessing)
    }
    return state
  }
}
