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
  /// The time left for each section of an exam, zero for those without a time of their own; `nil` when
  /// no section has one.
  package var sectionTimesLeft: [Duration]?
  /// How many questions the record of a resumed quiz has, deleted ones included.
  var recordedCount = 0
  /// The same without those that came again.
  var recordedFirstCount = 0
}
