import QuizSupport

/// What to search for.
public struct SearchQuery: Equatable, Sendable {
  /// Words that must all occur in a question, its choices or its commentary, ignoring width, case and the kind of kana.
  public var words: [String]
  /// Only questions of this deck; `nil` for the whole bank.
  public var deck: String?
  /// Only questions with this tag.
  public var tag: String?
  /// Only questions added on this day or later.
  public var since: Day?
  /// The maximum number of results; `nil` for all.
  public var limit: Int?

  /// Creates a query; without arguments, for all questions.
  public init(
    words: [String] = [], deck: String? = nil, tag: String? = nil, since: Day? = nil,
    limit: Int? = nil
  ) {
    self.words = words
    self.deck = deck
    self.tag = tag
    self.since = since
    self.limit = limit
  }
}
