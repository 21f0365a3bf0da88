/// What a person may say about a file where it does not speak for itself.
public struct ReadingOptions: Hashable, Sendable {
  /// How the texts of an Open Trivia DB answer are encoded (its parameter `encode`).
  public enum TriviaEncoding: String, Sendable, CaseIterable {
    /// HTML character references, which the service sends unless told otherwise.
    case html
    /// Form encoding: `+` is a blank, the rest `%XX`.
    case urlLegacy = "urllegacy"
    /// Percent encoding.
    case url3986
    /// Base64.
    case base64
  }

  /// The encoding of the bytes; `nil` to find out.
  public var encoding: TextEncoding?

  /// What parts the fields of a record in CSV; `nil` to find out.
  public var delimiter: Character?

  /// The number of the first choice in a column of numbers, 0 or 1; `nil` to find out.
  public var keyBase: Int?

  /// Column names by role, where the file's header has names of its own.
  public var columns: [ColumnRole: String] = [:]

  /// How the texts of an Open Trivia DB answer are encoded; `nil` to find out.
  public var triviaEncoding: TriviaEncoding?

  /// Whether cards of front and back alone become questions, with wrong choices from other backs.
  public var makesChoices = false

  /// The most bytes of text that a line or a question may take. Behind anything longer a file is not read on, for it is no
  /// file of questions, and what is not divided has to be in memory as a whole.
  public var longest = Self.usualLongest

  /// The limit unless another one is named: 64 MB.
  public static let usualLongest = 64_000_000

  /// Creates options that leave everything to be found out.
  public init() {}
}
