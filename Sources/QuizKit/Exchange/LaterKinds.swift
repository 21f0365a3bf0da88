/// Questions of packages whose kinds a quiz cannot ask yet.
///
/// All readers of packages describe such questions here, so that one place decides what becomes of
/// them.
enum LaterSolution {
  /// The pairs that belong together, and further texts for the right side.
  case pairs([(left: String, right: String)], others: [String])
  /// The items in their right order.
  case order([String])
  /// A text with blanks.
  case gaps([GapPart])
  /// The back of a card.
  case card(back: String)

  /// A part of a text with blanks.
  enum GapPart {
    case text(String)
    case gap(Gap)
  }

  /// A blank.
  struct Gap {
    /// The answers that are right; of a list to choose from, its right ones.
    var accepted: [String]
    /// The list to choose from; `nil` where the answer is typed.
    var choices: [String]?
    var isCaseSensitive = false
  }

  private var kind: Fault.UnaskableKind {
    switch self {
    case .pairs: .matching
    case .order: .ordering
    case .gaps: .gaps
    case .card: .card
    }
  }

  /// Why the solution cannot be right; `nil` if it can.
  private var fault: Fault? {
    switch self {
    case .pairs(let pairs, _):
      pairs.isEmpty || pairs.contains { $0.left.isEmpty || $0.right.isEmpty }
        ? .noCorrectChoice(nil) : nil
    case .order(let items): items.count < 2 ? .tooFewChoices(items.count) : nil
    case .gaps(let parts):
      parts.contains { if case .gap(let gap) = $0 { gap.accepted.isEmpty } else { false } }
        ? .noCorrectChoice(nil) : nil
    case .card(let back): back.isEmpty ? .emptyAnswer(number: 1) : nil
    }
  }

  /// Submits a question with this solution.
  func submit(_ draft: QuestionDraft, to collector: QuestionCollector) {
    if let fault = draft.text.isEmpty ? .emptyStem : fault { return collector.refuse(draft, fault) }
    collector.refuse(draft, .notMultipleChoice(kind))
  }
}
