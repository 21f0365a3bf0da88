import QuizStore
import QuizSupport

/// The screen for managing decks.
public final class DecksViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<DecksCommand, DecksState>

  private let bank: QuestionBank
  private let details: DeckDetails
  private let decks: LiveQuery<[Deck]>
  private var page: ListPosition
  private var query = ""

  /// Creates the screen for the decks of a bank.
  ///
  /// - Parameters:
  ///   - bank: holds the decks.
  ///   - reviews: tell what is known of the answers; `nil` to leave that out.
  ///   - page: the rows that are shown first.
  /// - Throws: The store's error when it cannot be read.
  public init(bank: QuestionBank, reviews: Reviews? = nil, page: ListPosition = .whole) throws {
    (self.bank, self.page) = (bank, page)
    details = DeckDetails(of: bank, reviews)
    decks = try bank.liveDecks()
    core = ScreenCore(try DecksState(decks.value, details, bank, page: page, message: nil))
    core.start(self)
    core.follow(decks)
    core.follow(bank.changes)
  }

  func perform(_ command: DecksCommand) throws {
    switch command {
    case .new(let name):
      try bank.makeDeck(named: name)
      core.message = .registered
    case .rename(let name, let new):
      try bank.renameDeck(name, to: new)
      core.message = .saved
    case .delete(let words):
      try bank.deleteDecks(try state.names(meantBy: words))
      core.message = .deleted
    case .select(let word):
      let names = try word.map { try state.names(meantBy: [$0]) }
      try bank.select(deck: names?.count == 1 ? names?[0] : word)
    case .move(let move): try core.perform(move, in: &page, total: state.decks.count)
    case .find(let words): query = words
    case .preview(let name):
      try details.readPreview(of: name)
      core.keepMessage()
    }
    core.changed()
  }

  func shown() throws -> DecksState {
    try DecksState(decks.value, details, bank, page: page, message: core.message, query)
  }
}
