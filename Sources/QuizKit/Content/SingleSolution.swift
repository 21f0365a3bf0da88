import QuizSupport

/// The right choice when a player picks exactly one, and the credit for each choice.
package struct SingleSolution: Hashable, Sendable {
  /// The position of the right choice in the author's order, from 0. If several choices earn the
  /// most credit, the position of the first.
  ///
  /// It is a position and not a text, so that two choices with the same text are still different
  /// answers.
  package let correct: Int

  /// The credit for each choice, from -1 to 1, in the author's order; `nil` when the right choice
  /// earns full credit and all others earn none. Moodle calls it the fraction of an answer.
  package let weights: [Double]?

  /// Creates a solution.
  ///
  /// - Parameters:
  ///   - correct: one of the choices with the most credit. For any other choice, the solution has a
  ///     ``fault(among:)``.
  ///   - weights: the credit for each choice. Weights that only say which choice is right are left
  ///     out.
  package init(_ correct: Int, weights: [Double]? = nil) {
    // Makes a negative zero positive, because files do not keep its sign.
    let weights = weights?.map { $0 + 0 }
    guard let weights, weights != weights.indices.map({ $0 == correct ? 1 : 0 }) else {
      (self.correct, self.weights) = (correct, nil)
      return
    }
    let best = weights.firstIndex(of: weights.max() ?? 0)
    let isBest = weights.indices.contains(correct) && weights[correct] == weights.max()
    (self.correct, self.weights) = (isBest ? best ?? correct : correct, weights)
  }

  /// Creates a solution from weights. The choice with the greatest weight is right. `nil` when no
  /// weight is positive.
  package init?(weights: [Double]) {
    guard let best = weights.max(), best > 0, let correct = weights.firstIndex(of: best) else {
      return nil
    }
    self.init(correct, weights: weights)
  }

  /// The positions of all right choices, ascending. Several choices are right when they share the
  /// greatest weight.
  package var right: [Int] {
    guard let weights, let best = weights.max() else { return [correct] }
    return weights.indices.filter { weights[$0] == best }
  }

  /// The credit for the choice at `position`, from -1 to 1.
  func worth(of position: Int) -> Double {
    guard let weights else { return position == correct ? 1 : 0 }
    return weights.indices.contains(position) ? weights[position] : 0
  }

  /// Why the solution does not fit `count` choices; `nil` when it does.
  func fault(among count: Int) -> Reason? {
    guard (0..<count).contains(correct) else {
      // A record can hold any number.
      let number = correct.addingReportingOverflow(1)
      let shown = number.overflow ? correct : number.partialValue
      return Reason(
        "the question has \(count.counted("choice")), and the right one is number \(shown)",
        "選択肢が \(count) 個で、正解が \(shown) 番になっています")
    }
    guard let weights else { return nil }
    if let reason = ChoiceWeights.fault(of: weights, among: count) { return reason }
    guard weights[correct] > 0, weights[correct] == weights.max() else {
      return Reason(
        "the right choice must be worth more than nothing, and no other choice more than it",
        "正解の選択肢の配点は 0 より大きく、ほかの選択肢の配点以上にしてください")
    }
    return nil
  }
}

/// The rule for the weights of choices, which applies to questions with one right choice and with
/// several.
enum ChoiceWeights {
  /// Why weights do not fit `count` choices; `nil` when they do.
  static func fault(of weights: [Double], among count: Int) -> Reason? {
    let isWhole = weights.count == count && weights.allSatisfy { (-1...1).contains($0) }
    return isWhole
      ? nil
      : Reason(
        "there must be one weight from -1 to 1 for each of \(count.counted("choice"))",
        "\(count) 個の選択肢それぞれに -1〜1 の配点が必要です")
  }
}
