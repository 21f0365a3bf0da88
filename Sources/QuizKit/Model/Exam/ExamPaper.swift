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
  /// For each of ``items``, the index of the part of the blueprint that it belongs to.
  package let places: [Int]

  /// Draws a paper.
  ///
  /// - Throws: `ExamRefusal.tooFewQuestions`; `BankError.unknownDeck`,
  ///   `BankError.unknownTag`; what the store throws.
  public init(of exam: Exam, seed: Int, from bank: QuestionBank) throws {
    try self.init(of: exam, seed: seed, from: bank, freshBy: nil)
  }

  /// Draws a paper. With `answers`, prefers questions that were not asked for a long time.
  init(of exam: Exam, seed: Int, from bank: QuestionBank, freshBy answers: AnswerLog?) throws {
    (name, blueprint, self.seed) = (exam.name, exam.blueprint, seed)
    // An object and not a value, because each draw has to continue where the previous one stopped.
    var random = RandomSource(seed: UInt64(bitPattern: Int64(seed)))
    let lastAsked = try answers?.lastAsked()
    let pools = try bank.pools(of: blueprint)
    let draw = try bank.drawing(exam.blueprint) { () throws(ExamRefusal) in
      try ExamDraw(
        exam.blueprint, from: pools, lastAsked: lastAsked.map { asked in { asked[$0] } },
        using: &random)
    }
    var drawn = draw.sections.enumerated().flatMap { place, ids in ids.map { (place, $0) } }
    // Sections with their own time limits follow each other in order.
    if !blueprint.timesSections { drawn.shuffle(using: &random) }
    let questions = try bank.questions(drawn.map(\.1))
    items = questions.map { question in
      QuizItem(question: question, order: ChoiceOrder.shuffled(question.content, using: random))
    }
    let placeOf = Dictionary(uniqueKeysWithValues: drawn.map { ($0.1, $0.0) })
    places = questions.map { placeOf[$0.id] ?? 0 }
  }
}
