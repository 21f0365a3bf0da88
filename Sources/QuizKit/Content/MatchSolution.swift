import QuizSupport

/// Two lists whose lines belong together. The player finds for each line on the left the one on the
/// right.
package struct MatchSolution: Codable, Hashable, Sendable {
  /// The pairs in the author's order, at least two.
  package var pairs: [MatchPair]

  /// Further lines on the right that belong to nothing on the left.
  package var extra: [String]

  /// Creates a solution.
  package init(_ pairs: [MatchPair], extra: [String] = []) {
    (self.pairs, self.extra) = (pairs, extra)
  }

  package init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    pairs = try solution.decode([MatchPair].self, forKey: .pairs)
    extra = try solution.decodeOrEmpty([String].self, forKey: .extra)
  }

  /// The lines on the right in the author's order, each text once. Several lines on the left may
  /// belong to the same line on the right.
  package var rights: [String] {
    var known: Set<String> = []
    return (pairs.map(\.right) + extra).filter { known.insert($0).inserted }
  }

  /// The solution without lines on the right that belong to nothing and are there already.
  package var withoutRepetitions: MatchSolution {
    MatchSolution(pairs, extra: Array(rights.dropFirst(Set(pairs.map(\.right)).count)))
  }

  /// All texts.
  package var texts: [String] { pairs.flatMap { [$0.left, $0.right] } + extra }

  /// Whether line `right` belongs to line `left`. Both are positions, the latter in ``rights``.
  package func isRight(_ right: Int?, for left: Int) -> Bool {
    let rights = rights
    guard let right, rights.indices.contains(right), pairs.indices.contains(left) else {
      return false
    }
    return rights[right] == pairs[left].right
  }

  /// The credit for an answer, from 0 to 1: the share of the right pairs, as in Moodle's
  /// `qtype_match_question::grade_response`.
  func worth(of answer: [Int?]) -> Double {
    let rights = rights
    let right = zip(pairs, answer).count { pair, given in
      given.map { rights.indices.contains($0) && rights[$0] == pair.right } ?? false
    }
    return Double(right) / Double(pairs.count)
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let limit = QuestionContent.maximumChoices
    guard (2...limit).contains(pairs.count) else {
      return Reason(
        "there \(pairs.count == 1 ? "is" : "are") \(pairs.count.counted("pair"))",
        "組が \(pairs.count) 個あります")
    }
    let rights = rights
    guard (2...limit).contains(rights.count) else {
      return Reason(
        "there are \(rights.count) different texts on the right",
        "右側に異なる項目が \(rights.count) 個あります")
    }
    return texts.contains(where: \.isBlank)
      ? Reason("a line to match is empty", "組み合わせる項目が空です") : nil
  }
}

/// Two lines that belong together.
package struct MatchPair: Codable, Hashable, Sendable {
  /// The line on the left, which the player reads as a question.
  package var left: String
  /// The line on the right, which is its answer.
  package var right: String

  /// Creates a pair.
  package init(_ left: String, _ right: String) {
    (self.left, self.right) = (left, right)
  }
}
