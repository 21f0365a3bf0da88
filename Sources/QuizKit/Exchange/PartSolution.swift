import QuizSupport

/// A solution with several parts, as readers of packages find it.
enum PartSolution {
  /// The pairs that belong together, and further texts for the right side.
  case pairs([(left: String, right: String)], others: [String])
  /// The items in their right order.
  case order([Choice])
  /// A text with gaps.
  case gaps([GapPart])

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

  /// A text with gaps between its pieces.
  static func gaps(_ pieces: [String], _ gaps: [FoundGap]) -> PartSolution {
    .gaps(zip(pieces, gaps).flatMap { [.text($0), .gap($1)] } + [.text(pieces.last ?? "")])
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

extension Solution {
  /// Why a card, or a solution with several parts, does not fit the text of its question, or `nil`.
  package func partFault(in text: String) -> Fault? {
    switch self {
    case .single, .trueFalse, .several, .text, .number, .order: nil
    case .card(let solution): solution.draftFault
    case .gaps(let solution): solution.draftFault(in: text)
    case .match(let solution): solution.draftFault
    }
  }
}

/// The rules for cards, and for questions whose answer has several parts, in files.
extension CardSolution {
  /// Why the solution is invalid in a file, or `nil`.
  fileprivate var draftFault: Fault? { back.isBlank ? .emptyBack : nil }
}

extension GapsSolution {
  /// Why the solution does not fit the text of its question, or `nil`.
  fileprivate func draftFault(in text: String) -> Fault? {
    if gaps.count > Self.most { return .tooManyGaps(gaps.count) }
    let shown = Set(GapText(text).gaps)
    if shown.isEmpty { return .noGaps }
    if let missing = shown.sorted().first(where: { !gaps.indices.contains($0) }) {
      return .gapWithoutAnswers(number: missing + 1)
    }
    if let hidden = gaps.indices.first(where: { !shown.contains($0) }) {
      return .gapNotInText(number: hidden + 1)
    }
    return gaps.indices.lazy.compactMap { gaps[$0].draftFault(number: $0 + 1) }.first
  }
}

extension Gap {
  fileprivate func draftFault(number: Int) -> Fault? {
    switch self {
    case .typed(let solution) where solution.accepted.contains { !$0.pattern.isBlank }:
      solution.draftFault
    case .typed: .gapWithoutAnswers(number: number)
    case .picked: fault == nil ? nil : .badGapChoices(number: number)
    }
  }
}

extension MatchSolution {
  /// Why the solution is invalid in a file, or `nil`.
  fileprivate var draftFault: Fault? {
    if pairs.count < 2 { return .tooFewPairs(pairs.count) }
    if let empty = pairs.firstIndex(where: { $0.left.isBlank || $0.right.isBlank }) {
      return .emptyPair(number: empty + 1)
    }
    if extra.contains(where: \.isBlank) { return .emptyExtra }
    let most = max(pairs.count, rights.count)
    if most > QuestionContent.maximumChoices { return .tooManyPairs(most) }
    return rights.count < 2 ? .nothingToMatch : nil
  }
}
