import QuizSupport

/// The choices that are right when a player picks one or more of them.
package struct SeveralSolution: Codable, Hashable, Sendable {
  /// The positions of the right choices in the author's order, from 0, ascending; at least one.
  package private(set) var correct: [Int]

  /// How many choices the author asks for; `nil` when the question says "all that apply".
  package var choose: Int?

  /// The credit for each choice, from -1 to 1, in the author's order; `nil` when the author wrote
  /// none. Moodle calls it the fraction of an answer.
  package var weights: [Double]?

  /// Creates a solution.
  package init(correct: some Sequence<Int>, choose: Int? = nil, weights: [Double]? = nil) {
    self.correct = Set(correct).sorted()
    self.choose = choose
    self.weights = weights
  }

  /// Accepts positions in any order, and repeated ones.
  package init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      correct: try solution.decode([Int].self, forKey: .correct),
      choose: try solution.decodeIfPresent(Int.self, forKey: .choose),
      weights: try solution.decodeIfPresent([Double].self, forKey: .weights))
  }

  /// Creates a solution from weights. Every choice with a positive weight is right.
  ///
  /// - Parameter weights: the credit for each choice, from -1 to 1.
  package init(weights: [Double], choose: Int? = nil) {
    self.init(
      correct: weights.indices.filter { weights[$0] > 0 }, choose: choose, weights: weights)
  }

  /// Why the solution does not fit `count` choices; `nil` when it does.
  func fault(among count: Int) -> Reason? {
    guard let first = correct.first, let last = correct.last, first >= 0, last < count else {
      return Reason(
        "no choice is right, or one that does not exist", "正解の選択肢がないか、存在しない選択肢が正解になっています")
    }
    if let choose, !(1...count).contains(choose) {
      return Reason(
        "it asks for \(choose) of \(count.counted("choice"))",
        "\(count) 個の選択肢から \(choose) 個を選ばせています")
    }
    guard let weights else { return nil }
    return ChoiceWeights.fault(of: weights, among: count)
  }
}
