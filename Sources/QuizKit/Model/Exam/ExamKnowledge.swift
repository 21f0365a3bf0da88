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

/// The expectation for questions that were never asked. Each section has a chance of a right
/// answer, with its uncertainty. It is derived from the first answers in that section and in the
/// other sections.
///
/// The chances of the sections vary around a common mean (a hierarchical beta-binomial model). Each
/// pair of a mean and a variation on a grid is weighted by how well it explains the first answers.
/// A learner who knows nothing still guesses, so no mean is below the chance of a lucky guess.
struct FirstAnswerPrior {
  /// The distribution Beta(a, b) of the chance in one section.
  struct Beta: Equatable {
    var a: Double
    var b: Double

    var mean: Double { a / (a + b) }
  }

  /// What holds if the common mean has a certain value.
  struct Level: Equatable {
    /// How likely the value is, from 0 to 1.
    var weight: Double
    /// The distribution of each section, independent of the other sections.
    var sections: [Beta]
  }

  /// The distribution of each section, with all values of the common mean together.
  let sections: [Beta]
  /// The distributions for each likely value of the common mean. Sections share the mean, so after
  /// few answers all of them may turn out better or worse than expected together.
  let levels: [Level]

  /// The weight below which a level is left out.
  private static let negligible = 1e-3
  private static let means = stride(from: 0.05, through: 0.951, by: 0.05).map { $0 }
  private static let strengths = [2.0, 4, 8, 16, 32]

  /// - Parameters:
  ///   - first: the first answers of each section, and how many of them were right.
  ///   - guess: the chance of a lucky guess.
  init(first: [(right: Int, answers: Int)], guess: Double = 0) {
    var points: [[(beta: Beta, weight: Double)]] = Self.means.map { known in
      let mean = guess + (1 - guess) * known
      return Self.strengths.map { strength in
        let beta = Beta(a: mean * strength, b: (1 - mean) * strength)
        let weight = first.reduce(0.0) { sum, section in
          sum + Self.logLikelihood(section.right, of: section.answers, beta)
        }
        return (beta, weight)
      }
    }
    let greatest = points.joined().lazy.map(\.weight).max() ?? 0
    for mean in points.indices {
      for index in points[mean].indices {
        points[mean][index].weight = exp(points[mean][index].weight - greatest)
      }
    }
    func level(_ points: some Collection<(beta: Beta, weight: Double)>) -> Level {
      let whole = points.reduce(0) { $0 + $1.weight }
      return Level(
        weight: whole,
        sections: first.map { Self.mixture(of: points, whole: whole, $0.right, of: $0.answers) })
    }
    let all = level(Array(points.joined()))
    sections = all.sections
    // A single section shares its mean with no other.
    let likely =
      first.count < 2
      ? [all] : points.map(level).filter { $0.weight >= Self.negligible * all.weight }
    let whole = likely.reduce(0) { $0 + $1.weight }
    levels = likely.map { Level(weight: $0.weight / whole, sections: $0.sections) }
  }

  /// The distribution of a section's chance after its first answers, as one beta distribution with
  /// the mean and the variance of all that are weighted.
  private static func mixture(
    of points: some Collection<(beta: Beta, weight: Double)>, whole: Double, _ right: Int,
    of answers: Int
  ) -> Beta {
    var (mean, square) = (0.0, 0.0)
    for (beta, weight) in points {
      let (a, b) = (beta.a + Double(right), beta.b + Double(answers - right))
      let part = weight / whole
      mean += part * a / (a + b)
      square += part * a * (a + 1) / ((a + b) * (a + b + 1))
    }
    return beta(mean: mean, variance: square - mean * mean)
  }

  /// The logarithm of the probability of these answers when the section's chance has this
  /// distribution.
  private static func logLikelihood(_ right: Int, of answers: Int, _ beta: Beta) -> Double {
    logBeta(beta.a + Double(right), beta.b + Double(answers - right)) - logBeta(beta.a, beta.b)
  }

  /// The beta distribution with this mean and variance.
  private static func beta(mean: Double, variance: Double) -> Beta {
    let strength = max(mean * (1 - mean) / max(variance, 1e-9) - 1, 0.01)
    return Beta(a: mean * strength, b: (1 - mean) * strength)
  }
}

