import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The chance of passing an exam when it is taken at a given instant and every question is
/// answered.
///
/// Calculated from the exact distribution of the score. A question that was asked before is
/// answered right with the chance that a `MemoryHypothesis` gives to it. The number of right
/// answers to the other questions depends on `FirstAnswerPrior`. The exam draws some of the
/// questions of each section at random. If a hypothesis and a level of the prior are true, sections
/// are independent of each other; the distribution of the score is the weighted mean over all of
/// these.
public struct ExamChance: Equatable, Sendable {
  /// The expectation for one section.
  package struct Section: Equatable, Sendable {
    /// The name; empty for an exam without sections.
    package var name: String
    /// The number of questions that the exam asks in this section.
    package var questions: Int
    /// The expected number of right answers.
    package var right: Double
    /// The share of all lost marks that is lost in this section.
    package var share: Double
    /// How many questions of the section were answered before, and how many the section has.
    package var asked: Int
    package var total: Int
  }

  /// The probability that the share of the marks lies between ``low`` and ``high``.
  package static let certainty = 0.95
  /// The minimum number of answers for a prediction.
  package static let leastAnswers = 30

  /// The chance of passing, from 0 to 1.
  public var chance: Double
  /// The expected share of the possible marks. It is below 0 if wrong answers cost more marks than
  /// right answers earn.
  public var expected: Double
  /// The lower and the upper limit of the share of the possible marks, with the probability
  /// `certainty`.
  public var low: Double
  public var high: Double
  /// The sections, starting with the one where most marks are lost.
  package var sections: [Section]

  /// Calculates the chance at an instant from the knowledge about the questions of each part of the
  /// blueprint.
  public init(_ blueprint: ExamBlueprint, _ knowledge: ExamKnowledge, at instant: Date) {
    let instant = ReviewAnswer.milliseconds(instant)
    let prior = knowledge.prior
    var sections = knowledge.sections.map { section in
      Section(
        name: section.name, questions: section.drawn, right: 0, share: 0,
        asked: section.asked.count, total: section.total)
    }
    let new = prior.levels.map { level in
      zip(knowledge.sections, level.sections).map {
        ScoreDistribution(count: $0.unasked, a: $1.a, b: $1.b)
      }
    }
    var parts: [(weight: Double, distribution: ScoreDistribution)] = []
    for (weight, hypothesis) in knowledge.hypotheses.map({ ($0.weight, $0.hypothesis) }) {
      let known = zip(knowledge.sections, prior.sections).map { section, beta in
        ScoreDistribution(
          events: section.asked.map {
            knowledge.chance(of: $0, at: instant, if: hypothesis, mean: beta.mean)
          })
      }
      for (level, new) in zip(prior.levels, new) {
        let weight = weight * level.weight
        var sum = ScoreDistribution()
        for (index, section) in knowledge.sections.enumerated() {
          let right = known[index].adding(new[index]).sample(section.drawn, of: section.total)
          sections[index].right += weight * right.mean
          sum = sum.adding(right)
        }
        parts.append((weight, sum))
      }
    }
    let sum = ScoreDistribution(mixing: parts)
    let lost = sections.reduce(0) { $0 + Double($1.questions) - $1.right }
    for index in sections.indices {
      let part = Double(sections[index].questions) - sections[index].right
      sections[index].share = lost > 0 ? part / lost : 0
    }
    func share(_ right: Double) -> Double { blueprint.marks(right: right) / blueprint.possible }
    chance = sum.chance(ofAtLeast: blueprint.leastRight)
    expected = share(sum.mean)
    let interval = sum.interval(of: Self.certainty)
    (low, high) = (share(Double(interval.lowerBound)), share(Double(interval.upperBound)))
    self.sections = sections.enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }.map(\.element)
  }
}

extension ExamBlueprint {
  /// The marks for this number of right answers, when all others are wrong.
  func marks(right: Double) -> Double {
    right * marks.right.value + (Double(questions) - right) * marks.wrong.value
  }

  /// The smallest number of right answers that is enough to pass, when all others are wrong. Larger
  /// than the number of questions if passing is impossible.
  var leastRight: Int {
    (0...questions).first { isPassed(marks(right: Double($0))) } ?? questions + 1
  }

  /// Whether this number of marks is enough to pass.
  public func isPassed(_ marks: Double) -> Bool {
    // Allow for rounding errors, because marks in thirds are added up.
    marks >= possible * passMark.share - 1e-9
  }
}

