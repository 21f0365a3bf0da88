import Foundation
import QuizExchange

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
