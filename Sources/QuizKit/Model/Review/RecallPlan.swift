import Foundation
import QuizStore
import QuizSupport

/// A plan of when the questions come back to a learner, and how well they are known now.
public struct RecallPlan {
  /// One question that has been answered.
  public struct Item: Equatable, Sendable {
    /// The question.
    package let questionID: Identifier<Question>
    /// The chance, from 0 to 1, that the question is recalled now. During the first day after its
    /// last answer, this is the chance at the end of that day. Right after any answer, even a wrong
    /// one, the formulas give 1, because the solution was on the screen. This does not describe the
    /// learner's knowledge.
    package let recall: Double
    /// The number of days from its last answer until it is due.
    package let interval: Int
    /// The day on which it is due; a past day when it is overdue.
    package let next: Day
    /// The days after which the chance of recall has fallen to 90 %.
    let stability: Double
  }

  /// The targets that the user can choose from. A target is the chance of recall on the day on
  /// which a question comes back.
  public static let targets = 0.70...0.97

  /// The number of days in a ``forecast``.
  public static let forecastDays = 30

  /// All questions that have been answered, in the order of their first answers.
  public let items: [Item]
  /// The day for which the plan was made.
  package let today: Day
  /// The target for which the plan was made.
  package let target: Double
  private let formulas: FSRS
  private let calibration: RecallCalibration

  /// Creates the plan for a moment.
  ///
  /// - Parameters:
  ///   - model: the model of the learner's answers.
  ///   - now: the moment.
  ///   - localDays: determines on which day the moment falls.
  ///   - target: the desired chance of recall when a question comes back.
  /// - Precondition: `target` is one of ``targets``.
  public init(of model: RecallModel, at now: Date, in localDays: LocalDays, target: Double) {
    precondition(Self.targets.contains(target), "a target is from 70 % to 97 %")
    let (formulas, calibration) = (model.formulas, model.calibration)
    self.formulas = formulas
    self.calibration = calibration
    self.target = target
    let decline = formulas.decline(to: calibration.uncorrected(target))
    let instant = ReviewAnswer.milliseconds(now)
    today = localDays.day(of: now)
    let instants = model.cards.lazy.map(\.answered)
    let days = DayFinder(
      from: Double(instants.min() ?? 0) / 1000, to: Double(instants.max() ?? 0) / 1000,
      in: localDays)
    items = model.cards.map { known in
      var card = known
      let passed = ReviewAnswer.days(from: card.answered, to: instant)
      card.age(to: max(passed, 1), formulas)
      let interval = FSRS.interval(decline: decline * card.state.stability)
      return Item(
        questionID: card.questionID,
        recall: calibration.corrected(logit: card.logit),
        interval: interval,
        next: days.day(of: Double(card.answered) / 1000) + interval,
        stability: card.state.stability)
    }
  }

  private init(_ plan: RecallPlan, items: [Item]) {
    self.items = items
    (today, target) = (plan.today, plan.target)
    (formulas, calibration) = (plan.formulas, plan.calibration)
  }

  /// The same plan for some of the questions.
  package func among(_ questions: [Identifier<Question>]) -> RecallPlan {
    let wanted = IdentifierSet(questions)
    return RecallPlan(self, items: items.filter { wanted.contains($0.questionID) })
  }

  /// The questions that are due today or were due earlier, the least likely to be recalled first.
  public var due: [Item] { due(within: 0) }

  /// The questions that are due today, were due earlier or become due within some days, the least
  /// likely to be recalled first.
  package func due(within days: Int) -> [Item] {
    let last = today + days
    // Sorting moves less memory when it moves positions instead of items.
    var order: [(recall: Double, position: Int)] = []
    order.reserveCapacity(items.count)
    for (position, item) in items.enumerated() where item.next <= last {
      order.append((item.recall, position))
    }
    order.sort { a, b in
      a.recall == b.recall
        ? items[a.position].questionID < items[b.position].questionID : a.recall < b.recall
    }
    return order.map { items[$0.position] }
  }

  /// The first day after today on which a question is due; `nil` when there is none.
  package var next: Day? {
    items.lazy.map(\.next).filter { $0 > today }.min()
  }

  /// How many questions become due on each of the next ``forecastDays`` days, tomorrow first.
  public var forecast: [Int] {
    var counts = Array(repeating: 0, count: Self.forecastDays)
    for item in items {
      let days = item.next.number - today.number
      if days >= 1, days <= counts.count { counts[days - 1] += 1 }
    }
    return counts
  }

  /// The expected number of questions that are known now.
  public var known: Double { items.reduce(0) { $0 + $1.recall } }

  /// The standard deviation of ``known``, assuming that the questions are recalled independently.
  public var knownDeviation: Double {
    items.reduce(0) { $0 + $1.recall * (1 - $1.recall) }.squareRoot()
  }

  /// The number of answers per day that the plan asks for when each question comes back after its
  /// present interval.
  package var answersPerDay: Double { items.reduce(0) { $0 + 1 / Double($1.interval) } }

  /// The value of ``answersPerDay`` for another target.
  ///
  /// - Precondition: `target` is one of ``targets``.
  package func answersPerDay(for target: Double) -> Double {
    precondition(Self.targets.contains(target), "a target is from 70 % to 97 %")
    let decline = formulas.decline(to: calibration.uncorrected(target))
    return items.reduce(0) { $0 + 1 / Double(FSRS.interval(decline: decline * $1.stability)) }
  }
}