/// The expected knowledge of a learner after studying a number of questions per day.
///
/// Each day first asks the questions that are due, and then new questions of the section where they
/// help most. It is not known in advance whether an answer will be right, so the state after an
/// answer is the mean of the states after a right and a wrong one.
struct StudyPlan {
  /// The knowledge at the end.
  let knowledge: ExamKnowledge
  /// The number of answers in the plan.
  private(set) var answers = 0

  private static let day: Int64 = 86_400_000

  /// - Parameters:
  ///   - perDay: the number of questions to answer on each day.
  ///   - days: the number of days, starting tomorrow.
  init(from knowledge: ExamKnowledge, at instant: Date, perDay: Int, days: Int) {
    let start = ReviewAnswer.milliseconds(instant)
    var studied = knowledge
    let prior = knowledge.prior
    let decline = knowledge.formulas.decline(to: knowledge.calibration.uncorrected(0.9))
    /// The questions that become due on each day, as the section and the place in it.
    var due: [[(section: Int, place: Int)]] = Array(repeating: [], count: days + 1)
    func plan(_ section: Int, _ place: Int, on today: Int) {
      let asked = studied.sections[section].asked[place]
      let interval = FSRS.interval(decline: decline * asked.state.stability)
      let passed = Double(start - asked.answered) / Double(Self.day)
      let next = max(today, Int((Double(interval) - passed).rounded(.up)))
      if next <= days { due[next].append((section, place)) }
    }
    for section in studied.sections.indices {
      for place in studied.sections[section].asked.indices { plan(section, place, on: 1) }
    }
    var count = 0
    var overdue: [(section: Int, place: Int)] = []
    for today in stride(from: 1, through: days, by: 1) {
      overdue += due[today]
      let now = start + Int64(today) * Self.day
      for (section, place) in overdue.prefix(perDay) {
        studied.answer(section, place, at: now)
        plan(section, place, on: today + 1)
      }
      let repeated = min(perDay, overdue.count)
      overdue.removeFirst(repeated)
      count += repeated
      for _ in repeated..<perDay {
        guard let section = studied.neediest else { break }
        studied.learn(section, at: now, chance: prior.sections[section].mean)
        plan(section, studied.sections[section].asked.count - 1, on: today + 1)
        count += 1
      }
    }
    (self.knowledge, answers) = (studied, count)
  }
}

extension ExamKnowledge {
  /// The section where a new question helps most: the exam asks a large part of its questions, and
  /// many of them are new. `nil` when there are no new questions.
  fileprivate var neediest: Int? {
    func need(_ section: Section) -> Double {
      Double(section.drawn) / Double(max(section.total, 1))
        * Double(section.unasked) / Double(max(section.total, 1))
    }
    return sections.indices.filter { sections[$0].unasked > 0 && sections[$0].drawn > 0 }
      .max { (need(sections[$0]), $1) < (need(sections[$1]), $0) }
  }

  /// Applies another answer to a question that was answered before.
  fileprivate mutating func answer(_ section: Int, _ place: Int, at instant: Int64) {
    let asked = sections[section].asked[place]
    let days = ReviewAnswer.days(from: asked.answered, to: instant)
    let recall = formulas.recall(after: days, stability: asked.state.stability)
    sections[section].asked[place].state = formulas.mixture(
      known: calibration.corrected(recall)
    ) { formulas.next(asked.state, isRight: $0, days: days, recall: recall) }
    sections[section].asked[place].answered = instant
  }

  /// Applies the first answer to a question.
  ///
  /// - Parameter chance: the chance of a right answer, whether it is known or guessed.
  fileprivate mutating func learn(_ section: Int, at instant: Int64, chance: Double) {
    let guessing = sections[section].asked.first?.guessing ?? Guessing(choices: 4)
    let known = min(max((chance - guessing.chance) / max(1 - guessing.chance, 1e-9), 0), 1)
    let state = formulas.mixture(known: known) { formulas.first(isRight: $0) }
    sections[section].asked.append(Asked(state: state, answered: instant, guessing: guessing))
  }
}
