/// What a person asks for when bringing in questions.
public struct ImportOptions: Equatable, Sendable {
  /// The files and folders.
  public var files: [String]
  /// The files' format by its name; `nil` to guess it.
  public var format: String?
  /// The deck for all questions; `nil` for decks named after the questions' categories, or else after the files.
  public var deck: String?
  /// Whether to report only and change nothing.
  public var dryRun: Bool
  /// Whether to bring in nothing unless every question can be.
  public var strict: Bool
  /// Whether to bring in questions that the deck has already.
  public var allowDuplicates: Bool
  /// Whether to leave out everything of a backup but the questions.
  public var questionsOnly: Bool
  /// What is said about the files where they do not speak for themselves.
  public var reading: ReadingOptions

  /// Creates options.
  public init(
    files: [String], format: String? = nil, deck: String? = nil, dryRun: Bool = false,
    strict: Bool = false, allowDuplicates: Bool = false, questionsOnly: Bool = false,
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.files = files
    self.format = format
    self.deck = deck
    self.dryRun = dryRun
    self.strict = strict
    self.allowDuplicates = allowDuplicates
    self.questionsOnly = questionsOnly
    self.reading = reading
  }
}
