import Foundation
import QuizExchange
import QuizStore

/// The knowledge of a learner about the questions of an exam.
public struct ExamKnowledge: Sendable {
  /// One question that has been answered.
  struct Asked: Sendable {
    var state: MemoryState
    /// When it was answered last, in milliseconds since 1970.
    var answered: Int64
    var guessing: Guessing
    /// The answers that were really given; those of a plan are not among them.
    var count = AnswerCount()
  }

  /// The questions of one section.
  struct Section: Sendable {
    /// The section's name; empty for an exam without sections.
    var name: String
    /// How many questions the exam asks of it.
    var drawn: Int
    /// How many questions there are.
    var total: Int
    /// The questions that have been answered.
    var asked: [Asked] = []
    /// How many of the first answers were right.
    var firstRight = 0
    /// How many first answers there were.
    var firstAnswers = 0

    /// How many questions have never been answered.
    var unasked: Int { total - asked.count }
  }

  var sections: [Section]
  /// How many answers there are to questions of the exam.
  package internal(set) var answers = 0
  let formulas: FSRS
  let calibration: RecallCalibration
  /// The evidence of the answers about the learner's memory.
  let hypotheses: [MemoryEvidence.Weighted]

  /// Creates the knowledge of a learner who forgets as the formulas say.
  init(sections: [Section], formulas: FSRS, calibration: RecallCalibration) {
    (self.sections, self.formulas, self.calibration) = (sections, formulas, calibration)
    hypotheses = [.init(weight: 1, hypothesis: .fading(factor: 1, calibration))]
  }

  /// Collects the knowledge about the questions of an exam from `model`.
  ///
  /// - Parameters:
  ///   - blueprint: what the exam asks.
  ///   - pools: the questions of each section.
  ///   - model: what the answers say about each question.
  ///   - answers: the answers from which `model` was made.
  public init(
    _ blueprint: ExamBlueprint, pools: [[Identifier<Question>]], model: RecallModel,
    answers: [ReviewAnswer]
  ) {
    let counts = blueprint.counts
    sections = blueprint.parts.indices.map { index in
      Section(name: blueprint.parts[index].name, drawn: counts[index], total: pools[index].count)
    }
    (formulas, calibration) = (model.formulas, model.calibration)
    var history = IdentifierTable<Question, History?>(answers.map(\.questionID), initially: nil)
    var evidence = MemoryEvidence(formulas: model.formulas)
    var replay = RecallModel(formulas: model.formulas)
    for answer in answers.chronological() {
      let prediction = replay.add(answer)
      var known = history[answer.questionID] ?? History(isFirstRight: answer.isRight)
      if known.count.answers == 0 { evidence.addFirst(isRight: answer.isRight) }
      if let prediction { evidence.add(prediction, after: known.count) }
      known.guessing = answer.guessing
      known.count.add(isRight: answer.isRight)
      history[answer.questionID] = known
    }
    hypotheses = evidence.weighted
    var cards = IdentifierTable<Question, Int32>(model.cards.map(\.questionID), initially: -1)
    for (index, card) in model.cards.enumerated() { cards[card.questionID] = Int32(index) }
    for (index, pool) in pools.enumerated() {
      for id in pool {
        guard let known = history[id], cards[id] >= 0 else { continue }
        let card = model.cards[Int(cards[id])]
        sections[index].asked.append(
          Asked(
            state: card.state, answered: card.answered, guessing: known.guessing,
            count: known.count))
        sections[index].firstAnswers += 1
        sections[index].firstRight += known.isFirstRight ? 1 : 0
      }
    }
    // A question that is in two sections counts once.
    let all = Set(pools.joined())
    self.answers = all.reduce(0) { $0 + (history[$1]?.count.answers ?? 0) }
  }

  /// The answers to one question.
  private struct History {
    var isFirstRight: Bool
    var guessing = Guessing(choices: nil)
    var count = AnswerCount()
  }

  /// The expectation for questions that were never asked.
  var prior: FirstAnswerPrior {
    let guesses = sections.lazy.flatMap(\.asked).map(\.guessing.chance)
    return FirstAnswerPrior(
      first: sections.map { ($0.firstRight, $0.firstAnswers) },
      guess: guesses.reduce(0, +) / Double(max(guesses.count, 1)))
  }

  /// The chance of a right answer at an instant if a hypothesis is true, whether the answer is
  /// known or guessed. `mean` is the chance of a right answer to a question of the section that was
  /// never asked.
  ///
  /// Reviews count whole days and treat recall on the first day as certain. For an exam that takes
  /// place in an hour this would be wrong, so time counts in fractions of days here.
  func chance(
    of asked: Asked, at instant: Int64, if hypothesis: MemoryHypothesis, mean: Double
  ) -> Double {
    let days = max(0, Double(instant - asked.answered) / 86_400_000)
    let recall = formulas.recall(after: days, stability: asked.state.stability)
    return hypothesis.chanceOfRight(
      to: .init(recall: recall, guessing: asked.guessing, count: asked.count, mean: mean), formulas)
  }
}
