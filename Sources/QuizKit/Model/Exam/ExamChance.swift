import Foundation
import QuizExchange

/// The chance of passing an exam at an instant, when each question is answered.
///
/// The exact distribution of the score: whether each question that was asked is answered right depends
/// on its recall, by chance; how many of the others are depends on `FirstAnswerPrior`. Of all
/// questions of a section the exam draws some at random. Sections are independent of each other.
public struct ExamChance: Equatable, Sendable {
  /// What to expect of one section.
  package struct Section: Equatable, Sendable {
    /// The name; empty for an exam without sections.
    package var name: String
    /// How many questions the exam asks.
    package var questions: Int
    /// How many of them are answered right, in expectation.
    package var right: Double
    /// Which part of all marks that are lost is lost here.
    package var share: Double
    /// How many questions of the section were answered before, and how many there are.
    package var asked: Int
    package var total: Int
  }

  /// How sure ``low`` and ``high`` are.
  package static let certainty = 0.95
  /// How many answers it takes to say anything.
  package static let leastAnswers = 30

  /// The chance of passing, from 0 to 1.
  public var chance: Double
  /// The share of the possible marks to expect. Below 0 where wrong answers cost more than right ones
  /// bring.
  package var expected: Double
  /// The share of the possible marks that one gets at least and at most with the chance
  /// `certainty`.
  public var low: Double
  public var high: Double
  /// The sections, the one that costs most marks first.
  package var sections: [Section]

  /// Calculates the chance at an instant from what is known about the questions of each of the
  /// blueprint's parts.
  public init(_ blueprint: ExamBlueprint, _ knowledge: ExamKnowledge, at instant: Date) {
    let instant = ReviewAnswer.milliseconds(instant)
    let priors = FirstAnswerPrior(
      first: knowledge.sections.map { ($0.firstRight, $0.firstAnswers) })
    var sum = ScoreDistribution()
    var sections: [Section] = []
    for (section, prior) in zip(knowledge.sections, priors.sections) {
      let known = ScoreDistribution(
        events: section.asked.map { knowledge.chance(of: $0, at: instant) })
      let new = ScoreDistribution(count: section.unasked, a: prior.a, b: prior.b)
      let right = known.adding(new).sample(section.drawn, of: section.total)
      sum = sum.adding(right)
      sections.append(
        Section(
          name: section.name, questions: section.drawn, right: right.mean, share: 0,
          asked: section.asked.count, total: section.total))
    }
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
  /// The marks for so many right answers, when all others are wrong.
  func marks(right: Double) -> Double {
    right * marks.right.value + (Double(questions) - right) * marks.wrong.value
  }

  /// The fewest right answers with which one passes, when all others are wrong; more than there are
  /// questions when one cannot pass.
  var leastRight: Int {
    (0...questions).first { isPassed(marks(right: Double($0))) } ?? questions + 1
  }

  /// Whether so many marks are enough to pass.
  public func isPassed(_ marks: Double) -> Bool {
    // Thirds of marks are rounded when they are added up.
    marks >= possible * passMark.share - 1e-9
  }
}
