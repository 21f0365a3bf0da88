import QuizSupport

/// Properties of solutions that files store in addition to the right answers.
extension Solution {
  /// Whether the author wrote weights.
  var hasWeights: Bool { weights != nil || accepted.contains { $0.fraction != 1 } }

  /// The number of choices that the author asks for; `nil` when the question does not state it.
  var choose: Int? {
    if case .several(let solution) = self { solution.choose } else { nil }
  }

  /// Whether capital and small letters of a typed text count as different.
  var isCaseSensitive: Bool {
    if case .text(let solution) = self { solution.isCaseSensitive } else { false }
  }
}

extension Solution {
  /// Whether some gap has more than the texts that are accepted for the whole point.
  var hasGapDetails: Bool {
    hasCaseSensitiveGap
      || typedGaps.contains { texts in
        texts.accepted.contains { $0.fraction != 1 || !$0.feedback.isEmpty }
      }
  }

  /// Whether capital and small letters count as different in some gap.
  var hasCaseSensitiveGap: Bool { typedGaps.contains(where: \.isCaseSensitive) }

  /// The solutions of the gaps into which the player types.
  private var typedGaps: [TextSolution] {
    guard case .gaps(let solution) = self else { return [] }
    return solution.gaps.compactMap { if case .typed(let texts) = $0 { texts } else { nil } }
  }
}

extension QuestionContent {
  /// About how many bytes the question takes in memory.
  var memory: Int {
    // An answer has a value as well.
    var bytes = solution.texts.count * 100
    func add(_ text: String) { bytes += text.utf8.count + (text.isEmpty ? 0 : 16) }
    forEachText(add)
    tags.forEach(add)
    return bytes
  }
}

extension SingleSolution {
  /// The credit for each choice, in the author's order.
  func credits(among count: Int) -> [Double] { (0..<count).map(credit) }
}

extension SeveralSolution {
  /// The credit for each choice, in the author's order: the author's weights, or the credit that
  /// grading uses without them.
  func credits(among count: Int) -> [Double] {
    if let weights { return weights }
    let part = 1 / Double(max(correct.count, 1))
    return (0..<count).map { correct.contains($0) ? part : -part }
  }

  /// Why the solution is invalid in a file, or `nil`.
  func draftFault(among count: Int) -> Fault? {
    if let reason = fault(among: count) { return .badSolution(reason) }
    guard let weights, weights.indices.filter({ weights[$0] > 0 }) != correct else { return nil }
    return .badSolution(
      Reason(
        "the right choices, and no others, must be worth more than nothing",
        "配点を 0 より大きくするのは正解の選択肢だけにしてください"))
  }
}

extension TextSolution {
  /// Why the solution is invalid in a file, or `nil`.
  var draftFault: Fault? {
    if accepted.isEmpty { return .emptyAnswer(number: 1) }
    if let empty = accepted.firstIndex(where: { $0.pattern.isBlank }) {
      return .emptyAnswer(number: empty + 1)
    }
    return fault.map { .badSolution($0) }
  }
}

extension NumberSolution {
  /// Why the solution is invalid in a file, or `nil`.
  var draftFault: Fault? {
    if accepted.isEmpty { return .emptyAnswer(number: 1) }
    for accepted in accepted {
      guard case .range(let lower, let upper) = accepted.span, lower > upper else { continue }
      return .boundsReversed(
        lower: TypedNumber.text(of: lower), upper: TypedNumber.text(of: upper))
    }
    return fault.map { .badSolution($0) }
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
