/// One of the answers that a question offers.
public struct Choice: Codable, Hashable, Sendable {
  /// The text that the player reads.
  package var text: String

  /// The feedback for players who pick this choice; empty when there is none.
  package var feedback: String

  /// Creates a choice.
  public init(_ text: String, feedback: String = "") {
    self.text = text
    self.feedback = feedback
  }
}
