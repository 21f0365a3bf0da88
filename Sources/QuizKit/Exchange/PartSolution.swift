import QuizSupport

/// A solution with several parts, as readers of packages find it.
enum PartSolution {
  /// The pairs that belong together, and further texts for the right side.
  case pairs([(left: String, right: String)], others: [String])
  /// The items in their right order.
  case order([Choice])
  /// A text with gaps.
  case gaps([GapPart])
  /// The back of a card.
  case card(back: String)

  /// A part of a text with gaps.
  enum GapPart {
    case text(String)
    case gap(FoundGap)
  }

  /// A gap, before it is known whether it can be filled.
  struct FoundGap {
    /// The answers that are right; of a list to choose from, its right ones.
    var accepted: [String]
    /// The list to choose from; `nil` where the answer is typed.
    var choices: [String]?
    var isCaseSensitive = false
    /// The credit for the typed answers that are not wholly right.
    var fractions: [String: Double] = [:]
    /// The name by which a text may show the gap several times; `nil` where it shows each once.
    var name: String?

    var gap: Gap {
      guard let list = choices else {
        let texts = accepted.map { AcceptedText($0, fraction: fractions[$0] ?? 1) }
        return .typed(TextSolution(accepted: texts, isCaseSensitive: isCaseSensitive))
      }
      // Some programs begin each list with an empty line.
      let texts = list.filter { !$0.isEmpty }
      // A position that does not exist says that no choice is right.
      let correct = accepted.first.flatMap { texts.firstIndex(of: $0) } ?? texts.count
      return .picked(GapChoices(texts, correct: correct))
    }
  }

  /// Submits a question with this solution.
  func submit(_ draft: QuestionDraft, to collector: QuestionCollector) {
    var draft = draft
    switch self {
    case .pairs(let pairs, let others):
      draft.solution = .match(
        MatchSolution(pairs.map { MatchPair($0.left, $0.right) }, extra: others))
    case .order(let items):
      draft.choices = items
      draft.solution = .order
    case .gaps(let parts):
      let (text, gaps) = Self.joined(parts)
      draft.text = text
      draft.solution = .gaps(GapsSolution(gaps.map(\.gap)))
      // The answers of a gap without any are missing, which is more than a gap that is not whole.
      if gaps.contains(where: \.accepted.isEmpty) {
        return collector.refuse(draft, .noCorrectChoice(nil))
      }
    case .card(let back): draft.solution = .card(CardSolution(back: back))
    }
    collector.submit(draft)
  }

  /// The text, in which each gap has its number, and the gaps in the order of their numbers.
  private static func joined(_ parts: [GapPart]) -> (text: String, gaps: [FoundGap]) {
    var text = ""
    var gaps: [FoundGap] = []
    for part in parts {
      switch part {
      case .text(let plain): text += GapText.escaped(plain)
      case .gap(let gap):
        let earlier = gap.name.flatMap { name in gaps.firstIndex { $0.name == name } }
        if earlier == nil { gaps.append(gap) }
        text += GapText.mark(earlier ?? gaps.count - 1)
      }
    }
    return (FieldText.make(text), gaps)
  }
}
