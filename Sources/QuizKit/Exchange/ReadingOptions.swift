/// The user's settings for reading a file, where the file itself leaves something open.
public struct ReadingOptions: Hashable, Sendable {
  /// How an Open Trivia DB response encodes texts (the service's parameter `encode`).
  package enum TriviaEncoding: String, Sendable, CaseIterable {
    /// HTML character references, the service's default.
    case html
    /// Form encoding: `+` is a space, other characters are `%XX`.
    case urlLegacy = "urllegacy"
    /// Percent encoding.
    case url3986
    /// Base64.
    case base64
  }

  /// The encoding of the file; `nil` to detect it.
  package var encoding: TextEncoding?

  /// The delimiter between the fields of a CSV record; `nil` to detect it.
  package var delimiter: Character?

  /// The number of the first choice in a numeric answer column, 0 or 1; `nil` to detect it.
  package var keyBase: Int?

  /// The names of the columns of a table or of the fields of a JSON record by role, for files with
  /// names that this program does not know.
  package var columns: [NamedColumn: String] = [:]

  /// How an Open Trivia DB response encodes texts; `nil` to detect it.
  package var triviaEncoding: TriviaEncoding?

  /// Whether cards with only a front and a back become questions, with other backs as wrong
  /// choices.
  package var makesChoices = false

  /// The maximum size of a line or question in bytes. Reading stops at anything larger: it is
  /// unlikely to be a question, and it would have to be in memory as a whole.
  package var longest = Self.usualLongest

  /// The default limit.
  package static let usualLongest = 64_000_000

  /// Creates options that leave everything to detection.
  public init() {}
}
