import QuizExchange
import QuizKit

/// A choice of a question, and how it turned out.
struct ChoiceView {
  /// How a choice turned out.
  enum Verdict {
    /// It is right. The player has taken it, or could not take it beside another one.
    case right
    /// It is right, and the player should have taken it too.
    case missed
    /// The player has taken it, and it is wrong.
    case wrong
  }

  private let number: Int
  private let text: String
  private let isChosen: Bool
  /// Whether several choices can be taken, so that each has a tick.
  private let hasTick: Bool
  /// `nil` as long as it is not known, and for a wrong choice that was not taken.
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
    let isRight = feedback.correctChoices.contains(number)
    verdict = isRight ? hasTick && !isChosen ? .missed : .right : isChosen ? .wrong : nil
  }

  /// What the colour means; `nil` for a choice about which there is nothing to say.
  private var role: Palette.Role? { verdict?.role ?? (isChosen ? .chosen : nil) }

  private func drawn(_ look: Look) -> String { look.drawn(text, isPainted: role != nil) }

  private func note(_ strings: Strings) -> String? {
    verdict.map { strings.note($0, isYours: isChosen) }
  }

  /// The choice as it is printed, with the verdict in words behind it.
  func printed(_ look: Look) -> [String] {
    let sign = hasTick ? (isChosen ? "[x]" : "[ ]") : isChosen ? ">" : " "
    let note = note(look.strings).map(look.strings.inBrackets) ?? ""
    let line = "\(sign) \(number). \(drawn(look))\(note)"
    return look.lines(role.map { look.palette.painted(line, $0) } ?? line, indent: 5)
  }

  /// The choice at a live terminal, with a sign before it that says how it turned out.
  func rows(columns: Int, _ look: Look) -> [String] {
    let gap = columns >= 50 ? "  " : " "
    let head = "\(number)\(gap)\(sign(look.signs))\(gap)"
    let indent = look.width(head)
    var lines = look.narrowed(to: columns).lines(head + drawn(look), indent: indent)
    if let last = lines.last, let note = note(look.strings) {
      let end = last + "   " + note
      if look.width(end) <= columns {
        lines[lines.count - 1] = end
      } else {
        lines.append(String(repeating: " ", count: indent) + note)
      }
    }
    return role.map { role in lines.map { look.palette.painted($0, role) } } ?? lines
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

  /// The choice in a list of those that were taken or should have been.
  fileprivate func printed(_ look: Look) -> [String] {
    let sign = mark == .missed ? "[ ]" : "[x]"
    let note = look.strings.inBrackets(look.strings.word(verdict))
    let line = "\(sign) \(look.drawn(text, isPainted: true))\(note)"
    return look.lines("  " + look.palette.painted(line, verdict.role), indent: 6)
  }
}

extension [MarkedChoice] {
  /// What was answered: if several choices could be taken, each that was or should have been, with
  /// its verdict.
  func view(_ look: Look, answer: String) -> [String] {
    if isEmpty || allSatisfy({ $0.mark == .missed }) {
      return look.labelled(look.strings.answer, answer)
    }
    return look.lines(look.strings.answer.trimmingTrailingBlanks) + flatMap { $0.printed(look) }
  }
}

extension Strings {
  /// The verdict on an answer, such as “yours, right”.
  func note(_ verdict: ChoiceView.Verdict, isYours: Bool = true) -> String {
    switch verdict {
    case .right where isYours: self("yours, right", "あなたの回答・正解")
    case .right: self("right answer", "正解")
    case .missed: self("missed", "選び忘れ")
    case .wrong: self("yours, wrong", "あなたの回答・不正解")
    }
  }

  /// The verdict in a list in which every choice is the player's.
  fileprivate func word(_ verdict: ChoiceView.Verdict) -> String {
    switch verdict {
    case .right: self("right", "正解")
    case .missed: note(.missed)
    case .wrong: self("wrong", "不正解")
    }
  }

  /// A note behind a text that is printed.
  func inBrackets(_ note: String) -> String { self("  (\(note))", "(\(note))") }
}
