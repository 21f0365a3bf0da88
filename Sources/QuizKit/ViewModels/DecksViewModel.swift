import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The decks.
  public static let decks = ScreenName(rawValue: "decks")
}

/// The route to the decks.
public typealias DecksRoute = ScreenRoute<DecksState, ListPosition>

/// The state of the deck screen.
public struct DecksState: ScreenState {
  public static let screen = ScreenName.decks

  /// The decks in the order of creation.
  public var decks: [DeckSummary]
  /// The deck for quizzes that do not name one; `nil` for the whole bank.
  @Nullable public var selectedDeck: String?
  /// The recall of each deck, in the order of the decks. It is encoded beside the
  /// name of its deck.
  public var progress: [RecallOverview.Part]
  /// The page of the decks to write, or all of them.
  public var page: ListPosition
  /// The message about the last command.
  @Nullable public var message: Message?
  /// The words that the names of the listed decks contain; empty for all decks. Not encoded, like
  /// ``preview``, because only a person filters as one types.
  package var query = ""
  /// The beginning of a deck; `nil` until ``DecksCommand/preview(_:)`` asks for it.
  package var preview: DeckPreview?

  private enum CodingKeys: CodingKey {
    case decks, selectedDeck, total, page, message
  }

  /// The decks on the page.
  public var shown: ArraySlice<DeckSummary> { decks[page.positions(total: decks.count)] }

  /// The names of all decks.
  public var names: [String] { decks.map(\.name) }

  /// The names of the decks that words mean: names in any case and width, or numbers in the list
  /// from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  package func names(meantBy words: [String]) throws(ListRefusal) -> [String] {
    let finder = DeckFinder(names)
    let whole = words.map { word in finder.position(named: word).map { names[$0] } ?? word }
    return try names.names(of: whole)
  }

  /// The positions of the decks that ``query`` finds, the likeliest first.
  package var matches: [Int] {
    query.isBlank ? Array(decks.indices) : DeckFinder(names).positions(found: query)
  }

  /// Encodes the decks on the page.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      shown.indices.map { Line(deck: decks[$0], progress: progress[$0]) }, forKey: .decks)
    try container.encode(selectedDeck, forKey: .selectedDeck)
    try container.encode(decks.count, forKey: .total)
    try container.encode(page, forKey: .page)
    try container.encode(message, forKey: .message)
  }
}

extension DecksState {
  /// The current state, with `decks` in the list.
  init(
    _ decks: [Deck], _ details: DeckDetails, _ bank: QuestionBank, page: ListPosition,
    message: Message?, _ query: String = ""
  ) throws {
    self.decks = try bank.summaries(of: decks)
    progress = try details.recall(of: decks)
    self.page = page.adapted(to: decks.count)
    let selected = try bank.selectedDeck
    selectedDeck = selected
    self.message = message
    self.query = query
    preview = details.preview
  }
}

/// A deck as scripts read it.
private struct Line: Encodable {
  let deck: DeckSummary
  let progress: RecallOverview.Part

  private enum CodingKeys: CodingKey {
    case name, questions, due, asked, lastRight, known, problemCount
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(deck.name, forKey: .name)
    try line.encode(deck.questions, forKey: .questions)
    try line.encode(progress.due, forKey: .due)
    try line.encode(progress.asked, forKey: .asked)
    try line.encode(progress.lastRight, forKey: .lastRight)
    try line.encode(progress.known, forKey: .known)
    try line.encode(deck.problemCount, forKey: .problemCount)
  }
}

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

/// The screen for managing decks.
public final class DecksViewModel: ScreenModel<DecksCommand, DecksState> {
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
    super.init(try DecksState(decks.value, details, bank, page: page, message: nil))
    follow(decks)
    follow(bank.changes)
  }

  override func perform(_ command: DecksCommand) throws {
    switch command {
    case .new(let name):
      try bank.makeDeck(named: name)
      message = .registered
    case .rename(let name, let new):
      try bank.renameDeck(name, to: new)
      message = .saved
    case .delete(let words):
      try bank.deleteDecks(try state.names(meantBy: words))
      message = .deleted
    case .select(let word):
      let names = try word.map { try state.names(meantBy: [$0]) }
      try bank.select(deck: names?.count == 1 ? names?[0] : word)
    case .move(let move): try perform(move, in: &page, total: state.decks.count)
    case .find(let words): query = words
    case .preview(let name):
      try details.readPreview(of: name)
      keepMessage()
    }
    changed()
  }

  override func shown() throws -> DecksState {
    try DecksState(decks.value, details, bank, page: page, message: message, query)
  }
}

/// How well the decks are known, and the beginning of one. Both are remembered until something is
/// saved; otherwise moving through the list of decks and filtering it would read all answers again
/// at each key.
final class DeckDetails {
  private let reviews: Reviews?
  private let bank: QuestionBank
  private var known: (decks: [Deck], recall: [RecallOverview.Part])?
  private let bag = DisposeBag()

  /// The beginning of the deck that was read last; `nil` when something was saved since then.
  private(set) var preview: DeckPreview?

  /// - Parameter reviews: `nil` leaves the recall out.
  init(of bank: QuestionBank, _ reviews: Reviews?) {
    (self.bank, self.reviews) = (bank, reviews)
    bank.store.saves.observe { [unowned self] _ in (known, preview) = (nil, nil) }
      .disposed(by: bag)
  }

  /// How well each deck is known, in the order of the decks.
  ///
  /// - Throws: The store's error when it cannot be read.
  func recall(of decks: [Deck]) throws -> [RecallOverview.Part] {
    if let known, known.decks == decks { return known.recall }
    let recall = try reviews?.readOverview(of: decks)?.byDeck ?? decks.map { _ in .init() }
    known = (decks, recall)
    return recall
  }

  /// Reads the first questions of the deck with this name into ``preview``.
  ///
  /// - Throws: The store's error when it cannot be read.
  func readPreview(of name: String) throws {
    preview = try DeckPreview(of: name, in: bank)
  }
}
