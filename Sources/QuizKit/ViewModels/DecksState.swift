import QuizSupport

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
    (self.message, self.query, preview) = (message, query, details.preview)
  }
}

/// A deck as scripts read it.
private struct Line: Encodable {
  let deck: DeckSummary
  let progress: RecallOverview.Part

  private enum CodingKeys: CodingKey {
    case name, questions, due, asked, lastRight, known
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(deck.name, forKey: .name)
    try line.encode(deck.questions, forKey: .questions)
    try line.encode(progress.due, forKey: .due)
    try line.encode(progress.asked, forKey: .asked)
    try line.encode(progress.lastRight, forKey: .lastRight)
    try line.encode(progress.known, forKey: .known)
  }
}
