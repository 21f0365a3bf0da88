import Foundation

/// The questions that were asked, each with its card, worked out from what was answered; nothing is stored beside the answers.
struct ReviewPlan {
  /// A question with its card.
  struct Entry: Equatable {
    var questionID: Identifier<Question>
    var card: LeitnerCard
  }

  /// The questions that were asked in a quiz whose result was shown: the first due first, and of those of one day the least known.
  let entries: [Entry]
  /// The day for which the plan was made.
  let today: Day

  /// The plan of everything in the bank.
  ///
  /// - Throws: What the store throws when it cannot be read.
  init(of bank: QuestionBank, today: Day, timeZone: TimeZone) throws {
    self.today = today
    let questions = IdentifierSet(try bank.store.identifiers(FetchDescriptor<Question>()))
    entries = Self.entries(try bank.settledAnswers(), timeZone)
      .filter { questions.contains($0.questionID) }
      .sorted {
        ($0.card.due, $0.card.box, $0.questionID) < ($1.card.due, $1.card.box, $1.questionID)
      }
  }

  private init(entries: [Entry], today: Day) {
    (self.entries, self.today) = (entries, today)
  }

  /// The part of the plan whose questions are among `questions`.
  func among(_ questions: [Identifier<Question>]) -> ReviewPlan {
    let wanted = IdentifierSet(questions)
    return ReviewPlan(entries: entries.filter { wanted.contains($0.questionID) }, today: today)
  }

  /// What is due today.
  var due: [Entry] { entries.filter { $0.card.due <= today } }

  /// The first day after today on which something is due; `nil` when nothing will be.
  var next: Day? { entries.first { $0.card.due > today }?.card.due }

  private static func entries(_ answers: [AnswerLog.Entry], _ timeZone: TimeZone) -> [Entry] {
    var asked: [Identifier<Question>] = []
    var cards = IdentifierTable<Question, LeitnerCard?>(
      answers.map(\.questionID), initially: nil)
    for answer in answers.sorted(by: { ($0.changedAt, $0.id) < ($1.changedAt, $1.id) }) {
      let day = Day(answer.changedAt, in: timeZone)
      if cards[answer.questionID]?.answer(isCorrect: answer.isCorrect, on: day) == nil {
        cards[answer.questionID] = LeitnerCard(asked: day)
        asked.append(answer.questionID)
      }
    }
    return asked.compactMap { id in cards[id].map { Entry(questionID: id, card: $0) } }
  }
}
