import QuizExchange
import QuizStore

/// One set of questions for an exam. The same seed draws the same paper from the same bank.
public struct ExamPaper: Sendable {
  /// The exam's name.
  package let name: String
  /// The exam's plan.
  package let blueprint: ExamBlueprint
  /// The seed from which the paper was drawn.
  package let seed: Int
  /// The questions in the order in which they are asked, each with the order of its choices.
  public let items: [QuizItem]
  /// Which of the blueprint's parts each of ``items`` belongs to, from 0.
  package let places: [Int]

  /// Draws a paper.
  ///
  /// - Throws: `ExamRefusal.tooFewQuestions`; `BankError.unknownDeck`,
  ///   `BankError.unknownTag`; what the store throws.
  public init(of exam: Exam, seed: Int, from bank: QuestionBank) throws {
    try self.init(of: exam, seed: seed, from: bank, freshBy: nil)
  }

  /// Draws a paper. With `answers`, questions that were not asked for long are preferred.
  init(of exam: Exam, seed: Int, from bank: QuestionBank, freshBy answers: AnswerLog?) throws {
    (name, blueprint, self.seed) = (exam.name, exam.blueprint, seed)
    // An object, because whatever draws from it has to go on where the one before it stopped.
    var random = RandomSource(seed: UInt64(bitPattern: Int64(seed)))
    let lastAsked = try answers?.lastAsked()
    let draw = try ExamDraw(
      blueprint, from: try bank.pools(of: blueprint),
      lastAsked: lastAsked.map { asked in { asked[$0] } },
      using: &random)
    var drawn = draw.sections.enumerated().flatMap { place, ids in ids.map { (place, $0) } }
    // Sections with times of their own come one after the other.
    if !blueprint.timesSections { drawn.shuffle(using: &random) }
    let questions = try bank.questions(drawn.map(\.1))
    items = questions.map { question in
      QuizItem(question: question, order: ChoiceOrder.shuffled(question.content, using: random))
    }
    let placeOf = Dictionary(uniqueKeysWithValues: drawn.map { ($0.1, $0.0) })
    places = questions.map { placeOf[$0.id] ?? 0 }
  }
}

extension AnswerLog {
  /// When each question was asked last, in milliseconds since 1970.
  fileprivate func lastAsked() throws -> IdentifierTable<Question, Int64?> {
    let entries = try entries()
    var times = IdentifierTable<Question, Int64?>(entries.map(\.questionID), initially: nil)
    for entry in entries {
      let time = ReviewAnswer.milliseconds(entry.changedAt)
      times[entry.questionID] = max(times[entry.questionID] ?? time, time)
    }
    return times
  }
}
