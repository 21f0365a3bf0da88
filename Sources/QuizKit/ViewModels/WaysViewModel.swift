import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The ways of playing a deck.
  package static let ways = ScreenName(rawValue: "ways")
}

/// The state of the screen that offers the ways of playing a deck.
package struct WaysState: ScreenState {
  package static let screen = ScreenName.ways
  package static let isPassing = true

  /// One way.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// The way.
    package var way: QuizWay
    /// The number of questions to choose from.
    package var questions: Int
    /// The number of questions that the quiz asks.
    package var count: Int
    /// The time limit of the quiz in whole seconds; `nil` for none.
    @Nullable package var timeLimit: Int?
    /// Whether the deck was played in this way last.
    package var playedLast: Bool
  }

  /// The deck's name; `nil` for the whole bank.
  @Nullable package var deck: String?
  /// The number of questions in the deck.
  package var questions: Int
  /// The ways. The one that was chosen last comes first.
  package var items: [Item]
}

extension WaysState {
  init(_ deck: Deck?, asking limit: Int, _ bank: QuestionBank, _ quizzes: QuizLibrary) throws {
    self.deck = deck?.name
    questions = try bank.questionIdentifiers(in: deck?.id).count
    let last = try quizzes.ways.last(for: deck?.id)?.way
    items = try quizzes.openWays(for: deck?.id).enumerated().map { index, open in
      let way = ChosenWay(way: open.way, limit: limit)
      return Item(
        number: index + 1, way: open.way, questions: open.questions,
        count: way.size(of: open.questions),
        timeLimit: way.time(for: open.questions)?.secondsRoundedUp, playedLast: open.way == last)
    }
  }
}

/// The commands of the screen that offers the ways of playing a deck.
package enum WaysCommand: Equatable, Sendable {
  /// Play in the way with this number in the list, from 1.
  case go(Int)
  /// Ask at most so many questions; 0 for all.
  case ask(Int)
}

/// The route to the ways of playing a deck, or the whole bank with `nil`.
package typealias WaysRoute = ScreenRoute<WaysState, Identifier<Deck>?>

extension QuestionBank {
  /// The deck for a screen that was given this name; without one, the selected deck, or `nil` for
  /// the whole bank.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package func deckToPlay(named name: String?) throws -> Identifier<Deck>? {
    try (name ?? selectedDeck).map { try deck(meantBy: $0).id }
  }
}

/// Offers the ways of playing a deck, and follows every save that changes what there is to play.
package final class WaysViewModel: ScreenModel<WaysCommand, WaysState> {
  private let bank: QuestionBank
  private let quizzes: QuizLibrary
  private let deckID: Identifier<Deck>?
  /// The most questions of a quiz; 0 for all. It is kept for the deck when it is played.
  private var limit: Int

  /// Creates the screen for a deck, or for the whole bank with `nil`.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(
    deck deckID: Identifier<Deck>?, bank: QuestionBank, quizzes: QuizLibrary,
    history: AttemptHistory
  ) throws {
    self.bank = bank
    self.quizzes = quizzes
    self.deckID = deckID
    limit = (try quizzes.ways.last(for: deckID) ?? quizzes.ways.usual).limit
    super.init(try Self.state(deckID, limit, bank, quizzes))
    follow(.merge(bank.changes, history.changes))
  }

  override func shown() throws -> WaysState { try Self.state(deckID, limit, bank, quizzes) }

  override func perform(_ command: WaysCommand) throws {
    switch command {
    case .go(let number):
      let way = try state.items.line(number).way
      try quizzes.play(
        try deckID.flatMap { try bank.store.record(for: $0) }, ChosenWay(way: way, limit: limit))
    case .ask(let limit):
      self.limit = limit
      changed()
    }
  }

  /// The ways of a deck. A deck that was deleted since has none.
  private static func state(
    _ deckID: Identifier<Deck>?, _ limit: Int, _ bank: QuestionBank, _ quizzes: QuizLibrary
  ) throws -> WaysState {
    let deck: Deck? = try deckID.flatMap { try bank.store.record(for: $0) }
    guard deckID == nil || deck != nil else {
      return WaysState(deck: nil, questions: 0, items: [])
    }
    return try WaysState(deck, asking: limit, bank, quizzes)
  }
}
