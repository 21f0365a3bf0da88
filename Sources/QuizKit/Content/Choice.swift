import QuizSupport

/// One of the answers that a question offers.
public struct Choice: Hashable, Sendable {
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

/// Written in files as a text, or as an object when there is feedback.
extension Choice: Codable {
  private enum CodingKeys: CodingKey { case text, feedback }

  public init(from decoder: any Decoder) throws {
    do {
      text = try decoder.singleValueContainer().decode(String.self)
      feedback = ""
    } catch {
      let choice = try decoder.container(keyedBy: CodingKeys.self)
      text = try choice.decode(String.self, forKey: .text)
      feedback = try choice.decodeOrEmpty(String.self, forKey: .feedback)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if feedback.isEmpty, !encoder.writesAllMembers {
      var value = encoder.singleValueContainer()
      return try value.encode(text)
    }
    var choice = encoder.container(keyedBy: CodingKeys.self)
    try choice.encode(text, forKey: .text)
    try choice.encode(feedback, forKey: .feedback)
  }
}
