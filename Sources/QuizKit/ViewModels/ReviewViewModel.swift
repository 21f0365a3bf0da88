import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The questions due for review.
  package static let review = ScreenName(rawValue: "review")
}

/// The state of the review screen: the questions due today, what is known, and what is to come.
package struct ReviewState: ScreenState {
  package static let screen = ScreenName.review

  /// One question that is due.
  package struct Item: Encodable, Equatable, Sendable {
    /// The question's number in the list, from 1.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The question.
    package var question: String
    /// Its kind. Not encoded, because `manage` shows it.
    package var kind: QuestionContent.Kind
    /// The name of its deck.
    package var deck: String
    /// The chance, from 0 to 1, that it is recalled now.
    package var recall: Double
    /// The day on which it became due, which is today or was earlier.
    package var next: Day
    /// The number of days since it became due; 0 for today.
    package var overdue: Int

    private enum CodingKeys: CodingKey { case number, id, question, deck, recall, next, overdue }
  }

  /// A future day.
  package struct Upcoming: Encodable, Equatable, Sendable {
    /// The day.
    package var day: Day
    /// The number of questions that become due on that day.
    package var questions: Int
  }

  /// The cost of a target.
  package struct Price: Encodable, Equatable, Sendable {
    /// The chance of recall on the day on which a question comes back, in percent.
    @Share package var target: Int
    /// The number of answers a day that the target requires.
    package var answersPerDay: Double
  }

  /// The day for which the review was computed.
  package var today: Day
  /// The deck that the review is limited to; `nil` for all.
  @Nullable package var deck: String?
  /// The tag that the review is limited to; `nil` for all.
  @Nullable package var tag: String?
  /// The chance of recall on the day on which a question comes back, in percent.
  @Share package var target: Int
  /// The target before another one was chosen on this screen; `nil` when none was.
  @Share package var targetBefore: Int?
  /// Whether the numbers of the formulas were fitted to the learner.
  package var fitted: Bool
  /// The expected number of questions that are known now.
  package var known: Double
  /// The standard deviation of ``known``.
  package var deviation: Double
  /// The number of questions that have ever been asked.
  package var asked: Int
  /// How many of them were right when they were last asked.
  package var lastRight: Int
  /// The number of answers that do not count, because they are dated in the future.
  package var ahead: Int
  /// The number of questions that are due.
  package var due: Int
  /// The most of them that a round asks; 0 for all.
  package var round: Int
  /// The chance of recall, in whole percent, when it is the same for all due questions; otherwise
  /// `nil`.
  @Share package var recallOfAll: Int?
  /// The due questions on the current page, the least likely to be recalled first.
  package var items: [Item]
  /// The current page of the list.
  package var page: ListPosition
  /// The next ``RecallPlan/forecastDays`` days, from tomorrow on, including those on which nothing
  /// becomes due.
  package var forecast: [Upcoming]
  /// The next days with questions due, at most ``upcomingDays``.
  package var upcoming: [Upcoming]
  /// The number of answers a day that the target requires.
  package var answersPerDay: Double
  /// The costs of other targets, including the one before.
  package var prices: [Price]
  /// The progress of a running fit, in percent; `nil` when there is none.
  @Share package var fitting: Int?

  /// The most future days to list.
  static let upcomingDays = 5
  /// The targets whose prices are listed.
  static let pricedTargets = [70, 80, 85, 90, 95, 97]

  package var timeless: Self {
    var copy = self
    copy.fitting = nil
    return copy
  }
}

