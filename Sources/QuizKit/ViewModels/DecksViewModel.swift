import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The decks.
  package static let decks = ScreenName(rawValue: "decks")
}

/// The state of the deck screen.
package struct DecksState: ScreenState {
  package static let screen = ScreenName.decks

  /// The decks in the order of creation.
  package var decks: [DeckSummary]
  /// The deck for quizzes that name none; `nil` for the whole bank.
  @Nullable package var selectedDeck: String?
  /// The page of the decks to write; `nil` for all of them.
  package var page: ListPage?
  /// The message about the last command.
  @Nullable package var message: Message?

  private enum CodingKeys: CodingKey {
    case decks, selectedDeck, page, message
  }

  /// The decks on the page.
  package var shown: ArraySlice<DeckSummary> {
    decks[page?.positions(total: decks.count) ?? decks.indices]
  }

  /// Encodes the decks on the page.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Array(shown), forKey: .decks)
    try container.encode(selectedDeck, forKey: .selectedDeck)
    try container.encodeIfPresent(page, forKey: .page)
    try container.encode(message, forKey: .message)
  }
}

/// The commands of the deck screen.
package enum DecksCommand: Equatable, Sendable {
  /// Make a deck with this name.
  case new(String)
  /// Rename a deck.
  case rename(String, to: String)
  /// Delete decks with their questions. Each word is a deck's name, or numbers in the list from 1
  /// when there is no deck of that name.
  case delete([String])
  /// Select the deck for quizzes that name none; `nil` for the whole bank.
  case select(String?)
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
}

/// The route to a page of the decks, or to all of them for `nil`.
package typealias DecksRoute = ScreenRoute<DecksState, ListPage?>

/// The screen for managing decks.
package final class DecksViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<DecksCommand, DecksState>

  private let bank: QuestionBank
  private let decks: LiveQuery<[Deck]>
  private var page: ListPage?
  private var message: Message?

  /// Creates the screen.
  ///
  /// - Parameter page: The page to begin with; `nil` to show all decks.
  /// - Throws: The store's error when it cannot be read.
  package init(bank: QuestionBank, page: ListPage? = nil) throws {
    (self.bank, self.page) = (bank, page)
    decks = try bank.liveDecks()
    core = ScreenCore(try DecksState(decks.value, bank, page: page, message: nil))
    core.start(self)
    for changes in [decks.results.skip(first: 1).map { _ in }, bank.changes] {
      core.follow(changes) { [unowned self] in message = nil }
    }
  }

  func perform(_ command: DecksCommand) throws {
    switch command {
    case .new(let name):
      try bank.makeDeck(named: name)
      message = .registered
    case .rename(let name, let newName):
      try bank.renameDeck(name, to: newName)
      message = .saved
    case .delete(let words):
      try bank.deleteDecks(try state.names(of: words))
      message = .deleted
    case .select(let name):
      try bank.select(deck: name)
      message = nil
    case .nextPage: try turn(by: 1)
    case .previousPage: try turn(by: -1)
    }
    core.changed()
  }

  func shown() throws -> DecksState {
    try DecksState(decks.value, bank, page: page, message: message)
  }

  private func turn(by pages: Int) throws {
    guard let page = try state.page?.turned(by: pages) else {
      throw pages > 0 ? ListRefusal.lastPage : .firstPage
    }
    (self.page, message) = (page, nil)
  }
}

extension DecksState {
  /// The current state, with `decks` in the list.
  init(_ decks: [Deck], _ bank: QuestionBank, page: ListPage?, message: Message?) throws {
    self.decks = try bank.summaries(of: decks)
    self.page = page?.adapted(to: decks.count)
    let selected = try bank.selectedDeck
    selectedDeck = selected
    self.message = message
  }
}

extension DecksState {
  /// The names that the words mean, each once: a deck's name, or numbers in the list from 1 when
  /// there is no deck of that name.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``. A word that is neither stays as it is.
  package func names(of words: [String]) throws(ListRefusal) -> [String] {
    var names: [String] = []
    for word in words {
      let isName = decks.contains { $0.name == word }
      let range = isName ? nil : LineNumbers.range(word)
      let meant = try range.map { range throws(ListRefusal) in
        try decks.lines(LineNumbers([range])).map(\.name)
      }
      for name in meant ?? [word] where !names.contains(name) { names.append(name) }
    }
    return names
  }
}