/// An overview of the reviews of the bank and of each deck, for the start screen.
public struct RecallOverview: Encodable, Equatable, Sendable {
  /// The overview of some of the questions.
  public struct Part: Encodable, Equatable, Sendable {
    /// The number of questions that are due.
    public var due = 0
    /// The number of questions that have been asked.
    public var asked = 0
    /// The number of questions whose last answer was right.
    public var lastRight = 0
    /// The expected number of questions that the learner knows, out of those asked.
    public var known = 0.0
    /// The number of questions whose last answer was wrong, and that are not due. Not encoded,
    /// because it only tells a person what comes next.
    package var wrong = 0

    private enum CodingKeys: CodingKey {
      case due, asked, lastRight, known
    }
  }

  /// All questions.
  public var all = Part()
  /// The questions of each deck, in the order of the decks.
  public var byDeck: [Part]
  /// The seconds that the review of what is due probably takes; `nil` where no time was measured.
  /// Not encoded, because a person reads it as a rough number of minutes.
  package var seconds: Int?

  private enum CodingKeys: CodingKey {
    case all, byDeck
  }

  /// The most answers that are read before the first screen is shown.
  static let mostAnswersAtOnce = 10_000

  /// - Parameters:
  ///   - wrong: the questions whose last answer was not right.
  ///   - changed: questions that were asked before what is right was changed. Those of which the
  ///     plan knows nothing count as asked too.
  ///   - decks: the questions of each deck.
  init(
    _ plan: RecallPlan, wrong: Set<Identifier<Question>>, changed: [Identifier<Question>] = [],
    decks questions: [[Identifier<Question>]]
  ) {
    let planned = IdentifierSet(plan.items.map(\.questionID))
    let changed = changed.filter { !planned.contains($0) }
    let all = plan.items.map(\.questionID) + changed
    let asked = IdentifierSet(all)
    var places = IdentifierTable<Question, Int?>(all, initially: nil)
    for (place, ids) in questions.enumerated() {
      for id in ids where asked.contains(id) { places[id] = place }
    }
    byDeck = Array(repeating: Part(), count: questions.count)
    for item in plan.items {
      let isRight = !wrong.contains(item.questionID)
      self.all.add(item, isRight: isRight, on: plan.today)
      if let place = places[item.questionID] {
        byDeck[place].add(item, isRight: isRight, on: plan.today)
      }
    }
    for question in changed {
      self.all.addWrong()
      if let place = places[question] { byDeck[place].addWrong() }
    }
  }
}

extension RecallOverview.Part {
  fileprivate mutating func add(_ item: RecallPlan.Item, isRight: Bool, on today: Day) {
    asked += 1
    if isRight { lastRight += 1 }
    known += item.recall
    if item.next <= today { due += 1 } else if !isRight { wrong += 1 }
  }

  /// Adds a question that has to be asked again, and whose recall is unknown.
  fileprivate mutating func addWrong() {
    asked += 1
    wrong += 1
  }
}

/// The questions of the next quiz of a deck by kind, if they are asked by need.
package struct NextRound: Equatable, Sendable {
  package var due = 0
  package var wrong = 0
  package var new = 0

  /// - Parameters:
  ///   - part: what is known of the deck's questions; `nil` before any was asked.
  ///   - questions: how many questions the deck has.
  ///   - size: how many questions the quiz asks.
  package init(_ part: RecallOverview.Part?, of questions: Int, size: Int) {
    due = min(part?.due ?? 0, size)
    let (allWrong, allNew) = (part?.wrong ?? 0, max(0, questions - (part?.asked ?? 0)))
    var rest = size - due
    while rest > 0, wrong < allWrong || new < allNew {
      if wrong < allWrong {
        wrong += 1
        rest -= 1
      }
      let more = min(Reviews.newForEachWrong, allNew - new, rest)
      new += more
      rest -= more
    }
  }
}

/// Finds the days of many instants in a time zone. Asking the time zone about each instant would
/// take longer than the rest of the work.
struct DayFinder {
  /// The offset from universal time, in seconds, that applies from `start` on.
  private struct Span {
    var start: Double
    var offset: Int
  }

  /// The spans, in ascending order of time.
  private var spans: [Span] = []
  /// How many seconds after midnight a day begins.
  private let begins: Int

  /// Finds days from `first` to `last`, in seconds since 1970.
  init(from first: Double, to last: Double, in days: LocalDays) {
    let timeZone = days.timeZone
    begins = days.begins
    var date = Date(timeIntervalSince1970: first - Double(begins))
    spans = [Span(start: -.infinity, offset: timeZone.secondsFromGMT(for: date))]
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date),
      next > date, next.timeIntervalSince1970 <= last
    {
      spans.append(
        Span(start: next.timeIntervalSince1970, offset: timeZone.secondsFromGMT(for: next)))
      date = next
    }
  }

  /// The day of an instant in seconds since 1970.
  func day(of seconds: Double) -> Day {
    let seconds = seconds - Double(begins)
    let offset = spans.last { $0.start <= seconds }?.offset ?? 0
    return Day(number: Int(((seconds + Double(offset)) / 86400).rounded(.down)))
  }
}