extension ReviewState {
  /// Today's review of some of the questions.
  init(
    _ reviews: Reviews, _ scope: ReviewScope, targetBefore: Int?, page: ListPosition, fitting: Int?
  ) throws {
    let (bank, plan) = (reviews.bank, try reviews.plan(of: scope))
    let names = Dictionary(uniqueKeysWithValues: try bank.decks().map { ($0.id, $0.name) })
    let dueItems = plan.due
    today = plan.today
    deck = scope.deckID.flatMap { names[$0] }
    tag = scope.tag
    let target = try reviews.percent
    self.target = target
    self.targetBefore = targetBefore
    fitted = try reviews.keptFit() != nil
    known = plan.known
    deviation = plan.knownDeviation
    asked = plan.items.count
    lastRight = try reviews.lastRight(in: plan)
    ahead = try reviews.answers.ahead()
    due = dueItems.count
    round = bank.world.settings.current.limit
    let mark = Double(target) / 100
    let percents = Set(dueItems.lazy.map { Percentage.whole($0.recall, beside: mark) })
    recallOfAll = due > 1 && percents.count == 1 ? percents.first : nil
    let page = page.adapted(to: dueItems.count)
    self.page = page
    items = try page.positions(total: dueItems.count).compactMap { position in
      let item = dueItems[position]
      guard let question = try bank.store.record(for: item.questionID) else { return nil }
      return Item(
        number: position + 1, id: question.id, question: question.content.text,
        kind: question.content.kind, deck: names[question.deckID] ?? "", recall: item.recall,
        next: item.next, overdue: plan.today.number - item.next.number)
    }
    forecast = plan.forecast.enumerated().map {
      Upcoming(day: plan.today + 1 + $0.offset, questions: $0.element)
    }
    let futureDays = plan.items.lazy.map(\.next).filter { $0 > plan.today }
    let questionsPerDay = Dictionary(futureDays.map { ($0, 1) }, uniquingKeysWith: +)
    upcoming = questionsPerDay.sorted { $0.key < $1.key }.prefix(Self.upcomingDays)
      .map { Upcoming(day: $0.key, questions: $0.value) }
    answersPerDay = plan.answersPerDay
    prices = Set(Self.pricedTargets + [targetBefore].compactMap(\.self)).sorted().map {
      Price(target: $0, answersPerDay: plan.answersPerDay(for: Double($0) / 100))
    }
    self.fitting = fitting
  }
}

/// The commands of the review screen.
package enum ReviewCommand: Equatable, Sendable {
  /// Play the due questions.
  case play(QuizOptions)
  /// Choose the chance of recall on the day on which a question comes back, in percent.
  case choose(target: Int)
  /// Move through the list.
  case move(ListMove)
}

/// The route to the questions due for review.
package typealias ReviewRoute = ScreenRoute<ReviewState, ReviewScope>

/// The review screen. It follows every save.
package final class ReviewViewModel: ScreenModel<ReviewCommand, ReviewState> {
  private let reviews: Reviews
  private let quizzes: QuizLibrary
  private let fitter: Fitter
  private let scope: ReviewScope
  /// The target before the one that was chosen here; `nil` when none was.
  private var targetBefore: Int?
  private var page = ListPosition(1, total: 0)
  /// The last state, as long as only the progress of a fit has changed since.
  private var known: ReviewState?

  /// Creates the review of some questions.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(
    reviews: Reviews, history: AttemptHistory, quizzes: QuizLibrary, fitter: Fitter,
    scope: ReviewScope
  ) throws {
    self.reviews = reviews
    self.quizzes = quizzes
    self.fitter = fitter
    self.scope = scope
    super.init(
      try ReviewState(reviews, scope, targetBefore: nil, page: page, fitting: fitter.percent))
    follow(.merge(reviews.bank.changes, history.changes, reviews.fitChanges)) {
      [unowned self] in
      known = nil
    }
    follow(fitter.$percent.skip(first: 1))
    try reviews.tellLeftOut(of: scope)
  }

  override func perform(_ command: ReviewCommand) throws {
    known = nil
    switch command {
    case .play(var options):
      options.due = true
      options.deck = options.deck ?? state.deck
      options.tag = options.tag ?? state.tag
      if scope.deckID != nil, options.deck == nil { throw BankError.nothingDue(next: nil) }
      try quizzes.start(options)
    case .choose(let target):
      let before = try reviews.percent
      guard target != before else { return }
      try reviews.choose(percent: target)
      targetBefore = before
      changed()
    case .move(let move): try perform(move, in: &page, total: state.due)
    }
  }

  override func shown() throws -> ReviewState {
    var state =
      try known
      ?? ReviewState(reviews, scope, targetBefore: targetBefore, page: page, fitting: nil)
    state.fitting = fitter.percent
    known = state
    return state
  }
}
