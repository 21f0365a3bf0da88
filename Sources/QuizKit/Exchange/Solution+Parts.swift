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
