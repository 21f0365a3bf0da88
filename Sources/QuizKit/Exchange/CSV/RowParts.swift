import QuizSupport

/// Cards, and questions whose answer has several parts, in the columns of a table.
///
/// | kind  | choice1 …                       | correct                               |
/// |-------|---------------------------------|---------------------------------------|
/// | card  |                                 | the back                              |
/// | order | the texts in the right order    |                                       |
/// | match | the texts on the left           | those on the right, then further ones |
/// | gaps  | the choices of each gap, if any | a line for each gap                   |
///
/// The line of a gap has the accepted texts, or the number of the right choice. Several texts in
/// one cell are separated as in ``AnswerCell``.
enum RowParts {
  // MARK: Reading

  /// The solution of a row; `nil` if the cells do not fit the kind.
  static func solution(
    _ kind: TableKind?, _ keys: [String], _ draft: inout QuestionDraft
  ) -> Solution? {
    let (choices, key) = (draft.choices, keys.first ?? "")
    switch kind {
    case .card:
      guard choices.isEmpty, !key.isEmpty else { return nil }
      return .card(CardSolution(back: key))
    case .order:
      guard key.isEmpty, choices.count > 1 else { return nil }
      return .order
    case .match:
      let rights = keys.flatMap(AnswerCell.split)
      guard choices.count > 1, rights.count >= choices.count else { return nil }
      draft.choices = []
      return .match(
        MatchSolution(
          zip(choices, rights).map { MatchPair($0.text, $1) },
          extra: Array(rights.dropFirst(choices.count))))
    case .gaps:
      guard !GapText(draft.text).gaps.isEmpty, !key.isEmpty else { return nil }
      let lines = key.split(separator: "\n").map { FieldText.make(String($0)) }
      draft.choices = []
      return .gaps(
        GapsSolution(
          lines.enumerated().map { place, line in
            gap(line, choices.indices.contains(place) ? choices[place].text : "")
          }))
    default: return nil
    }
  }

  private static func gap(_ line: String, _ choices: String) -> Gap {
    guard !choices.isEmpty else {
      return .typed(TextSolution(accepted: AnswerCell.split(line).map { AcceptedText($0) }))
    }
    let texts = AnswerCell.split(choices)
    let number = Int(line.ofOneWidth).map { $0 - 1 }
    let place =
      number.flatMap { texts.indices.contains($0) ? $0 : nil } ?? texts.firstIndex(of: line)
    return .picked(GapChoices(texts, correct: place ?? -1))
  }

  // MARK: Writing

  /// Whether the cells can hold the question. Each gap has one line, and its choices one column.
  static func canHold(_ content: QuestionContent) -> Bool {
    guard case .gaps(let solution) = content.solution else { return true }
    // An answer that is worth a part of the point has no column.
    let isAnswered = solution.gaps.allSatisfy { !$0.rightAnswers.isEmpty }
    return isAnswered && !content.solution.texts.contains { $0.contains("\n") }
      && !solution.gaps.dropFirst(QuestionContent.maximumChoices).contains { !$0.choices.isEmpty }
  }

  /// The cells of the choices.
  static func choiceCells(of content: QuestionContent) -> [String] {
    switch content.solution {
    case .match(let solution): return solution.pairs.map(\.left)
    case .gaps(let solution):
      var cells = solution.gaps.map { gap in
        gap.choices.isEmpty ? "" : AnswerCell.join(gap.choices)
      }
      while cells.last?.isEmpty == true { cells.removeLast() }
      return cells
    default: return content.choices.map(\.text)
    }
  }

  /// The cell of the right answers.
  static func answerCell(of solution: Solution) -> String {
    switch solution {
    case .card(let card): card.back
    case .match(let match): AnswerCell.join(match.pairs.map(\.right) + match.extra)
    case .gaps(let gaps):
      gaps.gaps.map { gap in
        switch gap {
        case .typed(let texts): AnswerCell.join(texts.accepted.filter(\.isRight).map(\.pattern))
        case .picked(let choices): String(choices.correct + 1)
        }
      }.joined(separator: "\n")
    default: ""
    }
  }
}
