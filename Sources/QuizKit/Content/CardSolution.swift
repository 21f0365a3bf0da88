import QuizSupport

/// The other side of a card. The learner reads the front, thinks of the back, and then judges the
/// own answer with a ``RecallGrade``.
package struct CardSolution: Codable, Hashable, Sendable {
  /// The text on the back.
  package var back: String

  /// Creates a solution.
  package init(back: String) {
    self.back = back
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    back.isBlank ? Reason("the back of the card is empty", "カードの裏面が空です") : nil
  }
}
