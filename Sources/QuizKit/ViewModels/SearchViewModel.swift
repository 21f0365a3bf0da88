import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The results of a search.
  package static let search = ScreenName(rawValue: "search")
}

/// The state of the search screen: one page of the results, newest question first.
package struct SearchState: ScreenState {
  package static let screen = ScreenName.search

  /// One question in the list.
  package struct Item: Encodable, Equatable, Sendable {
    /// The question's number in the list, from 1.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The question.
    package var question: String
    /// The name of its deck.
    package var deck: String
    /// The place in the file that the question follows; `nil` where it follows none.
    package var place: FollowedPlace?
    /// The whole question, in which words may be found too. Not encoded, because `manage` shows it.
    package var content: QuestionContent
    /// The pictures of the question. Not encoded either.
    package var pictures: [ShownPicture]

    private enum CodingKeys: CodingKey { case number, id, question, deck, file, line }

    package func encode(to encoder: any Encoder) throws {
      var item = encoder.container(keyedBy: CodingKeys.self)
      try item.encode(number, forKey: .number)
      try item.encode(id, forKey: .id)
      try item.encode(question, forKey: .question)
      try item.encode(deck, forKey: .deck)
      try item.encode(place?.path, forKey: .file)
      try item.encode(place?.line, forKey: .line)
    }
  }

  /// A deck whose name fits.
  package struct FoundDeck: Equatable, Sendable {
    /// The deck.
    package let deck: DeckSummary
    /// The way in which it was played last.
    package let way: ChosenWay
  }

  /// The words of the search, separated by blanks; may be empty.
  package var query: String
  /// The deck that was searched; `nil` for the whole bank.
  @Nullable package var deck: String?
  /// The tag of the search; `nil` for any tag or none.
  @Nullable package var tag: String?
  /// The earliest day of registration; `nil` for any day.
  @Nullable package var since: Day?
  /// The number of questions found, including those beyond the list's limit.
  package var total: Int
  /// The most questions to list; `nil` for all.
  @Nullable package var limit: Int?
  /// The current page of the list.
  package var page: ListPosition
  /// The lines of the current page.
  package var items: [Item]
  /// The decks whose names fit, for a person. Not encoded, because scripts name decks.
  package var decks: [FoundDeck] = []

  private enum CodingKeys: CodingKey {
    case query, deck, tag, since, total, limit, page, items
  }
}

/// The commands of the search screen.
package enum SearchCommand: Equatable, Sendable {
  /// Start another search.
  case find(SearchQuery)
  /// Get ready for the first word.
  case prepare
  /// Move through the list.
  case move(ListMove)
  /// Open the question with this number in the list, from 1.
  case go(Int)
  /// Delete the questions with these numbers in the list, from 1.
  case delete(LineNumbers)
  /// Show the question with this number in the list, from 1, in its file.
  case file(Int)
  /// Open a picture of the question with this number in the list, from 1: the one with the second
  /// number, or the first.
  case picture(Int, Int?)
}

/// The search screen.
package final class SearchViewModel: ScreenModel<SearchCommand, SearchState> {
  private let search: QuestionSearch
  private let quizzes: QuizLibrary

  /// Creates the screen for `search`. A person plays a deck that is found by its name with
  /// `quizzes`.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(search: QuestionSearch, quizzes: QuizLibrary) throws {
    (self.search, self.quizzes) = (search, quizzes)
    super.init(try SearchState(search, quizzes))
    follow(search.changes)
    refuse(search.failures)
  }

  override func shown() throws -> SearchState {
    try SearchState(search, quizzes)
  }

  override func perform(_ command: SearchCommand) throws {
    switch command {
    case .find(let query): try search.find(query)
    case .prepare: try search.prepare()
    case .move(let move): try search.perform(move)
    case .go(let number): try search.choose(number)
    case .delete(let numbers): try search.delete(numbers)
    case .file(let number): try search.bank.followed.open(try search.found.line(number))
    case .picture(let row, let number):
      try search.bank.pictures.open(number, of: try search.found.line(row))
    }
  }
}

extension SearchState {
  /// The current state of `search`.
  init(_ search: QuestionSearch, _ quizzes: QuizLibrary) throws {
    items = try search.shown().map {
      Item(
        number: $0.number, id: $0.question.id, question: $0.question.content.text, deck: $0.deck,
        place: try search.bank.followed.place(of: $0.question.id), content: $0.question.content,
        pictures: search.bank.pictures.shown($0.question.content))
    }
    query = search.query.words.joined(separator: " ")
    let deckName = search.deckName
    deck = deckName
    tag = search.query.tag
    since = search.query.since
    total = search.total
    limit = search.query.limit
    page = search.page
    decks = try quizzes.bank.servesPerson && search.query.deck == nil ? found(quizzes) : []
  }

  /// The most decks that are shown before the questions.
  private static let mostDecks = 10

  private func found(_ quizzes: QuizLibrary) throws -> [FoundDeck] {
    let decks = try quizzes.bank.decks()
    let positions = DeckFinder(decks.map(\.name)).positions(found: query)
    guard !positions.isEmpty else { return [] }
    let found = positions.prefix(Self.mostDecks).map { decks[$0] }
    let ways = try quizzes.ways.all().filter { $0.value.way.isAlwaysOpen }
    return zip(found, try quizzes.bank.summaries(of: found)).map {
      FoundDeck(deck: $1, way: ways[$0.id] ?? quizzes.ways.usual)
    }
  }
}
