import QuizStore
import QuizSupport
import Signals

/// The commands of the deck screen.
public enum DecksCommand: Equatable, Sendable {
  /// Make a deck with this name.
  case new(String)
  /// Rename a deck.
  case rename(String, to: String)
  /// Delete decks with their questions, given by names or by numbers in the list from 1.
  case delete([String])
  /// Select the deck for quizzes that do not name one, given by its name or by its number in the
  /// list from 1; `nil` for the whole bank.
  case select(String?)
  /// Move through the list.
  case move(ListMove)
  /// List the decks whose names contain these words; all decks without any.
  case find(String)
  /// Read the first questions of the deck with this name.
  case preview(String)
}

/// The route to the decks.
public typealias DecksRoute = ScreenRoute<DecksState, ListPosition>

/// The screen for managing decks.
public final class DecksViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<DecksCommand, DecksState>

  private let bank: QuestionBank
  private let reviews: Reviews?
  private let decks: LiveQuery<[Deck]>
  private var page: ListPosition
  private var query = ""
  /// The beginning of a deck, as long as the bank has not changed.
  private var preview: DeckPreview?
  /// The recall of some decks, until something is saved. Moving and filtering would read all
  /// answers again at each key.
  private var known: (decks: [Deck], progress: [RecallOverview.Part])?
  private let bag = DisposeBag()

  /// Creates the screen for the decks of a bank.
  ///
  /// - Parameters:
  ///   - bank: holds the decks.
  ///   - reviews: tell what is known of the answers; `nil` to leave that out.
  ///   - page: the rows that are shown first.
  /// - Throws: The store's error when it cannot be read.
  public init(
    bank: QuestionBank, reviews: Reviews? = nil, page: ListPosition = .whole
  ) throws {
    (self.bank, self.reviews, self.page) = (bank, reviews, page)
    decks = try bank.liveDecks()
    let progress = try DecksState.progress(of: decks.value, reviews)
    known = (decks.value, progress)
    core = ScreenCore(
      try DecksState(decks.value, progress: progress, bank, page: page, message: nil))
    core.start(self)
    bank.store.saves.observe { [unowned self] _ in known = nil }.disposed(by: bag)
    bank.changes.observe { [unowned self] in preview = nil }.disposed(by: bag)
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
      try bank.deleteDecks(try state.names.names(of: words))
      core.message = .deleted
    case .select(let word): _ = try bank.select(meant: word)
    case .move(let move): try core.perform(move, in: &page, total: state.decks.count)
    case .find(let words): query = words
    case .preview(let name):
      preview = try DeckPreview(of: name, in: bank)
      core.keepMessage()
    }
    core.changed()
  }

  func shown() throws -> DecksState {
    var state = try DecksState(
      decks.value, progress: try progress(), bank, page: page, message: core.message)
    state.query = query
    state.preview = preview
    return state
  }

  private func progress() throws -> [RecallOverview.Part] {
    if let known, known.decks == decks.value { return known.progress }
    let progress = try DecksState.progress(of: decks.value, reviews)
    known = (decks.value, progress)
    return progress
  }
}
