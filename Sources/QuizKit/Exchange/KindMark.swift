/// A mark that states what Moodle's formats cannot express about a question with choices. It is
/// written in a place that Moodle ignores.
///
/// Moodle stores only weights: one choice with full credit looks like a question with one right
/// answer, and weights that only repeat the default look like weights of an author. In GIFT,
/// several choices with full credit, or no such choice, look like several right answers.
enum KindMark: String {
  /// The player picks one choice, although not exactly one choice has full credit.
  case single
  /// The question has several right answers, although one choice has full credit.
  case several
  /// Like ``several``, and the weights are the author's own.
  case weighted

  /// The mark that a reader needs to restore the solution unchanged; `nil` when it needs none.
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
    default: return nil
    }
  }
}

extension SeveralSolution {
  /// Creates the solution from the weights in a file. Weights that only repeat the default are
  /// dropped, unless the mark says that they are the author's own.
  ///
  /// - Parameter mark: the mark of the question.
  init(weights: [Double], mark: KindMark?) {
    self.init(weights: weights)
    if mark != .weighted, hasUsualWeights { self.weights = nil }
  }

  /// Whether answers would be graded the same without the weights. Small differences do not count,
  /// because authors write thirds with five digits.
  fileprivate var hasUsualWeights: Bool {
    guard let weights else { return false }
    let usual = SeveralSolution(correct: correct).worths(among: weights.count)
    return zip(weights, usual).allSatisfy { abs($0 - $1) < 1e-6 }
  }
}

/// The points that a file gives for each choice of a question, on a scale of its own: the one place
/// that says what is right by them. Where they are shares of the whole point, the solutions take them
/// as they are.
struct Credits {
  private let values: [Double]

  init(_ values: [Double]) { self.values = values }

  /// The solution where one choice is picked: the best choice gets the whole point, and no choice
  /// costs more than that; `nil` if none is positive.
  var singleOfPoints: SingleSolution? {
    guard let best = values.max(), best > 0 else { return nil }
    return SingleSolution(weights: values.map { max($0 / best, -1) })
  }

  /// The solution where several choices are picked and the points of the right ones are the whole;
  /// `nil` if none is positive. Where all points are alike, they only say what is right.
  var severalOfPoints: SeveralSolution? {
    let right = values.indices.filter { values[$0] > 0 }
    guard let first = right.first else { return nil }
    if values.allSatisfy({ $0 == 0 || $0 == values[first] }) {
      return SeveralSolution(correct: right)
    }
    let whole = right.reduce(0) { $0 + values[$1] }
    return SeveralSolution(weights: values.map { max($0 / whole, -1) }, mark: nil)
  }
}