/// The options of a report on the chance of passing an exam.
public struct ChanceOptions: Equatable, Sendable {
  /// The exam's name.
  package var exam: String
  /// The day of the exam; `nil` for now.
  package var day: Day?
  /// How many questions to study per day until then; `nil` to report no plan.
  package var perDay: Int?

  /// Creates options.
  public init(exam: String, day: Day? = nil, perDay: Int? = nil) {
    self.exam = exam
    self.day = day
    self.perDay = perDay
  }
}

/// The chance of passing an exam, and the effect of studying.
public struct ChanceReport: Equatable, Sendable {
  /// The effect of studying.
  package struct Plan: Equatable, Sendable {
    /// How many questions to study per day.
    package var perDay: Int
    /// The number of days of studying.
    package var days: Int
    /// The total number of answers.
    package var answers: Int
    /// The chance of passing after studying.
    package var chance: ExamChance
  }

  /// The exam's name.
  package var exam: String
  /// The day of the exam.
  package var day: Day
  /// How many questions the exam asks.
  package var questions: Int
  /// The share of the marks that is needed to pass.
  package var passMark: Percent
  /// The chance without studying.
  package var chance: ExamChance
  /// The number of answers that the chance was calculated from.
  public var answers: Int
  /// The effect of studying; `nil` when the options do not ask for a plan.
  package var plan: Plan?
}

extension Reviews {
  /// The maximum number of days for which studying is planned.
  private static let mostDays = 3650

  /// The chance of passing an exam.
  ///
  /// - Throws: `ExamRefusal`, `BankError`; what the store throws.
  public func chance(of exam: Exam, _ options: ChanceOptions) throws -> ChanceReport {
    let (now, blueprint) = (bank.now(), exam.blueprint)
    let today = bank.world.days.day(of: now)
    let day = options.day ?? today
    guard day >= today else { throw ExamRefusal.pastDay(day) }
    let days = min(day.number - today.number, Self.mostDays)
    let pools = try bank.pools(of: blueprint)
    // An exam that cannot be taken cannot be passed either, so check that a paper can be drawn.
    var random = SplitMix64(seed: 0)
    _ = try bank.drawing(blueprint) { () throws(ExamRefusal) in
      try ExamDraw(blueprint, from: pools, using: &random)
    }
    let answers = try reviewAnswers()
    let knowledge = try withModel { model in
      ExamKnowledge(blueprint, pools: pools, model: model, answers: answers)
    }
    guard knowledge.answers >= ExamChance.leastAnswers else {
      throw ExamRefusal.tooFewAnswers(knowledge.answers, needed: ExamChance.leastAnswers)
    }
    let then = now.addingTimeInterval(Double(days) * 86400)
    let plan = options.perDay.map { perDay in
      let study = StudyPlan(from: knowledge, at: now, perDay: perDay, days: days)
      return ChanceReport.Plan(
        perDay: perDay, days: days, answers: study.answers,
        chance: ExamChance(blueprint, study.knowledge, at: then))
    }
    return ChanceReport(
      exam: exam.name, day: day, questions: blueprint.questions, passMark: blueprint.passMark,
      chance: ExamChance(blueprint, knowledge, at: then), answers: knowledge.answers, plan: plan)
  }
}

/// A probability distribution of a count, such as the number of right answers in an exam.
struct ScoreDistribution {
  /// The smallest count whose probability is kept.
  private(set) var first: Int
  /// The probabilities of the counts from ``first`` on.
  private(set) var chances: [Double]

  /// The probability below which counts at both ends are dropped. They would take most of the time
  /// without a visible effect.
  private static let negligible = 1e-14

  /// The number of events up to which they are added one by one.
  private static let fewEvents = 64

  /// Creates the distribution in which the count is certainly 0.
  init() { (first, chances) = (0, [1]) }

  init(first: Int, chances: [Double]) {
    (self.first, self.chances) = (first, chances)
  }

  /// Creates the distribution of how many of some independent events occur, where each event has
  /// its own probability (the Poisson binomial distribution).
  init(events: [Double]) { self.init(events: events[...]) }

  private init(events: ArraySlice<Double>) {
    // Adding one event takes as long as the distribution is wide. Halves meet only once.
    guard events.count <= Self.fewEvents else {
      let middle = (events.startIndex + events.endIndex) / 2
      self = Self(events: events[..<middle]).adding(Self(events: events[middle...]))
      return
    }
    self.init()
    chances.reserveCapacity(events.count + 1)
    for event in events {
      chances.append(0)
      for index in stride(from: chances.count - 1, to: 0, by: -1) {
        chances[index] = chances[index] * (1 - event) + chances[index - 1] * event
      }
      chances[0] *= 1 - event
      trim()
    }
  }

