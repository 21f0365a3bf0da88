import QuizSupport

/// The right answer to a question. It determines the kind of the question.
package enum Solution: Hashable, Sendable {
  /// The player picks one of two or more choices.
  case single(SingleSolution)
  /// A statement is true or false. The value is the position of the right choice. These two choices
  /// are never shuffled.
  case trueFalse(Int)
  /// One or more of the choices are right.
  case several(SeveralSolution)
  /// The player types a text.
  case text(TextSolution)
  /// The player types a number.
  case number(NumberSolution)

  /// The solution with one right choice, given its position in the author's order, from 0.
  package static func single(_ correct: Int) -> Solution { .single(SingleSolution(correct)) }

  /// The kind of the question.
  package var kind: QuestionContent.Kind {
    switch self {
    case .single: .single
    case .trueFalse: .trueFalse
    case .several: .several
    case .text: .text
    case .number: .number
    }
  }

  /// The positions of the right choices in the author's order, ascending; empty when the answer is
  /// typed.
  package var rightChoices: [Int] {
    switch self {
    case .single(let solution): solution.right
    case .trueFalse(let position): [position]
    case .several(let solution): solution.correct
    case .text, .number: []
    }
  }

  /// The position of the right choice if exactly one choice is to be picked, or of the first one if
  /// several are equally good; otherwise `nil`.
  package var rightChoice: Int? {
    switch self {
    case .single(let solution): solution.correct
    case .trueFalse(let position): position
    case .several, .text, .number: nil
    }
  }

  /// The credit for each choice, if the author wrote it; otherwise `nil`.
  package var weights: [Double]? {
    switch self {
    case .single(let solution): solution.weights
    case .several(let solution): solution.weights
    case .trueFalse, .text, .number: nil
    }
  }
}

extension Solution {
  /// Adapts this solution of a newer version of a question, which has the choices `newer`, to the
  /// choices of the previous version. Of those, the ones at `positions` are right. `nil` when the
  /// newer version has other choices.
  package func keeping(
    _ positions: [Int], of choices: [Choice], from newer: [Choice]
  ) -> Solution? {
    let places = choices.compactMap { choice in newer.firstIndex { $0.text == choice.text } }
    let weights = self.weights.map { weights in
      places.map { weights.indices.contains($0) ? weights[$0] : 0 }
    }
    switch self {
    case .trueFalse: return positions.first.map { .trueFalse($0) }
    case .text, .number: return self
    case .single where weights == nil: return positions.first.map { .single($0) }
    case .single, .several: break
    }
    guard places.count == choices.count else { return nil }
    if case .several(let several) = self {
      return .several(
        SeveralSolution(correct: positions, choose: several.choose, weights: weights))
    }
    return positions.first.map { .single(SingleSolution($0, weights: weights)) }
  }
}

extension Solution: Codable {
  private enum CodingKeys: String, CodingKey {
    case single
    case trueFalse = "truefalse"
    case several, text, number
    /// Written beside ``single``. It is not a kind of its own, so that older programs read the
    /// right choice and ignore the weights.
    case weights
  }

  package init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    let kinds = solution.allKeys.filter { $0 != .weights }
    guard let key = kinds.first, kinds.count == 1 else {
      throw JSONDecoding.refusal(
        Reason("a solution has exactly one kind", "解答の種類はちょうど 1 つです"), by: decoder)
    }
    self =
      switch key {
      case .single, .weights:
        .single(
          SingleSolution(
            try solution.decode(Int.self, forKey: .single),
            weights: try solution.decodeIfPresent([Double].self, forKey: .weights)))
      case .trueFalse: .trueFalse(try solution.decode(Int.self, forKey: key))
      case .several: .several(try solution.decode(SeveralSolution.self, forKey: key))
      case .text: .text(try solution.decode(TextSolution.self, forKey: key))
      case .number: .number(try solution.decode(NumberSolution.self, forKey: key))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var solution = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .single(let single):
      try solution.encode(single.correct, forKey: .single)
      try solution.encodeIfPresent(single.weights, forKey: .weights)
    case .trueFalse(let position): try solution.encode(position, forKey: .trueFalse)
    case .several(let several): try solution.encode(several, forKey: .several)
    case .text(let text): try solution.encode(text, forKey: .text)
    case .number(let number): try solution.encode(number, forKey: .number)
    }
  }
}
