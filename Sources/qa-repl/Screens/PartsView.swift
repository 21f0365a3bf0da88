import QuizExchange
import QuizKit
import QuizSupport

/// A card, or the parts of a question that has several, with what the player gave so far.
struct PartsView {
  private let state: QuizState

  init(_ state: QuizState) { self.state = state }

  /// The parts as they are printed.
  func printed(_ theme: Theme) -> [String] {
    let strings = theme.strings
    switch state.kind {
    case .single, .trueFalse, .several, .text, .number: return []
    case .card:
      let grade = state.grade.map { theme.labelled(strings.graded, strings.grade(named: $0)) } ?? []
      return (state.back.map { theme.drawn($0, after: strings.back) } ?? []) + grade
    case .gaps: return gapLines(theme)
    case .order:
      let lines = state.choices.enumerated().flatMap { index, choice in
        theme.drawn(choice, after: "  \(index + 1). ")
      }
      let order = state.order ?? []
      return order.isEmpty
        ? lines
        : lines + theme.labelled(strings.answer, order.map(String.init).joined(separator: " "))
    case .match: return pairLines(theme) + rightLines(theme)
    }
  }

  /// The gaps with what fills them, and with their choices.
  func gapLines(_ theme: Theme) -> [String] {
    (state.gaps ?? []).enumerated().flatMap { index, given in
      let isHere = theme.isLive && state.canAnswer && state.place == index + 1
      let choices = state.gapChoices?[index] ?? []
      let note =
        choices.isEmpty
        ? "" : "   " + theme.palette.faint(theme.strings.lettered(choices.map(theme.line)))
      let sign = (isHere ? theme.signs.cursor + " " : "  ") + "\(index + 1). "
      guard let given else {
        return theme.lines(sign + "____" + note, indent: theme.width(sign))
      }
      let frame = TextFrame(
        sign: sign, indent: theme.width(sign), role: .chosen, theme: theme)
      return frame.beginning(given.sanitised, note)
    }
  }

  /// The lines on the left, with those on the right that belong to them so far.
  func pairLines(_ theme: Theme) -> [String] {
    (state.pairs ?? []).indices.flatMap { theme.lines("  \($0 + 1). " + pair($0, theme)) }
  }

  /// A line on the left in one row, without its number.
  func pair(_ index: Int, _ theme: Theme) -> String {
    guard let pair = state.pairs?[index] else { return "" }
    let left = theme.line(of: pair.left) + "  –  "
    guard let right = pair.right else { return left + theme.palette.faint("?") }
    let letter = state.choices.firstIndex(of: right).map { Self.letter($0) + ". " } ?? ""
    return left + theme.palette.chosen(letter + theme.line(of: right))
  }

  /// The lines on the right with their letters.
  func rightLines(_ theme: Theme) -> [String] {
    state.choices.enumerated().flatMap { index, right in
      theme.drawn(right, after: "     \(Self.letter(index)). ")
    }
  }

  /// a, b, c …
  static func letter(_ index: Int) -> String { ChoiceLetters.name(index).lowercased() }
}

extension [AnsweredPart] {
  /// Each part with its verdict and, where it is wrong, with what is right.
  func printed(_ theme: Theme) -> [String] {
    flatMap { part in
      let (strings, palette) = (theme.strings, theme.palette)
      let sign =
        theme.isLive
        ? (part.correct ? theme.signs.right : theme.signs.wrong)
        : part.correct ? "〇" : "×"
      let head = part.left.map { theme.line(of: $0) + "  –  " } ?? "\(part.number). "
      let given = part.answer.map(theme.line) ?? theme.signs.unanswered
      let role: Palette.Role = part.correct ? .right : .wrong
      let right =
        part.correct
        ? "" : "  " + palette.right(strings.rightPart(theme.line(of: part.correctAnswer)))
      return theme.lines("  \(sign) " + head + palette.painted(given, role) + right)
    }
  }
}

extension Strings {
  var back: String { self("Back: ", "裏面 : ") }
  var graded: String { self("Yours: ", "自己評価 : ") }

  /// The right answer to a part, beside a wrong one.
  fileprivate func rightPart(_ right: String) -> String {
    self("(right: \(right))", "(正解: \(right))")
  }

  /// Choices with their letters.
  func lettered(_ choices: [String]) -> String {
    choices.enumerated().map { PartsView.letter($0) + ". " + $1 }.joined(separator: "  ")
  }

  /// How to answer a card, or a question of several parts.
  func taskOfParts(_ state: QuizState) -> String? {
    switch state.kind {
    case .gaps: self("Fill the gaps.", "空欄を埋めてください。")
    case .order: self("Put these in order.", "正しい順に並べてください。")
    case .match: self("Match the lines.", "対応するものを組み合わせてください。")
    case _ where state.grade != nil: nil
    default:
      state.back == nil
        ? self("Think of the back.", "裏面を思い出してください。")
        : self("How well did you remember it?", "どのくらい思い出せましたか?")
    }
  }
}

extension QuestionContent.Kind {
  /// The text of a question as a person reads it. It shows gap 1 as `[1]`, without what fills it.
  func shown(_ text: String) -> String {
    self == .gaps ? GapText(text).text { "[\($0 + 1)]" } : text
  }
}

extension QuizState {
  /// The player's answers to the parts, in one row; `nil` while there is nothing.
  func partsRecord(_ theme: Theme) -> String? {
    switch kind {
    case .single, .trueFalse, .several, .text, .number: return nil
    case .card: return grade.map(theme.strings.grade(named:))
    case .gaps:
      guard let gaps, gaps.contains(where: { $0 != nil }) else { return nil }
      return gaps.map { $0.map(theme.line) ?? theme.signs.unanswered }.joined(separator: "; ")
    case .order:
      guard let order, !order.isEmpty else { return nil }
      return order.map { choices.indices.contains($0 - 1) ? theme.line(of: choices[$0 - 1]) : "" }
        .joined(separator: " → ")
    case .match:
      guard let pairs, pairs.contains(where: { $0.right != nil }) else { return nil }
      return pairs.map { pair in
        theme.line(of: pair.left) + " – " + (pair.right.map(theme.line) ?? "?")
      }.joined(separator: "; ")
    }
  }
}
