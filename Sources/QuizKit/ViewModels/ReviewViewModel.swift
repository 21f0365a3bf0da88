import Signals

/// What the review shows: what is due today, and how far the questions have come.
public struct ReviewState: ScreenState {
  public static let screen = ScreenName.review

  /// One question that is due.
  public struct Item: Encodable, Equatable, Sendable {
    /// Its number in the list, from 1.
    public var number: Int
    /// The question.
    public var question: String
    /// The deck that it is in.
    public var deck: String
    /// The box that it is in, from 1.
    public var box: Int
    /// Since when it is due.
    public var due: Day
    /// For how many days it has been due; 0 for today.
    public var overdue: Int
  }

  /// One of the boxes.
  public struct Box: Encodable, Equatable, Sendable {
    /// The box, from 1.
    public var box: Int
    /// Days from an answer until its questions are due.
    public var interval: Int
    /// How many questions are in it.
    public var questions: Int
  }

  /// A day to come.
  public struct Upcoming: Encodable, Equatable, Sendable {
    /// The day.
    public var day: Day
    /// How many questions will be due on it for the first time.
    public var questions: Int
  }

  /// The day on which it is worked out.
  public var today: Day
  /// The deck to which the review keeps; `nil` for all.
  @Nullable public var deck: String?
  /// How many questions are due.
  public var due: Int
  /// The lines of this page of what is due, the longest overdue first.
  public var items: [Item]
  /// The page of the list.
  public var page: ListPage
  /// The boxes, with all questions that were ever asked.
  public var boxes: [Box]
  /// The days on which something will be due, at most ``upcomingDays`` of them.
  public var upcoming: [Upcoming]

  /// How many days to come are told.
  static let upcomingDays = 5
}

extension ReviewState {
  /// What the plan of today looks like for a deck of `bank`, or for all.
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

/// What a person can ask for on the review screen.
public enum ReviewCommand: Equatable, Sendable {
  /// Play what is due.
  case play(QuizOptions)
  /// The next page of the list.
  case nextPage
  /// The page before.
  case previousPage
}

/// The review: what is due today, following every save.
public final class ReviewViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<ReviewCommand, ReviewState>

  private let bank: QuestionBank
  private let quizzes: QuizLibrary
  /// By identifier, because an undo may give the deck another name.
  private let deckID: Identifier<Deck>?
  private var pageNumber = 1

  /// Creates the review of a deck, or of all.
  ///
  /// - Throws: What the store throws when it cannot be read.
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
