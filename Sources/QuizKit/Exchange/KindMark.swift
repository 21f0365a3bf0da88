/// What files of Moodle cannot say about a question of choices. We say it in a place that Moodle passes over.
///
/// Moodle has nothing but weights: one choice with the whole point looks like a question with one right answer, and weights that
/// only repeat the rule look like those of an author. In GIFT, several choices with the whole point, or none, look like several
/// right answers.
enum KindMark: String {
  /// The player picks one choice, although not exactly one has the whole point.
  case single
  /// The question has several right answers, although one choice has the whole point.
  case several
  /// As ``several``, and the weights are the author's.
  case weighted

  /// The mark that a solution needs to be read again as it is; `nil` when it needs none.
  init?(_ solution: Solution, among count: Int) {
    switch solution {
    case .single(let single):
      guard let weights = single.weights, weights.count(where: { $0 == 1 }) != 1 else { return nil }
      self = .single
    case .several(let several):
      let hasWholePoint = several.worths(among: count).contains { $0 >= 1 }
      if several.weights != nil, hasWholePoint || several.hasUsualWeights {
        self = .weighted
      } else if hasWholePoint {
        self = .several
      } else {
        return nil
      }
    case .trueFalse, .text, .number: return nil
    }
  }
}

extension SeveralSolution {
  /// The solution of weights in a file. Those that only repeat the rule are none.
  ///
  /// - Parameter mark: the mark of the question.
  init(weights: [Double], mark: KindMark?) {
    self.init(weights: weights)
    if mark != .weighted, hasUsualWeights { self.weights = nil }
  }

  /// Whether answers would be graded the same without the weights. Authors write thirds with five digits.
  fileprivate var hasUsualWeights: Bool {
    guard let weights else { return false }
    let usual = SeveralSolution(correct: correct).worths(among: weights.count)
    return zip(weights, usual).allSatisfy { abs($0 - $1) < 1e-6 }
  }
}
