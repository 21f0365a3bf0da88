import QuizExchange
import QuizSupport

/// A part of a question that has several, with what the player gave and what is right.
public struct AnsweredPart: Encodable, Equatable, Sendable {
  /// The number of the gap, of the place in the order, or of the line on the left, from 1.
  public var number: Int
  /// The line on the left; `nil` for gaps and orders.
  @Nullable public var left: String?
  /// The player's answer; `nil` for none.
  @Nullable public var given: String?
  /// The right answer.
  public var right: String
  /// Whether what was given is right. Where a part of the credit was given, it is not.
  public var correct: Bool

  private enum CodingKeys: String, CodingKey {
    case number, left, correct
    case given = "answer"
    case right = "correctAnswer"
  }
}

extension QuestionContent {
  /// The parts of the question with an answer to them; `nil` for a question without parts.
  package func parts(of response: Response?) -> [AnsweredPart]? {
    let response = response.flatMap { $0.fits(self) ? $0 : nil }
    switch solution {
    case .single, .trueFalse, .several, .text, .number, .card: return nil
    case .gaps(let solution):
      var given: [String?] = []
      if case .gaps(let answers) = response { given = answers }
      return solution.gaps.indices.map { index in
        let (gap, answer) = (solution.gaps[index], given.isEmpty ? nil : given[index])
        return AnsweredPart(
          number: index + 1, given: answer, right: gap.rightAnswers.joined(separator: " / "),
          correct: (answer.map(gap.worth) ?? 0) >= 1)
      }
    case .order:
      return choices.indices.map { place in
        let given = response.map { choices[$0.positions[place]].text }
        let right = choices[place].text
        return AnsweredPart(
          number: place + 1, given: given, right: right, correct: given == right)
      }
    case .match(let solution):
      let rights = solution.rights
      var given: [Int?] = []
      if case .pairs(let pairs) = response { given = pairs }
      return solution.pairs.indices.map { index in
        let answer = given.isEmpty ? nil : given[index]
        return AnsweredPart(
          number: index + 1, left: solution.pairs[index].left, given: answer.map { rights[$0] },
          right: solution.pairs[index].right, correct: solution.isRight(answer, for: index))
      }
    }
  }
}
