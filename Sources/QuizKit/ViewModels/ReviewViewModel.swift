import Signals

extension ScreenName {
  /// The questions due for review.
  public static let review = ScreenName(rawValue: "review")
}

/// The state of the review screen: the questions due today, and the number of questions in each
/// box.
public struct ReviewState: ScreenState {
  public static let screen = ScreenName.review

  /// One question that is due.
  public struct Item: Encodable, Equatable, Sendable {
    /// The question's number in the list, from 1.
    public var number: Int
    /// The question.
    public var question: String
    /// The name of its deck.
    public var deck: String
    /// The box of the question, from 1.
    public var box: Int
    /// The day on which it became due.
    public var due: Day
    /// The number of days since it became due; 0 for today.
    public var overdue: Int
  }

  /// One box. A question moves between boxes with its answers.
  public struct Box: Encodable, Equatable, Sendable {
    /// The number of the box, from 1.
    public var box: Int
    /// The days from an answer until a question in this box is due.
    public var interval: Int
    /// The number of questions in the box.
    public var questions: Int
  }

  /// A future day with questions due.
  public struct Upcoming: Encodable, Equatable, Sendable {
    /// The day.
    public var day: Day
    /// The number of questions that become due on that day.
    public var questions: Int
  }

  /// The day for which the review was computed.
  public var today: Day
  /// The deck that the review is limited to; `nil` for all.
  @Nullable public var deck: String?
  /// The number of questions that are due.
  public var due: Int
  /// The due questions on the current page, longest overdue first.
  public var items: [Item]
  /// The current page of the list.
  public var page: ListPage
  /// The boxes. Together they contain every question that was ever asked.
  public var boxes: [Box]
  /// The next days with questions due, at most ``upcomingDays``.
  public var upcoming: [Upcoming]

  /// The most future days to list.
  static let upcomingDays = 5
}

extension ReviewState {
  /// Today's review for a deck of `bank`, or for all decks.
  init(_ bank: QuestionBank, deck: Identifier<Deck>?, pageNumber: Int) throws {
    let plan = try bank.reviewPlan(deck: deck)
    let names = Dictionary(uniqueKeysWithValues: try bank.decks().map { ($0.id, $0.name) })
    let dueEntries = plan.due
    today = plan.today
    self.deck = deck.flatMap { names[$0] }
    due = dueEntries.count
    let page = ListPage(pageNumber, total: dueEntries.count)
    self.page = page
    items = try page.positions(total: dueEntries.count).compactMap { position in
      let entry = dueEntries[position]
      guard let question = try bank.store.record(for: entry.questionID) else { return nil }
      return Item(
        number: position + 1, question: question.content.text,
        deck: names[question.deckID] ?? "", box: entry.card.box, due: entry.card.due,
        overdue: plan.today.number - entry.card.due.number)
    }
    boxes = LeitnerCard.intervals.enumerated().map { index, interval in
      Box(
        box: index + 1, interval: interval,
        questions: plan.entries.count { $0.card.box == index + 1 })
    }
    let later = plan.entries.lazy.map(\.card.due).filter { $0 > plan.today }
    upcoming = Dictionary(later.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { $0.key < $1.key }.prefix(Self.upcomingDays)
      .map { Upcoming(day: $0.key, questions: $0.value) }
  }
}

/// The commands of the review screen.
public enum ReviewCommand: Equatable, Sendable {
  /// Play the due questions.
  case play(QuizOptions)
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
}

/// The route to the questions due for review in one deck, or in all for `nil`.
public typealias ReviewRoute = ScreenRoute<ReviewState, Identifier<Deck>?>

/// The review screen. It follows every save.
public final class ReviewViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<ReviewCommand, ReviewState>

  private let bank: QuestionBank
  private let quizzes: QuizLibrary
  /// An identifier rather than a name, because an undo may rename the deck.
  private let deckID: Identifier<Deck>?
  private var pageNumber = 1

  /// Creates the review of a deck, or of all decks.
  ///
  /// - Throws: The store's error when it cannot be read.
  public init(
    bank: QuestionBank, history: AttemptHistory, quizzes: QuizLibrary,
    deck deckID: Identifier<Deck>?
  ) throws {
    (self.bank, self.quizzes, self.deckID) = (bank, quizzes, deckID)
    core = ScreenCore(try ReviewState(bank, deck: deckID, pageNumber: 1))
    core.start(self)
    core.follow(.merge(bank.changes, history.changes))
  }

  func perform(_ command: ReviewCommand) throws {
    switch command {
    case .play(var options):
      options.due = true
      options.deck = options.deck ?? state.deck
      if deckID != nil, options.deck == nil { throw BankError.nothingDue(next: nil) }
      try quizzes.start(options)
    case .nextPage: try turn(by: 1)
    case .previousPage: try turn(by: -1)
    }
  }

  func shown() throws -> ReviewState {
    try ReviewState(bank, deck: deckID, pageNumber: pageNumber)
  }

  private func turn(by pages: Int) throws {
    pageNumber = try state.page.turned(by: pages).number
    core.changed()
  }
}
