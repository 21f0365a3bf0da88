/// The answers that parameters are fitted to, question by question.
struct FitAnswers {
  /// One answer, as the formulas need it.
  struct Sample {
    /// The whole days since the question's answer before; `nil` for its first one.
    var days: Int?
    var isRight: Bool
    var guessing: Guessing
    /// The position among all answers by time, from 0.
    var position: Int
  }

  /// The samples of each question in order of time, one question after the other.
  let samples: [Sample]

  init(_ answers: [ReviewAnswer]) {
    let ordered = answers.chronological()
    var last = IdentifierTable<Question, Int64?>(ordered.map(\.questionID), initially: nil)
    let grouped = ordered.enumerated().map { position, answer in
      let before = last[answer.questionID]
      last[answer.questionID] = answer.milliseconds
      return (
        answer.questionID,
        Sample(
          days: before.map { ReviewAnswer.days(from: $0, to: answer.milliseconds) },
          isRight: answer.isRight, guessing: answer.guessing, position: position)
      )
    }
    samples = grouped.sorted { ($0.0, $0.1.position) < ($1.0, $1.1.position) }.map(\.1)
  }

  /// The log loss of predictions for the answers at some positions, each predicted from all answers before it.
  ///
  /// Only answers a day or more after the one before are predicted.
  func loss(of formulas: FSRS, in positions: Range<Int>) -> (sum: Double, count: Int) {
    var state = formulas.first(isRight: true)
    var (sum, count) = (0.0, 0)
    for sample in samples where sample.position < positions.upperBound {
      guard let days = sample.days else {
        state = formulas.first(isRight: sample.isRight, sample.guessing)
        continue
      }
      let recall = formulas.recall(after: days, stability: state.stability)
      if days > 0, sample.position >= positions.lowerBound {
        sum += LogLoss.of(
          isRight: sample.isRight, chance: sample.guessing.chanceOfRight(recall: recall))
        count += 1
      }
      state = formulas.next(
        state, isRight: sample.isRight, days: days, recall: recall, sample.guessing)
    }
    return (sum, count)
  }
}
