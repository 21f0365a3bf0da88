/// What is right about a question. It decides what kind of question it is.
public enum Solution: Hashable, Sendable {
  /// One of two or more choices is right: its position, in the author's order, from 0.
  ///
  /// A position instead of a text, so that two choices with the same text are still different answers.
  case single(Int)
  /// A statement is true or false, and these two choices are never shuffled: the position of the right one.
  case trueFalse(Int)
  /// One or more of the choices are right.
  case several(SeveralSolution)
  /// The player types a text.
  case text(TextSolution)
  /// The player types a number.
  case number(NumberSolution)

  /// The kind of the question.
  public var kind: QuestionContent.Kind {
    switch self {
    case .single: .single
    case .trueFalse: .trueFalse
    case .several: .several
    case .text: .text
    case .number: .number
    }
  }

  /// The positions of the right choices in the author's order, ascending; empty where an answer is typed.
  public var rightChoices: [Int] {
    switch self {
    case .single(let position), .trueFalse(let position): [position]
    case .several(let solution): solution.correct
    case .text, .number: []
    }
  }

  /// The position of the right choice where exactly one choice is to be picked; otherwise `nil`.
  public var rightChoice: Int? {
    switch self {
    case .single(let position), .trueFalse(let position): position
    case .several, .text, .number: nil
    }
  }
}

extension Solution {
  /// What a newer version of the question says, for the choices of the version before, of which those in `positions` are right;
  /// `nil` when the newer version has other choices.
  func keeping(
    _ positions: [Int], of choices: [Choice], from newer: [Choice]
  ) -> Solution? {
    switch self {
    case .single: return positions.first.map { .single($0) }
    case .trueFalse: return positions.first.map { .trueFalse($0) }
    case .several(var solution):
      let places = choices.compactMap { choice in newer.firstIndex { $0.text == choice.text } }
      guard places.count == choices.count else { return nil }
      solution = SeveralSolution(
        correct: positions, choose: solution.choose,
        weights: solution.weights.map { weights in
          places.map { weights.indices.contains($0) ? weights[$0] : 0 }
        })
      return .several(solution)
    case .text, .number: return self
    }
  }
}

extension Solution: Codable {
  private enum CodingKeys: String, CodingKey {
    case single
    case trueFalse = "truefalse"
    case several, text, number
  }

  public init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = solution.allKeys.first, solution.allKeys.count == 1 else {
      throw JSONDecoding.refusal(
        Reason("a solution has exactly one kind", "解答の種類はちょうど 1 つです"), by: decoder)
    }
    self =
      switch key {
      case .single: .single(try solution.decode(Int.self, forKey: key))
      case .trueFalse: .trueFalse(try solution.decode(Int.self, forKey: key))
      case .several: .several(try solution.decode(SeveralSolution.self, forKey: key))
      case .text: .text(try solution.decode(TextSolution.self, forKey: key))
      case .number: .number(try solution.decode(NumberSolution.self, forKey: key))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var solution = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .single(let position): try solution.encode(position, forKey: .single)
    case .trueFalse(let position): try solution.encode(position, forKey: .trueFalse)
    case .several(let several): try solution.encode(several, forKey: .several)
    case .text(let text): try solution.encode(text, forKey: .text)
    case .number(let number): try solution.encode(number, forKey: .number)
    }
  }
}
