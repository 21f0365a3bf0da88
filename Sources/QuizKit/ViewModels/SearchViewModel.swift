import Signals

/// What the search shows: a page of the questions that were found, the newest first.
public struct SearchState: ScreenState {
  public static let screen = ScreenName.search

  /// One line of the list.
  public struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    public var number: Int
    /// The question.
    public var question: String
    /// The name of its deck.
    public var deck: String
  }

  /// The words that were looked for, with a blank between them; empty when none were.
  public var query: String
  /// The deck that was searched; `nil` for the whole bank.
  @Nullable public var deck: String?
  /// The tag that was looked for; `nil` for any or none.
  @Nullable public var tag: String?
  /// The first day of registration that counts; `nil` for any.
  @Nullable public var since: Day?
  /// How many questions were found, also where fewer are listed.
  public var total: Int
  /// The page of the list.
  public var page: ListPage
  /// The lines of the page.
  public var items: [Item]
}

/// What a person can ask for at the search.
public enum SearchCommand: Equatable, Sendable {
  /// Look for something else.
  case find(SearchQuery)
  /// The page before.
  case back
  /// The page after.
  case forward
  /// Open the question of this number in the list, from 1.
  case go(Int)
}

/// The search.
public final class SearchViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<SearchCommand, SearchState>

  private let search: QuestionSearch

  /// Creates the screen of a search.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(search: QuestionSearch) throws {
    self.search = search
    core = ScreenCore(try SearchState(search))
    core.start(self)
    core.follow(search.changes)
    core.refuse(search.failures)
  }

  func shown() throws -> SearchState {
    try SearchState(search)
  }

  func perform(_ command: SearchCommand) throws {
    switch command {
    case .find(let query): try search.find(query)
    case .back: try search.turn(by: -1)
    case .forward: try search.turn(by: 1)
    case .go(let number): try search.choose(number)
    }
  }
}

extension SearchState {
  /// What the list looks like now.
  init(_ search: QuestionSearch) throws {
    items = try search.shown().map {
      Item(number: $0.number, question: $0.question.content.text, deck: $0.deck)
    }
    query = search.query.words.joined(separator: " ")
    let deckName = try search.deckName
    deck = deckName
    tag = search.query.tag
    since = search.query.since
    total = search.total
    page = search.page
  }
}
