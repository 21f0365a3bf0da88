import QuizSupport

/// The right answers of one gap in a text.
package enum Gap: Hashable, Sendable {
  /// The player types a text.
  case typed(TextSolution)
  /// The player picks one of the choices.
  case picked(GapChoices)

  /// The choices to pick from, in the author's order; empty when a text is typed.
  package var choices: [String] {
    if case .picked(let choices) = self { choices.texts } else { [] }
  }

  /// The answers that earn full credit.
  package var rightAnswers: [String] {
    switch self {
    case .typed(let solution): solution.accepted.filter(\.isRight).map(\.text)
    case .picked(let choices): choices.right.map { [$0] } ?? []
    }
  }

  /// All texts of the gap: the accepted answers, or the choices.
  package var texts: [String] {
    switch self {
    case .typed(let solution): solution.accepted.map(\.text)
    case .picked(let choices): choices.texts
    }
  }

  /// The author's feedback on an answer; empty when there is none.
  func feedback(on answer: String) -> String {
    if case .typed(let solution) = self { solution.match(answer)?.feedback ?? "" } else { "" }
  }

  /// The credit for an answer, from 0 to 1.
  package func worth(of answer: String) -> Double {
    switch self {
    case .typed(let solution): solution.match(answer)?.fraction ?? 0
    case .picked(let choices): choices.right == answer ? 1 : 0
    }
  }

  /// Why the gap cannot be filled, or `nil`.
  var fault: Reason? {
    switch self {
    case .typed(let solution): solution.fault
    case .picked(let choices): choices.fault
    }
  }
}

/// The choices of a gap.
package struct GapChoices: Hashable, Sendable {
  /// The texts in the author's order.
  package var texts: [String]
  /// The position of the right choice, from 0.
  package var correct: Int

  /// Creates the choices of a gap.
  package init(_ texts: [String], correct: Int) {
    (self.texts, self.correct) = (texts, correct)
  }

  /// The right choice; `nil` when it does not exist.
  var right: String? { texts.indices.contains(correct) ? texts[correct] : nil }

  fileprivate var fault: Reason? {
    let isWhole =
      (2...QuestionContent.maximumChoices).contains(texts.count) && right != nil
      && !texts.contains(where: \.isBlank)
    return isWhole
      ? nil
      : Reason("the choices of a gap are not complete", "空欄の選択肢が揃っていません")
  }
}

/// Written as the object of a ``TextSolution``, or as `{"choices":["is","are"],"correct":0}`.
extension Gap: Codable {
  private enum CodingKeys: CodingKey { case choices, correct }

  package init(from decoder: any Decoder) throws {
    let gap = try decoder.container(keyedBy: CodingKeys.self)
    guard gap.contains(.choices) else {
      self = .typed(try TextSolution(from: decoder))
      return
    }
    self = .picked(
      GapChoices(
        try gap.decode([String].self, forKey: .choices),
        correct: try gap.decode(Int.self, forKey: .correct)))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .typed(let solution): try solution.encode(to: encoder)
    case .picked(let choices):
      var gap = encoder.container(keyedBy: CodingKeys.self)
      try gap.encode(choices.texts, forKey: .choices)
      try gap.encode(choices.correct, forKey: .correct)
    }
  }
}
