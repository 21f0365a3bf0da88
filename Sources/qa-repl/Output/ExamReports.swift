import QuizKit

extension ChanceReport: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let exam: String
    let day: Day
    let questions: Int
    let passMark: Percent
    let chance: Double
    let low: Double
    let high: Double
    let expected: Double
    let answers: Int
    let sections: [SectionBody]
    @Nullable var plan: PlanBody?
  }

  struct SectionBody: Encodable {
    let name: String
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
    Body(
      exam: exam, day: day, questions: questions, passMark: passMark,
      chance: chance.chance.rounded(digits: 4), low: chance.low.rounded(digits: 4),
      high: chance.high.rounded(digits: 4), expected: chance.expected.rounded(digits: 4),
      answers: answers,
      sections: chance.sections.map { section in
        SectionBody(
          name: section.name, questions: section.questions,
          expected: (section.right / Double(max(section.questions, 1))).rounded(digits: 4),
          share: section.share.rounded(digits: 4), asked: section.asked, total: section.total)
      },
      plan: plan.map { plan in
        PlanBody(
          perDay: plan.perDay, days: plan.days, answers: plan.answers,
          chance: plan.chance.chance.rounded(digits: 4), low: plan.chance.low.rounded(digits: 4),
          high: plan.chance.high.rounded(digits: 4),
          expected: plan.chance.expected.rounded(digits: 4))
      })
  }
}

extension ExamExportOutcome: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let file: String
    let exam: String
    let format: String
    @Nullable var questions: Int?
    @Nullable var seed: Int?
  }

  func body(in language: Language) -> Body {
    Body(file: file, exam: exam, format: format, questions: questions, seed: seed)
  }
}

extension Double {
  /// The number with so many decimal places.
  fileprivate func rounded(digits: Int) -> Double {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
