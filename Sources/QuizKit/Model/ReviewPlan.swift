import Foundation

/// The questions that were asked, each with its card, worked out from what was answered; nothing is stored beside the answers.
struct ReviewPlan {
  /// A question with its card.
  struct Entry: Equatable {
    var question: Question
    var card: LeitnerCard
  }

  /// The questions that were asked in a quiz whose result was shown: the first due first, and of those of one day the least known.
  let entries: [Entry]
  /// The day for which the plan was made.
  let today: Day

  /// The plan of everything in the store.
  ///
  /// - Throws: What the store throws when it cannot be read.
  init(store: StoreContext, today: Day, timeZone: TimeZone) throws {
    self.today = today
    entries = try Self.cards(store, timeZone)
      .compactMap { id, card in
        try store.record(for: id).map { Entry(question: $0, card: card) }
      }
      .sorted {
        ($0.card.due, $0.card.box, $0.question.id) < ($1.card.due, $1.card.box, $1.question.id)
      }
  }

  private init(entries: [Entry], today: Day) {
    (self.entries, self.today) = (entries, today)
  }

  /// The part of the plan whose questions meet `condition`.
  func filter(_ condition: (Question) -> Bool) -> ReviewPlan {
    ReviewPlan(entries: entries.filter { condition($0.question) }, today: today)
  }

  /// What is due today.
  var due: [Entry] { entries.filter { $0.card.due <= today } }

  /// The first day after today on which something is due; `nil` when nothing will be.
  var next: Day? { entries.first { $0.card.due > today }?.card.due }

  private static func cards(
    _ store: StoreContext, _ timeZone: TimeZone
  ) throws -> [Identifier<Question>: LeitnerCard] {
    // Answers of a quiz under way may still be changed.
    let underWay = Set(try store.fetch(FetchDescriptor<AttemptProgress>()).map(\.attemptID))
    let answers = try store.fetch(FetchDescriptor<Answer>())
      .filter { !underWay.contains($0.attemptID) }
      .sorted { ($0.changedAt, $0.id) < ($1.changedAt, $1.id) }
    var cards: [Identifier<Question>: LeitnerCard] = [:]
    for answer in answers {
      let day = Day(answer.changedAt, in: timeZone)
      if cards[answer.questionID]?.answer(isCorrect: answer.isCorrect, on: day) == nil {
        cards[answer.questionID] = LeitnerCard(asked: day)
      }
    }
    return cards
  }
}
