import QuizExchange

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
  /// The files and folders to import.
  package var files: [String]
  /// The name of the files' format; `nil` to detect it.
  package var format: String?
  /// The deck for all questions. `nil` to use decks named after the questions' categories, or after
  /// the files for questions without a category.
  package var deck: String?
  /// Whether to only report what would happen, and change nothing.
  package var dryRun: Bool
  /// Whether to import nothing unless every question can be imported.
  package var strict: Bool
  /// Whether to import questions that the deck already has.
  package var allowDuplicates: Bool
  /// Whether a question of the bank stays unchanged when a file has another version of it.
  package var keepsExisting: Bool
  /// Whether the file's version is taken of what both the file and a person have changed.
  package var takesTheirs: Bool
  /// Whether the report lists every problem, instead of only counting them when there are many of
  /// one kind.
  package var allProblems: Bool
  /// Whether to import only the questions of a backup.
  package var questionsOnly: Bool
  /// Properties of the files that cannot be detected from their content.
  package var reading: ReadingOptions

  /// Creates options.
  package init(
    files: [String], format: String? = nil, deck: String? = nil, dryRun: Bool = false,
    strict: Bool = false, allowDuplicates: Bool = false, keepsExisting: Bool = false,
    takesTheirs: Bool = false, allProblems: Bool = false, questionsOnly: Bool = false,
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.files = files
    self.format = format
    self.deck = deck
    self.dryRun = dryRun
    self.strict = strict
    self.allowDuplicates = allowDuplicates
    self.keepsExisting = keepsExisting
    self.takesTheirs = takesTheirs
    self.allProblems = allProblems
    self.questionsOnly = questionsOnly
    self.reading = reading
  }
}
