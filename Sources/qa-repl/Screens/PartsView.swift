import QuizExchange
import QuizKit
import QuizSupport
import Terminal

// Cards, and questions whose answer has several parts, at a live terminal.

extension LiveView {
  /// The keys and the list of such a question, which takes an answer.
  ///
  /// - Parameters:
  ///   - ways: The keys that lead to other questions.
  ///   - last: What else can be done.
  mutating func takeParts(
    of state: QuizState, ways: [KeyBinding], last: [KeyBinding], _ theme: Theme
  ) {
    switch state.kind {
    case .single, .trueFalse, .several, .text, .number: return
    case .card: takeCard(state, theme)
    case .gaps: takeGap(of: state, ways, last, theme)
    case .order: takeOrder(state, theme)
    case .match: takePairs(state, theme)
    }
    keys += ways + last
  }

  private mutating func takeCard(_ state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    guard state.back != nil else {
      let show = Command.screen(QuizCommand.show)
      keys = [.command(.enter, show, hint: strings("Enter show the back", "Enter 裏面を見る"))]
      // A grade counts only once the back has been seen.
      let digits = KeyBinding.digits(RecallGrade.allCases.count)
      keys.append(digits)
      answerKeys = Set(digits.actions.keys).union([.named(.enter)])
      return
    }
    let digits = KeyBinding.digits(RecallGrade.allCases.count) { number in
      RecallGrade(rawValue: number).map { .screen(QuizCommand.grade($0)) }
    }
    answerKeys = Set(digits.actions.keys)
    body = (body ?? []) + [""] + theme.grades(state.intervals)
    keys = [digits]
    keys[0].hint = strings("1-4 how well", "1-4 評価")
  }

  /// Each gap is typed by itself.
  private mutating func takeGap(
    of state: QuizState, _ ways: [KeyBinding], _ last: [KeyBinding], _ theme: Theme
  ) {
    let strings = theme.strings
    let gapLines = PartsView(state).gapLines(theme)
    let above = (body ?? []) + [""]
    body = above + gapLines.joined()
    guard let gaps = state.gaps, let place = state.place, gaps.indices.contains(place - 1) else {
      return
    }
    let line = above.count + gapLines.prefix(place - 1).joined().count
    followed = line..<(line + gapLines[place - 1].count)
    label = theme.prompt(strings("gap \(place)", "空欄\(place)"))
    let next = Command.screen(QuizCommand.focus(place % gaps.count + 1))
    let isLast = gaps.indices.allSatisfy { $0 == place - 1 || gaps[$0] != nil }
    let onward = strings("Enter next gap", "Enter 次の空欄")
    let others =
      (gaps.count > 1 ? [theme.signs.upDown + strings(" gap", " 空欄")] : [])
      + [strings("Tab more", "Tab その他"), strings("Esc commands", "Esc コマンド")]
    typing = Typing(
      command: { text in
        text.isBlank ? next : .screen(QuizCommand.gap(place, text))
      }, text: gaps[place - 1] ?? "",
      hints: [isLast ? strings("Enter hand in", "Enter 回答") : onward] + others,
      // An empty gap is passed over, even the last one.
      hintsWhileEmpty: (gaps.count > 1 ? [onward] : []) + others
        + ways.reversed().compactMap(\.hint),
      gap: place, isSelected: state.gapChoices?[place - 1].isEmpty == false,
      step: { text, step in .screen(QuizCommand.write(place, text, step: step)) })
    keys = [
      KeyBinding(hint: strings("Enter type into the gap", "Enter 空欄に入力")),
      KeyBinding(hint: strings("choose hand in", "choose 回答")),
    ]
  }

  /// A choice that is lifted goes with the cursor.
  private mutating func takeOrder(_ state: QuizState, _ theme: Theme) {
    let (strings, signs) = (theme.strings, theme.signs)
    list = RowList(order: state, theme)
    guard state.lifted == true, let place = state.place else {
      keys = [
        .tick(hint: strings("Space lift", "Space つかむ")),
        .command(
          .enter, .screen(QuizCommand.choose([])), hint: strings("Enter hand in", "Enter 回答")),
        KeyBinding(hint: strings("or type 3 1 2", "3 1 2 と入力も可")),
        .moves(hint: signs.upDown + strings(" choose", " 選ぶ")),
      ]
      answerKeys = [.named(.enter)]
      return
    }
    let drop = Command.screen(QuizCommand.lift(place))
    // Enter that is held while it puts a choice down does not hand in.
    self.place = ViewID("lifted", subject)
    keys = [
      .space(drop, hint: strings("Space put down", "Space 置く")), .command(.enter, drop),
      .command(.escape, drop),
      .command(.up, .screen(QuizCommand.focus(place - 1))),
      .command(
        .down, .screen(QuizCommand.focus(place + 1)),
        hint: signs.upDown + strings(" move it", " 動かす")),
    ]
  }

