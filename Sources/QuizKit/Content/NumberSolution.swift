import QuizSupport

/// The numbers that are right when a player types a number.
package struct NumberSolution: Codable, Hashable, Sendable {
  /// The accepted numbers. The first one that matches decides.
  package var accepted: [AcceptedNumber]

  /// Creates a solution.
  package init(accepted: [AcceptedNumber]) {
    self.accepted = accepted
  }

  /// The accepted number that a typed text matches; `nil` when no number matches or the text is not
  /// a number.
  package func match(_ text: String) -> AcceptedNumber? {
    guard let number = TypedNumber.value(of: text) else { return nil }
    return accepted.first { $0.span.contains(number) }
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let isWhole =
      accepted.contains { $0.fraction > 0 }
      && accepted.allSatisfy { $0.span.isPossible && (0...1).contains($0.fraction) }
    return isWhole
      ? nil : Reason("no number is right, or one is impossible", "正解の数値がないか、あり得ない数値です")
  }
}

/// A number that a question accepts, or a range of them.
package struct AcceptedNumber: Codable, Hashable, Sendable {
  /// The accepted numbers.
  package var span: NumberSpan

  /// The credit for the answer, from 0 to 1; 1 is right.
  package var fraction: Double

  /// The feedback for players who give this answer; empty when there is none.
  package var feedback: String

  /// Creates an accepted number.
  package init(_ span: NumberSpan, fraction: Double = 1, feedback: String = "") {
    self.span = span
    self.fraction = fraction
    self.feedback = feedback
  }
}
