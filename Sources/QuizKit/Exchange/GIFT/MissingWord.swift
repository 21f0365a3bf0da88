/// A text with one gap, as GIFT writes it: the answers are in braces where the word is missing.
///
/// A reader of GIFT takes it for a question with a line where the word is missing. The mark tells
/// this program that it was a gap.
struct MissingWord {
  /// The mark of such a question, in a comment: `[kind:gaps]`.
  static let mark = "gaps"

  /// The text before the gap.
  let before: String
  /// The text after the gap.
  let after: String
  /// What fills the gap.
  let gap: Gap

  /// `nil` for a question of another kind, and for a text that does not show one gap once.
  init?(_ content: QuestionContent) {
    guard case .gaps(let solution) = content.solution, solution.gaps.count == 1 else { return nil }
    let parts = GapText(content.text).parts
    guard let place = parts.firstIndex(of: .gap(0)),
      let before = Self.text(parts[..<place]), let after = Self.text(parts[(place + 1)...])
    else { return nil }
    (self.before, self.after, gap) = (before, after, solution.gaps[0])
  }

  /// The text of parts without a gap; `nil` if there is one among them.
  private static func text(_ parts: ArraySlice<GapText.Part>) -> String? {
    var whole = ""
    for part in parts {
      guard case .text(let text) = part else { return nil }
      whole += text
    }
    return whole
  }
}

extension GIFTQuestion {
  /// Makes the question one with a gap in `text`. Nothing changes where a gap cannot hold the
  /// answers, such as feedback on choices.
  mutating func makeGap(in text: String) {
    let gap: Gap
    switch (kind, solution, correct) {
    case (.short, .text(let solution)?, _): gap = .typed(solution)
    case (.single, nil, let correct?) where choices.allSatisfy(\.feedback.isEmpty):
      gap = .picked(GapChoices(choices.map(\.text), correct: correct))
    default: return
    }
    (kind, stem, solution) = (.gaps, text, .gaps(GapsSolution([gap])))
    (choices, correct) = ([], nil)
  }
}
