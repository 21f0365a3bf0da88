import QuizExchange
import QuizKit
import QuizSupport

extension ExpiredExam: Report {
  var kind: String { "exam-over" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let title: String
    let points: Double
    let possible: Double
    let passed: Bool
  }

  func body(in language: Language) -> Body {
    Body(
      title: title, points: score.points, possible: score.possible, passed: score.passed)
  }
}

extension ChanceReport: Report {
  var kind: String { "chance" }
  var isRead: Bool { true }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let exam: String
    let day: Day
    let questions: Int
    @Share var passMark: Percent
    let chance: Double
    let low: Double
    let high: Double
    let expected: Double
    let answers: Int
    let sections: [SectionBody]
    @Nullable var plan: PlanBody?
  }

  struct SectionBody: Encodable {
    @Nullable var name: String?
    let questions: Int
    let expected: Double
    let share: Double
    let asked: Int
    let total: Int
  }

  struct PlanBody: Encodable {
    let perDay: Int
    let days: Int
    let answers: Int
    let chance: Double
    let low: Double
    let high: Double
    let expected: Double
  }

  func body(in language: Language) -> Body {
    let chance = chance.rounded
    return Body(
      exam: exam, day: day, questions: questions, passMark: passMark, chance: chance.chance,
      low: chance.low, high: chance.high, expected: chance.expected, answers: answers,
      sections: chance.sections.map { section in
        SectionBody(
          name: section.name.unlessEmpty, questions: section.questions,
          expected: (section.right / Double(max(section.questions, 1))).shortened,
          share: section.share.shortened, asked: section.asked, total: section.total)
      },
      plan: plan.map { plan in
        let chance = plan.chance.rounded
        return PlanBody(
          perDay: plan.perDay, days: plan.days, answers: plan.answers, chance: chance.chance,
          low: chance.low, high: chance.high, expected: chance.expected)
      })
  }
}

extension ExamExportOutcome: Report {
  var kind: String { "exam-export" }
  var isBesideOutput: Bool { isOutput }

  func body(in language: Language) -> ExamExportOutcome { self }
}

extension ExamChance {
  /// The same chance with rounded numbers, as they are written.
  fileprivate var rounded: ExamChance {
    var chance = self
    (chance.chance, chance.expected) = (chance.chance.shortened, expected.shortened)
    (chance.low, chance.high) = (low.shortened, high.shortened)
    return chance
  }
}

extension Double {
  /// The number with four decimal places, which is more precise than any chance can be known.
  /// Neither 0 nor 1 unless it is.
  fileprivate var shortened: Double {
    let rounded = (self * 10_000).rounded() / 10_000
    return rounded == 0 || rounded == 1 ? self : rounded
  }
}
