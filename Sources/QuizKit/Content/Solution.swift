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
  /// The learner thinks of the back of a card and judges the own answer.
  case card(CardSolution)
  /// The player fills the gaps of a text.
  case gaps(GapsSolution)
  /// The player puts the choices in order. The author's order is right.
  case order
  /// The player finds what belongs together.
  case match(MatchSolution)

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
    case .card: .card
    case .gaps: .gaps
    case .order: .order
    case .match: .match
    }
  }

  /// The positions of the right choices in the author's order, ascending; empty when no choices
  /// are to be picked.
  package var rightChoices: [Int] {
    switch self {
    case .single(let solution): solution.right
    case .trueFalse(let position): [position]
    case .several(let solution): solution.correct
    case .text, .number, .card, .gaps, .order, .match: []
    }
  }

  /// The position of the right choice if exactly one choice is to be picked, or of the first one if
  /// several are equally good; otherwise `nil`.
  package var rightChoice: Int? {
    switch self {
    case .single(let solution): solution.correct
    case .trueFalse(let position): position
    case .several, .text, .number, .card, .gaps, .order, .match: nil
    }
  }

  /// The credit for each choice, if the author wrote it; otherwise `nil`.
  package var weights: [Double]? {
    switch self {
    case .single(let solution): solution.weights
    case .several(let solution): solution.weights
    case .trueFalse, .text, .number, .card, .gaps, .order, .match: nil
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
    case .text, .number, .card, .gaps, .match: return self
    case .order: return choices.map(\.text) == newer.map(\.text) ? self : nil
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
    case several, text, number, card, gaps, order, match
    /// Written beside ``single``. It is not a kind of its own, so that older programs read the
    /// right choice and ignore the weights.
    case weights
  }

  package init(from decoder: any Decoder) throws {
    let (solution, key) = try Self.members(from: decoder)
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
      case .card: .card(try solution.decode(CardSolution.self, forKey: key))
      case .gaps: .gaps(try solution.decode(GapsSolution.self, forKey: key))
      case .order: .order
      case .match: .match(try solution.decode(MatchSolution.self, forKey: key))
      }
  }

  private static func members(
    from decoder: any Decoder
  ) throws -> (KeyedDecodingContainer<CodingKeys>, CodingKeys) {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    let kinds = solution.allKeys.filter { $0 != .weights }
    guard let key = kinds.first, kinds.count == 1 else {
      throw JSONDecoding.refusal(
        Reason("a solution has exactly one kind", "解答の種類は 1 つだけにしてください"), by: decoder)
    }
    return (solution, key)
  }

  /// The kind of a solution, decoded without the rest of it.
  package struct OnlyKind: Decodable, Sendable {
    /// The kind of the question.
    package let kind: QuestionContent.Kind

    package init(from decoder: any Decoder) throws {
      kind = QuestionContent.Kind(rawValue: try members(from: decoder).1.rawValue) ?? .single
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
    case .card(let card): try solution.encode(card, forKey: .card)
    case .gaps(let gaps): try solution.encode(gaps, forKey: .gaps)
    case .order: try solution.encode(true, forKey: .order)
    case .match(let match): try solution.encode(match, forKey: .match)
    }
  }
}
