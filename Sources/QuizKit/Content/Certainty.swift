/// How sure a player is of an answer.
public enum Certainty: String, Codable, Hashable, Sendable {
  /// The player is sure.
  case sure
  /// The player guesses.
  case guess
}
