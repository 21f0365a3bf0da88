import Foundation

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
