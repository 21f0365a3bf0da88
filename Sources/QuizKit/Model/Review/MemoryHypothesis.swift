/// How many answers to a question there were, and how many of them were right.
struct AnswerCount: Equatable, Sendable {
  var right = 0
  var answers = 0

  mutating func add(isRight: Bool) {
    answers += 1
    if isRight { right += 1 }
  }
}

/// A hypothesis about the memory of a learner, and what it predicts.
enum MemoryHypothesis: Equatable, Sendable {
  /// The learner forgets as the formulas say, but `factor` times as slowly. The calibration
  /// corrects what is still wrong with that.
  case fading(factor: Double, RecallCalibration)
  /// Time changes nothing: each question has its own chance of a right answer. The chances of all
  /// questions vary around their mean like a beta distribution with a + b = `strength`, so that
  /// `strength` says how many answers to a question count as much as those to all other questions.
  case lasting(strength: Double)

  /// The knowledge about a question before its next answer.
  struct Question {
    /// The chance of recall according to the formulas.
    var recall: Double
    /// The chance of a lucky guess.
    var guessing: Guessing
    /// The answers so far.
    var count: AnswerCount
    /// The chance of a right answer to a similar question that was never asked.
    var mean: Double
  }

  /// The chance of a right answer, whether it is known or guessed.
  func chanceOfRight(to question: Question, _ formulas: FSRS) -> Double {
    switch self {
    case .fading(let factor, let calibration):
      let recall = formulas.recall(question.recall, slowedBy: factor)
      return question.guessing.chanceOfRight(recall: calibration.corrected(recall))
    case .lasting(let strength):
      return (strength * question.mean + Double(question.count.right))
        / (strength + Double(question.count.answers))
    }
  }

  /// Learns from the answer to a question.
  mutating func learn(isRight: Bool, _ question: Question, _ formulas: FSRS) {
    guard case .fading(let factor, var calibration) = self else { return }
    let recall = formulas.recall(question.recall, slowedBy: factor)
    calibration.learn(isRight: isRight, recall: recall, question.guessing)
    self = .fading(factor: factor, calibration)
  }
}
