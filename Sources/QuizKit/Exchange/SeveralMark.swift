/// What files of Moodle cannot say about a question with several right answers. We say it in a place that Moodle passes over.
///
/// Moodle has nothing but weights: one choice with the whole point looks like a question with one right answer, and weights that
/// only repeat the rule look like those of an author.
enum SeveralMark: String {
  /// The question has several right answers, although one choice has the whole point.
  case several
  /// As ``several``, and the weights are the author's.
  case weighted

  /// The mark that a solution needs to be read again as it is; `nil` when it needs none.
  init?(_ solution: SeveralSolution, among count: Int) {
    let hasWholePoint = solution.worths(among: count).contains { $0 >= 1 }
    if solution.weights != nil, hasWholePoint || solution.hasUsualWeights {
      self = .weighted
    } else if hasWholePoint {
      self = .several
    } else {
      return nil
    }
  }
}

extension SeveralSolution {
  /// The solution of weights in a file. Those that only repeat the rule are none.
  ///
  /// - Parameter mark: the mark of the question.
  init(weights: [Double], mark: SeveralMark?) {
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
