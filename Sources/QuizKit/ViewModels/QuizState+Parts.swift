import QuizExchange
import QuizSupport

// Cards, and questions whose answer has several parts.

extension QuizState {
  /// A line on the left.
  public struct Pair: Encodable, Equatable, Sendable {
    /// The line.
    public var left: String
    /// The line on the right with which the player matched it; `nil` while it is alone.
    @Nullable public var right: String?
  }

  /// Shows the parts of a question, and what the player gave for them so far.
  mutating func showParts(of item: QuizItem) {
    switch item.question.content.solution {
    case .single, .trueFalse, .several, .text, .number: return
    case .card(let solution):
      back = item.isBackShown || item.response != nil ? solution.back : nil
      grade = item.response?.grade?.name
    case .gaps(let solution):
      gaps = Array(repeating: nil, count: solution.gaps.count)
      if case .gaps(let given) = item.parts { gaps = given }
      gapChoices = solution.gaps.map(\.choices)
    case .order:
      order = item.parts == nil ? [] : item.shownOrder.map { $0 + 1 }
      lifted = item.isLifted
    case .match(let solution):
      var given: [Int?] = Array(repeating: nil, count: solution.pairs.count)
      if case .pairs(let pairs) = item.parts { given = pairs }
      let rights = solution.rights
      pairs = solution.pairs.indices.map { index in
        Pair(left: solution.pairs[index].left, right: given[index].map { rights[$0] })
      }
    }
    if item.partCount > 0 { place = item.focus + 1 }
  }
}

/// A line on the left and the line on the right that belongs to it, as a player names them.
public struct PairNumbers: Equatable, Sendable {
  /// The number of the line on the left, from 1.
  public var left: Int
  /// The number of the line on the right as it is shown, from 1.
  public var right: Int

  /// Creates a pair.
  public init(_ left: Int, _ right: Int) { (self.left, self.right) = (left, right) }
}
