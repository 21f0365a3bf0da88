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
    /// The expected number of questions that the learner knows, out of those asked.
    public var known = 0.0
  }

  /// All questions.
  public var all = Part()
  /// The questions of each deck, in the order of the decks.
  public var decks: [Part]

  /// The maximum number of answers for an overview. With more answers it would take too long, given
  /// that the user has not asked for it.
  static let mostAnswers = 10_000

  /// - Parameter decks: the questions of each deck.
  init(_ plan: RecallPlan, decks questions: [[Identifier<Question>]]) {
    let asked = IdentifierSet(plan.items.map(\.questionID))
    var places = IdentifierTable<Question, Int?>(plan.items.map(\.questionID), initially: nil)
    for (place, ids) in questions.enumerated() {
      for id in ids where asked.contains(id) { places[id] = place }
    }
    decks = Array(repeating: Part(), count: questions.count)
    for item in plan.items {
      all.add(item, on: plan.today)
      if let place = places[item.questionID] { decks[place].add(item, on: plan.today) }
    }
  }
}

extension RecallOverview.Part {
  fileprivate mutating func add(_ item: RecallPlan.Item, on today: Day) {
    asked += 1
    known += item.recall
    if item.next <= today { due += 1 }
  }
}
