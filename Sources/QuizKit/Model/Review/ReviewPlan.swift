import Foundation

/// All questions with a review card. Calculated from the answers; nothing else is stored for reviews.
struct ReviewPlan {
  /// A question with its review card.
  struct Entry: Equatable {
    var questionID: Identifier<Question>
    var card: LeitnerCard
  }

  /// The questions of finished quizzes, ordered by due day and then by box, lowest first.
  let entries: [Entry]
  /// The day on which the plan was made.
  let today: Day

  /// Creates the plan for all questions in the bank.
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

  /// The same plan, limited to `questions`.
  func among(_ questions: [Identifier<Question>]) -> ReviewPlan {
    let wanted = IdentifierSet(questions)
    return ReviewPlan(entries: entries.filter { wanted.contains($0.questionID) }, today: today)
  }

  /// The questions that are due today or were due earlier.
  var due: [Entry] { entries.filter { $0.card.due <= today } }

  /// The first day after today on which a question is due; `nil` when there is none.
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