  /// Creates the distribution of how many of `count` events occur that share one unknown
  /// probability, which is distributed as Beta(a, b) (the beta-binomial distribution).
  init(count: Int, a: Double, b: Double) {
    let whole = logBeta(a, b)
    self.init(
      first: 0,
      chances: (0...count).map { occurring in
        exp(
          LogFactorials.choose(count, occurring)
            + logBeta(a + Double(occurring), b + Double(count - occurring)) - whole)
      })
    trim()
  }

  /// Creates the distribution of a count that has one of several distributions, each with this
  /// probability.
  init(mixing parts: [(weight: Double, distribution: ScoreDistribution)]) {
    let first = parts.lazy.map(\.distribution.first).min() ?? 0
    let end = parts.lazy.map { $0.distribution.first + $0.distribution.chances.count }.max() ?? 0
    var chances = Array(repeating: 0.0, count: end - first)
    for (weight, part) in parts {
      for (index, chance) in part.chances.enumerated() {
        chances[part.first - first + index] += weight * chance
      }
    }
    self.init(first: first, chances: chances)
  }

  /// The expected count.
  var mean: Double {
    chances.indices.reduce(0) { $0 + Double(first + $1) * chances[$1] }
  }

  /// The probability of `count` or more.
  func chance(ofAtLeast count: Int) -> Double {
    min(chances.dropFirst(max(0, count - first)).reduce(0, +), 1)
  }

  /// The distribution of the sum of this count and another, independent one.
  func adding(_ other: ScoreDistribution) -> ScoreDistribution {
    var sums = Array(repeating: 0.0, count: chances.count + other.chances.count - 1)
    for (index, chance) in chances.enumerated() {
      for (otherIndex, otherChance) in other.chances.enumerated() {
        sums[index + otherIndex] += chance * otherChance
      }
    }
    var sum = ScoreDistribution(first: first + other.first, chances: sums)
    sum.trim()
    return sum
  }

  /// The distribution of the count in a random sample of `drawn` things out of `total`, when this
  /// is the distribution of the count among all of them (a mixture of hypergeometric
  /// distributions).
  func sample(_ drawn: Int, of total: Int) -> ScoreDistribution {
    var result = Array(repeating: 0.0, count: drawn + 1)
    let ways = LogFactorials.choose(total, drawn)
    for (index, chance) in chances.enumerated() {
      let right = first + index
      let least = max(0, drawn - (total - right))
      for count in least...max(least, min(drawn, right)) {
        result[count] +=
          chance
          * exp(
            LogFactorials.choose(right, count) + LogFactorials.choose(total - right, drawn - count)
              - ways)
      }
    }
    var sample = ScoreDistribution(first: 0, chances: result)
    sample.trim()
    return sample
  }

  /// The shortest range of counts with at least this probability.
  func interval(of chance: Double) -> ClosedRange<Int> {
    let most = chances.indices.max { chances[$0] < chances[$1] } ?? 0
    var (low, high, sum) = (most, most, chances[most])
    while sum < chance, low > 0 || high < chances.count - 1 {
      let below = low > 0 ? chances[low - 1] : -1
      let above = high < chances.count - 1 ? chances[high + 1] : -1
      if below > above {
        low -= 1
        sum += below
      } else {
        high += 1
        sum += above
      }
    }
    return (first + low)...(first + high)
  }

  private mutating func trim() {
    while chances.count > 1, chances[chances.count - 1] < Self.negligible { chances.removeLast() }
    let leading = chances.firstIndex { $0 >= Self.negligible } ?? 0
    if leading > 0 {
      chances.removeFirst(leading)
      first += leading
    }
  }
}

/// The logarithm of the beta function.
func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }

/// Logarithms of factorials.
private enum LogFactorials {
  private static let table: [Double] = {
    var table = [0.0]
    for number in 1...20_000 { table.append(table[number - 1] + log(Double(number))) }
    return table
  }()

  /// The logarithm of the number of ways to choose `part` of `whole`.
  static func choose(_ whole: Int, _ part: Int) -> Double {
    factorial(whole) - factorial(part) - factorial(whole - part)
  }

  private static func factorial(_ number: Int) -> Double {
    number < table.count ? table[number] : lgamma(Double(number) + 1)
  }
}

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
    self.sections = sections
    self.formulas = formulas
    self.calibration = calibration
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
