import QuizSupport

/// A query for questions.
package struct SearchQuery: Equatable, Sendable {
  /// Words that must all occur in a question, its choices or its commentary, ignoring width, case
  /// and the kind of kana.
  package var words: [String]
  /// Only questions of this deck; `nil` for the whole bank.
  package var deck: String?
  /// Only questions with this tag.
  package var tag: String?
  /// Only questions added on this day or later.
  package var since: Day?
  /// The maximum number of results; `nil` for all.
  package var limit: Int?

  /// Creates a query. Without arguments, it matches all questions.
  package init(
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
