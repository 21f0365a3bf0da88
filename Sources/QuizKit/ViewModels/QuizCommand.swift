import QuizExchange

/// The commands of the quiz screen.
public enum QuizCommand: Equatable, Sendable {
  /// Answer with the choices with these numbers, from 1; without any, hand in the ticked choices.
  case choose([Int])
  /// Tick the choices with these numbers, from 1, or remove their ticks.
  case toggle([Int])
  /// Answer with a text or a number.
  case answer(String)
  /// Show the back of the card.
  case show
  /// Answer with how well the back of the card was remembered.
  case grade(RecallGrade)
  /// Fill the gap with this number, from 1; an empty text empties it.
  case gap(Int, String)
  /// Fill the gap with this number, from 1, and go on by some gaps without handing in.
  case write(Int, String, step: Int)
  /// Answer with the choices with these numbers, from 1, in this order.
  case order([Int])
  /// Match lines of the left with lines of the right. Both have numbers from 1.
  case match([PairNumbers])
  /// Match the line on the left at which the player is with another line on the right.
  case rotate
  /// Go to the part with this number, from 1: to a gap, a place in the order, a line on the left.
  case focus(Int)
  /// Lift the choice at this place of the order, from 1, or put it down.
  case lift(Int)
  /// Go to the previous question.
  case back
  /// Go on without changing the answer.
  case skip
  /// Mark the question, or remove the mark.
  case flag
  /// Say how sure the answer is, or take that back.
  case judge(Certainty)
  /// Show the question with this number, from 1.
  case go(Int)
  /// Stop the time and hide the question.
  case pause
  /// Continue after a pause.
  case resume
  /// Go to the list of answers.
  case finish
  /// Take the last answer back.
  case undo
  /// Give the answer that was taken back again.
  case redo
}
