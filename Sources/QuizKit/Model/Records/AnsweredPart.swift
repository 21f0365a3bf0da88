import QuizExchange
import QuizSupport

/// A part of a question that has several, with what the player gave and what is right.
public struct AnsweredPart: Encodable, Equatable, Sendable {
  /// The number of the gap, of the place in the order, or of the line on the left, from 1.
  public var number: Int
  /// The line on the left; `nil` for gaps and orders.
  @Nullable public var left: String?
  /// The player's answer; `nil` for none.
  @Nullable public var answer: String?
  /// The right answer.
  public var correctAnswer: String
  /// Whether what was given is right. Where a part of the credit was given, it is not.
  public var correct: Bool
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
          number: index + 1, answer: answer,
          correctAnswer: gap.rightAnswers.joined(separator: " / "),
          correct: (answer.map(gap.worth) ?? 0) >= 1)
      }
    case .order:
      return choices.indices.map { place in
        let given = response.map { choices[$0.positions[place]].text }
        let right = choices[place].text
        return AnsweredPart(
          number: place + 1, answer: given, correctAnswer: right, correct: given == right)
      }
    case .match(let solution):
      let rights = solution.rights
      var given: [Int?] = []
      if case .pairs(let pairs) = response { given = pairs }
      return solution.pairs.indices.map { index in
        let answer = given.isEmpty ? nil : given[index]
        return AnsweredPart(
          number: index + 1, left: solution.pairs[index].left, answer: answer.map { rights[$0] },
          correctAnswer: solution.pairs[index].right, correct: solution.isRight(answer, for: index))
      }
    }
  }
}
