import Foundation
import QuizStore
import QuizSupport

/// An unfinished quiz that can be resumed, as a list shows it.
public struct WaitingQuiz: Encodable, Equatable, Sendable {
  /// The attempt.
  let id: Identifier<Attempt>
  /// Its number in the list, from 1. The quiz that was started last has the number 1.
  public var number: Int
  /// The quiz's name; `nil` for the whole bank.
  @Nullable public var title: String?
  /// The number of the question on the screen, from 1.
  public var index: Int
  /// The number of questions.
  public var count: Int
  /// The whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable public var remaining: Int?
  /// Whether the time keeps running while the player is away. It is not encoded, because a reader
  /// of ``remaining`` gets the current value.
  public var runsOn = false
  /// Whether it is an exam or has a limit of time. It is not encoded, because the limit is.
  package var isTimed = false
  /// When it was started. Not encoded, because the history has it.
  var startedAt = Date.distantPast
  /// Whether it is an exam whose time ran out while the player was away.
  var isExpired = false

  private enum CodingKeys: CodingKey {
    case number, title, index, count, remaining
  }
}

extension WaitingQuiz {
  /// Creates the line for an attempt and how far it has come.
  init(_ attempt: AttemptSummary, _ progress: AttemptProgress, number: Int, now: Date) {
    id = attempt.id
    self.number = number
    title = attempt.title.unlessEmpty
    index = progress.position + 1
    count = attempt.count
    (runsOn, startedAt) = (progress.runningSince != nil, attempt.startedAt)
    isTimed =
      attempt.exam != nil || progress.timeLeft != nil || progress.questionTimeLeft != nil
    let absence = progress.absence(at: now)
    remaining = progress.timeLeft.map {
      max(.milliseconds($0) - absence, .zero).secondsRoundedUp
    }
  }
}

/// The unfinished quizzes, emitted when `resume` does not name one of them.
package struct WaitingQuizzes: Encodable, Equatable, Sendable {
  /// The quizzes, last started first.
  package var waiting: [WaitingQuiz]
}
