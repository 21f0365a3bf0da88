import QuizKit

/// The mean log loss of all predictions for some answers, each predicted from those before it.
struct Loss {
  private(set) var count = 0
  private(set) var plain = 0.0
  private(set) var calibrated = 0.0

  init(of formulas: FSRS, on answers: [ReviewAnswer]) {
    var (count, plain, calibrated) = (0, 0.0, 0.0)
    _ = RecallModel(of: answers, formulas: formulas) { prediction in
      let guessing = prediction.guessing
      count += 1
      plain += LogLoss.of(
        isRight: prediction.isRight, chance: guessing.chanceOfRight(recall: prediction.recall))
      calibrated += LogLoss.of(
        isRight: prediction.isRight, chance: guessing.chanceOfRight(recall: prediction.corrected))
    }
    self.count = count
    self.plain = plain / Double(count)
    self.calibrated = calibrated / Double(count)
  }
}
