import Foundation
import QuizExchange
import QuizStore

/// The parts of an answer that reviews need.
public struct ReviewAnswer: Equatable, Sendable {
  /// The question.
  package let questionID: Identifier<Question>
  /// When the answer was given, in milliseconds since 1970. Whole numbers make sure that two
  /// answers exactly a day apart count as a day apart.
  let milliseconds: Int64
  /// How well the answer was known; "again" or "good" if it was only right or wrong.
  package let grade: RecallGrade
  /// The number of answers that a guess picks from; 0 if the answer cannot be guessed.
  private let choices: UInt32

  /// Takes an answer that is right or wrong.
  ///
  /// - Parameters:
  ///   - questionID: the question that was answered.
  ///   - instant: when it was answered.
  ///   - isRight: whether it was right; a missing answer is wrong.
  ///   - choices: the number of choices if one of them is right; otherwise
  ///     `QuestionContent.guesses`. `nil` or 0 if the answer cannot be guessed.
  public init(
    to questionID: Identifier<Question>, at instant: Date, isRight: Bool, choices: Int?
  ) {
    self.init(
      to: questionID, at: instant, grade: RecallGrade(isRight: isRight), choices: choices)
  }

  /// Takes an answer with the grade that the learner gave to it.
  package init(
    to questionID: Identifier<Question>, at instant: Date, grade: RecallGrade, choices: Int?
  ) {
    self.questionID = questionID
    milliseconds = Self.milliseconds(instant)
    self.grade = grade
    self.choices = UInt32(clamping: choices ?? 0)
  }

  /// Whether the answer was right.
  package var isRight: Bool { grade.isRight }

  /// The chance of a lucky guess.
  package var guessing: Guessing { Guessing(choices: Int(choices)) }

  static func milliseconds(_ instant: Date) -> Int64 {
    Int64((instant.timeIntervalSince1970 * 1000).rounded())
  }

  static func instant(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The whole days of 24 hours between two instants in milliseconds; 0 if the clock was set back.
  static func days(from earlier: Int64, to later: Int64) -> Int {
    max(0, Int((later - earlier) / 86_400_000))
  }
}

extension [ReviewAnswer] {
  /// The answers in chronological order. Answers of the same instant keep their order.
  func chronological() -> [ReviewAnswer] {
    let isOrdered = zip(self, dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds }
    if isOrdered { return self }
    return enumerated()
      .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
      .map(\.element)
  }
}

extension FSRS {
  /// The state of one question after its answers; `nil` if there are none.
  ///
  /// The state depends only on the answers, and only the answers are stored. A changed formula
  /// therefore applies to old answers at once.
  package func state(after answers: [ReviewAnswer]) -> MemoryState? {
    let ordered = answers.chronological()
    guard let first = ordered.first else { return nil }
    var state = self.first(first.grade, first.guessing)
    for (before, answer) in zip(ordered, ordered.dropFirst()) {
      let days = ReviewAnswer.days(from: before.milliseconds, to: answer.milliseconds)
      let recall = recall(after: days, stability: state.stability)
      state = next(
        state, answer.grade, days: days, recall: recall, answer.guessing)
    }
    return state
  }
}
