import QuizExchange
import QuizKit

/// A choice of a question, and its result.
struct ChoiceView {
  /// The result of a choice.
  enum Verdict {
    /// It is right. The player picked it, or could not pick it because another one was picked.
    case right
    /// It is right, and the player should have picked it too.
    case missed
    /// The player picked it, and it is wrong.
    case wrong

    /// `nil` for a wrong choice that was not picked.
    fileprivate init?(isRight: Bool, isChosen: Bool, hasTick: Bool) {
      if isRight {
        self = hasTick && !isChosen ? .missed : .right
      } else if isChosen {
        self = .wrong
      } else {
        return nil
      }
    }
  }

  private let number: Int
  private let text: String
  private let isChosen: Bool
  /// Whether several choices can be picked, so that each has a tick.
  private let hasTick: Bool
  /// The result of the choice; `nil` as long as it is not known, and for a wrong choice that was
  /// not picked.
  private let verdict: Verdict?

  /// - Parameter position: The position of the choice, from 0.
  init(_ position: Int, of state: QuizState) {
    (number, text) = (position + 1, state.choices[position])
    isChosen = state.selection.contains(number)
    hasTick = state.kind == .several
    guard let feedback = state.feedback else {
      verdict = nil
      return
    }
    verdict = Verdict(
      isRight: feedback.correctChoices.contains(number), isChosen: isChosen, hasTick: hasTick)
  }

  /// - Parameter position: The position of the choice as it was shown, from 0.
  init(_ position: Int, of item: ResultState.Item) {
    (number, text) = (position + 1, item.choices[position])
    isChosen = item.chosen.contains(position)
    hasTick = item.kind == .several
    verdict = Verdict(
      isRight: item.right.contains(position), isChosen: isChosen, hasTick: hasTick)
  }

  /// Whether the choice was picked or is right.
  var hasVerdict: Bool { verdict != nil }

  /// The role that colours the choice; `nil` for a choice without a colour.
  private var role: Palette.Role? { verdict?.role ?? (isChosen ? .chosen : nil) }

  private func drawn(after sign: String, indent: Int, end: String = "", _ theme: Theme)
    -> DrawnText
  {
    DrawnText(
      text, in: TextFrame(sign: sign, indent: indent, role: role, theme: theme),
      end: painted(end, theme))
  }

  private func note(_ strings: Strings) -> String? {
    verdict.map { strings.note($0, isYours: isChosen) }
  }

  private func painted(_ text: String, _ theme: Theme) -> String {
    role.map { theme.palette.painted(text, $0) } ?? text
  }

  /// The choice as it is printed, followed by the verdict in words.
  func printed(_ theme: Theme) -> [String] {
    let sign = hasTick ? (isChosen ? "[x]" : "[ ]") : isChosen ? ">" : " "
    let note = note(theme.strings).map(theme.strings.inBrackets) ?? ""
    return drawn(after: "\(sign) \(number). ", indent: 5, end: note, theme).rows
  }

  /// The choice at a live terminal, after a sign for its result.
  func rows(columns: Int, _ theme: Theme) -> [String] {
    let gap = columns >= 50 ? "  " : " "
    let head = "\(number)\(gap)\(sign(theme.signs))\(gap)"
    let indent = theme.width(head)
    let text = drawn(after: head, indent: indent, theme.narrowed(to: columns))
    guard let last = text.rows.last, let note = note(theme.strings) else { return text.rows }
    let end = last + painted("   " + note, theme)
    return text.endsInProse && theme.width(end) <= columns
      ? text.rows.dropLast() + [end]
      : text.rows + [String(repeating: " ", count: indent) + painted(note, theme)]
  }

  private func sign(_ signs: Signs) -> String {
    switch verdict {
    case .right: signs.right
    case .wrong: signs.wrong
    case .missed: signs.unchecked
    case nil where hasTick: isChosen ? signs.checked : signs.unchecked
    case nil: isChosen ? signs.chosen : signs.unchosen
    }
  }
}

extension ChoiceView.Verdict {
  fileprivate var role: Palette.Role {
    switch self {
    case .right: .right
    case .missed: .warning
    case .wrong: .wrong
    }
  }
}

extension MarkedChoice {
  private var verdict: ChoiceView.Verdict {
    switch mark {
    case .hit: .right
    case .missed: .missed
    case .wrong: .wrong
    }
  }

  /// The choice in a list of those that were picked or should have been.
  fileprivate func printed(_ theme: Theme) -> [String] {
    let sign = mark == .missed ? "[ ]" : "[x]"
    let note = theme.strings.inBrackets(theme.strings.word(verdict))
    let frame = TextFrame(sign: "  \(sign) ", indent: 6, role: verdict.role, theme: theme)
    return DrawnText(text, in: frame, end: theme.palette.painted(note, verdict.role)).rows
  }
}

extension [MarkedChoice] {
  /// The answer: if several choices could be picked, each one that was or should have been picked,
  /// with its verdict.
  ///
  /// - Parameters:
  ///   - answer: The answer as a text; `nil` when there is none.
  ///   - missing: The text in its place.
  func view(_ theme: Theme, answer: String?, missing: String) -> [String] {
    if isEmpty || allSatisfy({ $0.mark == .missed }) {
      return answer.map { theme.drawn($0, after: theme.strings.yours) }
        ?? theme.labelled(theme.strings.yours, missing)
    }
    return theme.lines(theme.strings.yours.trimmingTrailingBlanks) + flatMap { $0.printed(theme) }
  }
}

extension Strings {
  /// The label of an answer whose result is known.
  var yours: String { self("Yours: ", "回答 : ") }

  /// The verdict on an answer, such as “yours, right”.
  func note(_ verdict: ChoiceView.Verdict, isYours: Bool = true) -> String {
    switch verdict {
    case .right where isYours: self("yours, right", "あなたの回答・正解")
    case .right: self("right answer", "正解")
    case .missed: self("missed", "選び忘れ")
    case .wrong: self("yours, wrong", "あなたの回答・不正解")
    }
  }

  /// The verdict in a list where the player has picked every choice.
  fileprivate func word(_ verdict: ChoiceView.Verdict) -> String {
    switch verdict {
    case .right: self("right", "正解")
    case .missed: note(.missed)
    case .wrong: self("wrong", "不正解")
    }
  }

  /// A note after a text that is printed.
  func inBrackets(_ note: String) -> String { self("  (\(note))", "(\(note))") }
}
