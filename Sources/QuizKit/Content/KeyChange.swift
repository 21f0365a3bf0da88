extension QuestionContent {
  /// Whether an answer that was right for `old`, an earlier version of this question, is right no
  /// more. It is not if only further answers have become right, or if the text of a choice was
  /// mended in its place.
  package func invalidatesAnswers(of old: QuestionContent) -> Bool {
    switch (old.solution, solution) {
    case (.single, .single), (.single, .trueFalse), (.trueFalse, .single),
      (.trueFalse, .trueFalse):
      return !Set(solution.rightChoices.map { Optional($0) }).isSuperset(of: oldRights(old))
    case (.several, .single), (.several, .trueFalse), (.single, .several),
      (.trueFalse, .several), (.several, .several):
      return Set(oldRights(old)) != Set(solution.rightChoices.map { Optional($0) })
    case (.text, .text), (.text, .number):
      return old.solution.accepted.filter(\.isRight).contains { !accepts($0.text) }
        || solution.distinguishesCase && !old.solution.distinguishesCase
    case (.number(let old), .number):
      return old.accepted.filter(\.isRight).contains { !accepts($0.span) }
    case (.card(let old), .card(let new)):
      return !new.back.lettersAndDigits.contains(old.back.lettersAndDigits)
    case (.gaps(let old), .gaps(let new)):
      return old.gaps.count != new.gaps.count
        || zip(old.gaps, new.gaps).contains { old, new in
          old.rightAnswers.contains { new.worth(of: $0) < Grade.right }
        }
    case (.order, .order): return hasOtherOrder(than: old)
    case (.match(let old), .match(let new)):
      return old.pairs.contains { pair in
        let now =
          new.pairs.first { $0.left == pair.left }
          ?? new.pairs.first { $0.left.lettersAndDigits == pair.left.lettersAndDigits }
        return now.map { $0.right.lettersAndDigits != pair.right.lettersAndDigits } ?? true
      }
    default: return true
    }
  }

  /// Where the choices that were right are now; `nil` for one that is gone.
  private func oldRights(_ old: QuestionContent) -> [Int?] {
    old.solution.rightChoices.filter(old.choices.indices.contains).map { position in
      let text = old.choices[position].text
      let isHere = choices.indices.contains(position)
      if isHere, choices[position].text == text { return position }
      if let moved = choices.firstIndex(where: { $0.text == text }) { return moved }
      let isMended = isHere && !old.choices.contains { $0.text == choices[position].text }
      return isMended ? position : nil
    }
  }

  private func accepts(_ text: String) -> Bool { solution.match(text)?.isRight ?? false }

  private func accepts(_ span: NumberSpan) -> Bool {
    guard case .number(let solution) = solution else { return false }
    let isRight = { (number: Double) in
      solution.accepted.first { $0.span.contains(number) }?.isRight ?? false
    }
    return switch span {
    case .value(let value, let tolerance):
      [value - tolerance, value, value + tolerance].allSatisfy(isRight)
    case .range(let lower, let upper): isRight(lower) && isRight(upper)
    case .any: solution.accepted.contains { $0.isRight && $0.span == .any }
    }
  }

  private func hasOtherOrder(than old: QuestionContent) -> Bool {
    let (before, after) = (old.choices.map(\.text), choices.map(\.text))
    guard before.count == after.count else { return true }
    return zip(before, after).contains { $0 != $1 && (after.contains($0) || before.contains($1)) }
  }
}

extension Solution {
  fileprivate var distinguishesCase: Bool {
    if case .text(let solution) = self { solution.isCaseSensitive } else { false }
  }
}

extension String {
  /// The text without what a mended spelling changes most often: blanks, punctuation and capital
  /// letters. The text itself if nothing else is in it.
  fileprivate var lettersAndDigits: String {
    let kept = lowercased().filter { $0.isLetter || $0.isNumber }
    return kept.isEmpty ? self : kept
  }
}
