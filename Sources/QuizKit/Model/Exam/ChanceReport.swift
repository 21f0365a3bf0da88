import Foundation
import QuizExchange
import QuizSupport

/// What to ask about the chance of passing an exam.
public struct ChanceOptions: Equatable, Sendable {
  /// The exam's name.
  package var exam: String
  /// The day of the exam; `nil` for now.
  package var day: Day?
  /// How many questions a day to study until then; `nil` when that is not asked.
  package var perDay: Int?

  /// Creates options.
  public init(exam: String, day: Day? = nil, perDay: Int? = nil) {
    (self.exam, self.day, self.perDay) = (exam, day, perDay)
  }
}

/// The chance of passing an exam, and what would change it.
public struct ChanceReport: Equatable, Sendable {
  /// What studying would change.
  package struct Plan: Equatable, Sendable {
    /// How many questions a day.
    package var perDay: Int
    /// On how many days.
    package var days: Int
    /// How many answers that makes.
    package var answers: Int
    /// What the chance is then.
    package var chance: ExamChance
  }

  /// The exam's name.
  package var exam: String
  /// The day of the exam.
  package var day: Day
  /// How many questions the exam asks.
  package var questions: Int
  /// What it takes to pass.
  package var passMark: Percent
  /// The chance without studying.
  package var chance: ExamChance
  /// How many answers it was calculated from.
  public var answers: Int
  /// What studying would change; `nil` when it was not asked.
  package var plan: Plan?
}

extension Reviews {
  /// The days for which studying is planned at most.
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
    // An exam that cannot be taken has no chance to be passed.
    var random = SplitMix64(seed: 0)
    _ = try ExamDraw(blueprint, from: pools, using: &random)
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
