/// A change of a quiz, emitted when it is complete.
package enum QuizChange: Equatable, Sendable {
  /// The question at this position, counted from 0, got an answer.
  case answered(Int)
  /// Choices of the question at this position were ticked or unticked.
  case ticked(Int)
  /// The question at this position was marked or unmarked.
  case flagged(Int)
  /// The player set or took back how sure the answer to the question at this position is.
  case judged(Int)
  /// Another question is on the screen, or the same one again after the list of answers.
  case moved
  /// The quiz was paused or resumed.
  case paused
  /// A displayed number of seconds has changed.
  case time
  /// The time of the question at this position ran out.
  case questionTimedOut(Int)
  /// The time of the section at this position in the exam ran out.
  case sectionTimedOut(Int)
  /// The time of the whole quiz ran out.
  case timedOut
  /// The list of answers was opened or closed, or the quiz was finished.
  case phase
  /// All answers were cleared, and the time was reset.
  case restarted
  /// The player left the quiz, and the time has stopped.
  case left
}
