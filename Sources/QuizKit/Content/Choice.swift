/// One of the answers that a question offers.
public struct Choice: Codable, Hashable, Sendable {
  /// What the player reads.
  public var text: String

  /// What is shown when a player picked this very choice; empty when the author wrote nothing.
  public var feedback: String

  /// Creates a choice.
  public init(_ text: String, feedback: String = "") {
    self.text = text
    self.feedback = feedback
  }
}
