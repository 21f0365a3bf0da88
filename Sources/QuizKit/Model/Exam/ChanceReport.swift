import Foundation
import QuizExchange
import QuizSupport

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
    (self.exam, self.day, self.perDay) = (exam, day, perDay)
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
    let today = Day(now, in: bank.timeZone)
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