  /// The list has the lines on the left. The lines on the right are above it, with their letters.
  private mutating func takePairs(_ state: QuizState, _ theme: Theme) {
    let (strings, signs) = (theme.strings, theme.signs)
    body = (body ?? []) + [""] + PartsView(state).rightLines(theme)
    list = RowList(pairs: state, theme)
    let place = state.place ?? 1
    // Enter that is held while it matches the last line does not hand in.
    if state.nextOpenLine == nil { self.place = ViewID("matched", subject) }
    let enter = state.nextOpenLine.map {
      KeyBinding.command(
        .enter, .screen(QuizCommand.focus($0)), hint: strings("Enter next line", "Enter 次の行"))
    }
    keys = [
      KeyBinding(hint: strings("type its letter", "記号を入力")),
      .space(.screen(QuizCommand.rotate), hint: strings("Space next one", "Space 次の候補")),
      enter
        ?? .command(
          .enter, .screen(QuizCommand.choose([])), hint: strings("Enter hand in", "Enter 回答")),
      .command(.up, .screen(QuizCommand.focus(place - 1))),
      .command(
        .down, .screen(QuizCommand.focus(place + 1)), hint: signs.upDown + strings(" line", " 移動")),
    ]
    answerKeys = [.named(.enter)]
  }
}

extension Theme {
  /// The grades of a card with their keys and when it comes back, in one row or in two.
  fileprivate func grades(_ intervals: [Int]?) -> [String] {
    let texts = RecallGrade.allCases.map { grade in
      let days = intervals.map {
        " \(signs.separator) " + strings.comesBack(after: $0[grade.rawValue - 1])
      }
      return "\(grade.rawValue) " + strings.name(of: grade) + (days ?? "")
    }
    let cells = texts.map(width).max() ?? 0
    let padded = texts.map { $0.padded(to: cells, .leading, ambiguous) }
    let isWide = (cells + 4) * texts.count <= columns ?? .max
    let rows = isWide ? [padded] : [Array(padded.prefix(2)), Array(padded.dropFirst(2))]
    return rows.map { cut("  " + $0.joined(separator: "    ").trimmingTrailingBlanks) }
  }
}

extension Strings {
  /// When a card comes back: `now`, `4 d`.
  fileprivate func comesBack(after days: Int) -> String {
    days == 0 ? self("now", "すぐ") : self("\(days) d", "\(days) 日後")
  }
}

extension RowList {
  /// The choices of a question of order, in the order in which they were put.
  fileprivate init(order state: QuizState, _ theme: Theme) {
    let given = state.order ?? []
    let order = given.isEmpty ? Array(1...max(1, state.choices.count)) : given
    self.init(
      id: ViewID("quiz", state.index), count: state.choices.count, start: (state.place ?? 1) - 1,
      isSingleLine: false,
      lines: { row, columns in
        let isLifted = state.lifted == true && state.place == row + 1
        let number = order.indices.contains(row) ? order[row] : row + 1
        guard state.choices.indices.contains(number - 1) else { return [""] }
        let head = "\(number)  " + (isLifted ? theme.signs.chosen + " " : "")
        let frame = TextFrame(
          sign: head, indent: theme.width(head), role: isLifted ? .chosen : nil,
          theme: theme.narrowed(to: columns))
        return DrawnText(state.choices[number - 1], in: frame).rows
      },
      tick: { .screen(QuizCommand.lift($0 + 1)) })
  }

  /// The lines on the left, with those on the right that belong to them so far.
  fileprivate init(pairs state: QuizState, _ theme: Theme) {
    self.init(
      id: ViewID("quiz", state.index), count: state.pairs?.count ?? 0,
      start: (state.place ?? 1) - 1,
      isSingleLine: false,
      lines: { row, columns in
        let inner = theme.narrowed(to: columns)
        return inner.lines("\(row + 1)  " + PartsView(state).pair(row, inner), indent: 3)
      },
      command: { .screen(QuizCommand.focus($0 + 1)) })
  }
}

extension QuizState {
  /// The number of the next line on the left to which nothing on the right belongs yet, from the
  /// one at which the player is; `nil` when all lines are matched.
  fileprivate var nextOpenLine: Int? {
    guard let pairs, let place else { return nil }
    let open = pairs.indices.filter { pairs[$0].right == nil }.map { $0 + 1 }
    return open.first { $0 > place } ?? open.first
  }

  /// The text of the question with its gaps as a person reads them, and with what fills them.
  func gapped(_ text: String, _ theme: Theme) -> String {
    guard kind == .gaps else { return text }
    return GapText(text).text { index in
      guard let gaps, gaps.indices.contains(index) else { return GapText.mark(index) }
      let given = gaps[index].map { theme.marks == nil ? $0 : $0.withEscapedMarks }
      return "[\(index + 1) \(given ?? "____")]"
    }
  }
}

