/// How far a quiz has come. Together with the answers, this is enough to resume it later.
package struct QuizProgress: Equatable, Sendable {
  /// The position of the question on the screen, counted from 0.
  package var position: Int
  /// Whether the list of answers was on the screen.
  package var isConfirming: Bool
  /// Whether the question was opened from the list of answers.
  package var isRevising: Bool
  /// Whether the time of the whole quiz ran out.
  package var isTimedOut: Bool
  /// The time spent so far, without pauses.
  package var elapsed: Duration
  /// The time left for the whole quiz; `nil` when there is no limit.
  package var timeLeft: Duration?
  /// The time left for the question on the screen; `nil` when its time was not running.
  package var questionTimeLeft: Duration?
  /// The time left for each section of an exam, zero for sections without their own limit; `nil`
  /// when no section has a limit.
  package var sectionTimesLeft: [Duration]?
  /// The number of questions in the record of a resumed quiz, including deleted ones.
  var recordedCount = 0
  /// The same number without repeated questions.
  var recordedFirstCount = 0
}
