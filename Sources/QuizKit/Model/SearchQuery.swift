/// Which questions are looked for.
public struct SearchQuery: Equatable, Sendable {
  /// Words that all have to be found in a question, its choices or its commentary, whatever their width, case and kana.
  public var words: [String]
  /// Only this deck; `nil` for the whole bank.
  public var deck: String?
  /// Only questions that bear this tag.
  public var tag: String?
  /// Only what was registered on this day or later.
  public var since: Day?
  /// At most so many; `nil` for all.
  public var limit: Int?

  /// Creates a query; without arguments, for everything.
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
