import QuizSupport

/// The texts that are right when a player types a text.
package struct TextSolution: Codable, Hashable, Sendable {
  /// The accepted answers. The first one that matches decides.
  package var accepted: [AcceptedText]

  /// Whether capital and small letters are different.
  package var isCaseSensitive: Bool

  /// Creates a solution.
  package init(accepted: [AcceptedText], isCaseSensitive: Bool = false) {
    self.accepted = accepted
    self.isCaseSensitive = isCaseSensitive
  }

  /// The accepted answer that a typed text matches; `nil` when there is none.
  ///
  /// Where the text as it was typed matches nothing, or only a pattern such as `*` that is not
  /// worth everything, the forms of quotation marks and hyphens are ignored. That never takes
  /// anything from an answer.
  package func match(_ text: String) -> AcceptedText? {
    let exact = match(text, in: accepted) { $0 }
    if let exact, exact.isRight || !exact.hasWildcard { return exact }
    let alike = accepted.filter { exact == nil || !$0.hasWildcard }
    let folded = match(text.withPlainSigns, in: alike, \.withPlainSigns)
    guard let folded, folded.fraction >= exact?.fraction ?? 0 else { return exact }
    return folded
  }

  private func match(
    _ text: String, in accepted: [AcceptedText], _ form: (String) -> String
  ) -> AcceptedText? {
    let typed = TypedText(text, isCaseSensitive: isCaseSensitive)
    return accepted.first { typed.matches(TextPattern(form($0.pattern), isCaseSensitive)) }
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let isWhole =
      accepted.contains { $0.fraction > 0 }
      && accepted.allSatisfy { !$0.pattern.isBlank && (0...1).contains($0.fraction) }
    return isWhole
      ? nil
      : Reason("no answer is right, or an accepted one is empty", "正解がないか、空の解答が登録されています")
  }
}

/// A text that a question accepts.
package struct AcceptedText: Codable, Hashable, Sendable {
  /// The text. `*` stands for anything or nothing, `\*` for an asterisk.
  package var pattern: String

  /// The credit for the answer, from 0 to 1; 1 is right.
  package var fraction: Double

  /// The feedback for players who give this answer; empty when there is none.
  package var feedback: String

  /// Creates an accepted text.
  package init(_ pattern: String, fraction: Double = 1, feedback: String = "") {
    self.pattern = pattern
    self.fraction = fraction
    self.feedback = feedback
  }

  /// Whether a part of the pattern stands for anything.
  fileprivate var hasWildcard: Bool { pattern.replacing("\\*", with: "").contains("*") }

  /// The pattern as people read it.
  package var text: String { pattern.replacing("\\*", with: "*") }
}
