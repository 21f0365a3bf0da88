import QuizStore
import QuizSupport

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