extension String {
  /// The text with a backslash before each mark, so that it is drawn as it is.
  fileprivate var withEscapedMarks: String {
    reduce(into: "") { text, character in
      if "\\`*_{}[]<>()#+-.!|~$&".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}

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
    case .gaps: return Array(gapLines(theme).joined())
    case .order:
      let lines = state.choices.enumerated().flatMap { index, choice in
        DrawnText(choice, in: TextFrame(behind: "  \(index + 1). ", theme: theme)).rows
      }
      let order = state.order ?? []
      return order.isEmpty
        ? lines
        : lines + theme.labelled(strings.answer, order.map(String.init).joined(separator: " "))
    case .match: return pairLines(theme) + rightLines(theme)
    }
  }

  /// The lines of each gap: what fills it, and its choices.
  func gapLines(_ theme: Theme) -> [[String]] {
    (state.gaps ?? []).enumerated().map { index, given in
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
    let left = theme.left(pair.left, among: state.pairs?.map(\.left) ?? []) + "  –  "
    guard let right = pair.right else { return left + theme.palette.faint("?") }
    let letter = state.choices.firstIndex(of: right).map { Self.letter($0) + ". " } ?? ""
    return left + theme.palette.chosen(letter + theme.line(of: right))
  }

  /// The lines on the right with their letters.
  func rightLines(_ theme: Theme) -> [String] {
    state.choices.enumerated().flatMap { index, right in
      let frame = TextFrame(behind: "     \(Self.letter(index)). ", theme: theme)
      return DrawnText(right, in: frame).rows
    }
  }

  /// a, b, c …
  static func letter(_ index: Int) -> String { ChoiceLetters.name(index).lowercased() }
}

extension Theme {
  /// A line on the left of a pair, at a live terminal as wide as the widest of them so that those on the
  /// right begin in one column. A line that would leave too little room for that is wider.
  fileprivate func left(_ text: String, among lefts: [String]) -> String {
    guard isLive else { return line(of: text) }
    let widest = lefts.map { width(line(of: $0)) }.max() ?? 0
    return line(of: text).padded(to: min(widest, (columns ?? 80) * 2 / 5), .leading, ambiguous)
  }
}

extension [AnsweredPart] {
  private func left(of part: AnsweredPart, _ theme: Theme) -> String? {
    part.left.map { theme.left($0, among: compactMap(\.left)) + "  –  " }
  }

  /// Each part with its verdict and, where it is wrong, with what is right.
  func printed(_ theme: Theme) -> [String] {
    flatMap { part in
      let (strings, palette) = (theme.strings, theme.palette)
      let sign =
        theme.isLive
        ? (part.correct ? theme.signs.right : theme.signs.wrong)
        : part.correct ? "〇" : "×"
      let head = left(of: part, theme) ?? "\(part.number). "
      let given = part.answer.map(theme.line) ?? theme.signs.unanswered
      let role: Palette.Role = part.correct ? .right : .wrong
      let right =
        part.correct
        ? "" : "  " + palette.right(strings.rightPart(theme.line(of: part.correctAnswer)))
      return theme.lines(
        "  \(sign) " + head + palette.painted(given, role) + right,
        indent: theme.width("  \(sign) ") + 2)
    }
  }

  /// The right answers of the parts, as a person reads them: a row for each pair, and all gaps in one; `nil`
  /// for parts that say it in another way.
  func rightAnswer(of kind: QuestionContent.Kind?, _ theme: Theme) -> [String]? {
    let strings = theme.strings
    switch kind {
    case .gaps where theme.isLive:
      let rights = map(\.correctAnswer).joined(separator: strings.semicolon)
      return theme.drawn(rights, after: strings.rightAnswer, in: .right)
    case .match where theme.isLive:
      return theme.lines(strings.rightAnswer.trimmingTrailingBlanks)
        + flatMap { part in
          let row = (left(of: part, theme) ?? "") + theme.line(of: part.correctAnswer)
          return theme.lines("  " + theme.palette.right(row), indent: 4)
        }
    default: return nil
    }
  }
}

extension Strings {
  var back: String { self("Back: ", "裏面 : ") }
  var graded: String { self("Yours: ", "自己評価 : ") }

  /// The right answer to a part, beside a wrong one.
  fileprivate func rightPart(_ right: String) -> String {
    self("(right: \(right))", "（正解: \(right)）")
  }

  /// The sign between several answers in one row.
  var semicolon: String { self("; ", "；") }

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
      return gaps.map { $0.map(theme.line) ?? theme.signs.unanswered }.joined(
        separator: theme.strings.semicolon)
    case .order:
      guard let order, !order.isEmpty else { return nil }
      return order.map { choices.indices.contains($0 - 1) ? theme.line(of: choices[$0 - 1]) : "" }
        .joined(separator: " → ")
    case .match:
      guard let pairs, pairs.contains(where: { $0.right != nil }) else { return nil }
      return pairs.map { pair in
        theme.line(of: pair.left) + " – " + (pair.right.map(theme.line) ?? "?")
      }.joined(separator: theme.strings.semicolon)
    }
  }
}
