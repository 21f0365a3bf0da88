import QuizExchange
import QuizStore

/// The answers that parameters are fitted to, question by question.
struct FitAnswers {
  /// One answer in the form that the formulas need.
  struct Sample {
    /// The whole days since the previous answer to the question; `nil` for its first answer.
    var days: Int?
    var grade: RecallGrade
    var guessing: Guessing
    /// The position among all answers by time, from 0.
    var position: Int

    var isRight: Bool { grade.isRight }
  }

  /// The samples of each question in chronological order, one question after another.
  let samples: [Sample]
  /// Whether any answer is graded in another way than as right or wrong.
  let hasHardOrEasy: Bool

  init(_ answers: [ReviewAnswer]) {
    let ordered = answers.chronological()
    var last = IdentifierTable<Question, Int64?>(ordered.map(\.questionID), initially: nil)
    var grouped: [(Identifier<Question>, Sample)] = []
    grouped.reserveCapacity(ordered.count)
    for (position, answer) in ordered.enumerated() {
      let days = last[answer.questionID].map {
        ReviewAnswer.days(from: $0, to: answer.milliseconds)
      }
      let sample = Sample(
        days: days, grade: answer.grade, guessing: answer.guessing, position: position)
      grouped.append((answer.questionID, sample))
      last[answer.questionID] = answer.milliseconds
    }
    samples = grouped.sorted { ($0.0, $0.1.position) < ($1.0, $1.1.position) }.map(\.1)
    hasHardOrEasy = samples.contains { $0.grade == .hard || $0.grade == .easy }
  }

  /// The log loss of each answer at some positions, predicted from all answers before it.
  ///
  /// Only predicts answers that came at least a day after the previous answer to the question.
  func losses(of formulas: FSRS, in positions: Range<Int>) -> [(position: Int, loss: Double)] {
    var state = formulas.first(isRight: true)
    var losses: [(position: Int, loss: Double)] = []
    losses.reserveCapacity(positions.count)
    for sample in samples where sample.position < positions.upperBound {
      guard let days = sample.days else {
        state = formulas.first(sample.grade, sample.guessing)
        continue
      }
      let recall = formulas.recall(after: days, stability: state.stability)
      if days > 0, sample.position >= positions.lowerBound {
        let chance = sample.guessing.chanceOfRight(recall: recall)
        losses.append((sample.position, LogLoss.of(isRight: sample.isRight, chance: chance)))
      }
      state = formulas.next(
        state, sample.grade, days: days, recall: recall, sample.guessing)
    }
    return losses
  }
}
