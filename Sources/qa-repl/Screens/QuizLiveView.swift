import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension LiveView {
  /// The question is redrawn in place, with progress and time above it and its choices as a list.
  init(_ state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    self.init(screen: .quiz, theme)
    subject = ViewID("quiz", state.index)
    question = ViewID(
      "quiz", state.index, state.feedback != nil, state.paused,
      state.kind == .card && state.back != nil, state.againIn != nil)
    status = QuizStatus(state, theme).rows
    section = state.section
    // Nothing is lost with a quiz whose time stops: it waits on the first screen.
    leavingQuestion = state.runsOn ? strings.leavesRunning : nil
    if state.answered > 0 { leaving = .home }
    rest = Rest(continues: true) { ending, theme in state.rest(ending, theme) }
    if state.isExam { label = theme.prompt(strings("exam", "模擬試験")) }
    if let text = state.question {
      ask(text, of: state, theme)
    } else {
      wait(in: state, theme)
    }
  }

  /// No question is there now: the quiz is paused, or a question comes again later.
  private mutating func wait(in state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    let isWaiting = state.againIn != nil
    body = theme.lines(theme.palette.warning(isWaiting ? strings.comesAgain : strings.paused))
    let next: KeyBinding =
      isWaiting
      ? .command(
        .enter, .screen(QuizCommand.skip), hint: strings("Enter ask it now", "Enter 今すぐ答える"))
      : .command(.enter, .screen(QuizCommand.resume), hint: strings("Enter go on", "Enter 再開"))
    keys = [next] + keys
  }

  /// The question, below it what is to be done, and the keys that answer it.
  private mutating func ask(_ text: String, of state: QuizState, _ theme: Theme) {
    let words = state.gapped(text, theme).withoutParagraphs(showing: state.pictures)
    var lines = theme.drawn(words) + theme.rows(of: state.pictures)
    if state.kind == .card, state.back != nil {
      lines += [""] + PartsView(state).printed(theme)
    }
    if let task = state.task(theme) {
      lines += [""] + theme.lines(theme.palette.faint(task))
    }
    body = lines
    defer {
      if !state.pictures.isEmpty { keys.append(.picture(.screen(QuizCommand.picture(nil)))) }
    }
    guard state.canAnswer else { return takeNothing(of: state, theme) }
    label = theme.prompt(theme.strings.answerPrompt)
    if state.kind.isTyped {
      takeText(of: state, theme)
    } else if state.kind == .several {
      takeTicks(of: state, theme)
    } else if state.kind.isPicked {
      takeChoice(of: state, theme)
    } else {
      takeParts(
        of: state, ways: state.wayBack(theme),
        last: state.lastKeys(theme.strings, marks: state.kind == .card), theme)
    }
  }

  /// The question takes no answer any more: it shows what was right, and Enter goes on.
  private mutating func takeNothing(of state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    let answered = state.answered(theme)
    let above = body?.count ?? 0
    firstRows = above + answered.choices.count
    followed = (above + answered.verdict.lowerBound)..<(above + answered.verdict.upperBound)
    body = (body ?? []) + answered.choices + answered.rest
    let digits = KeyBinding.digits(state.choices.count)
    answerKeys = Set(digits.actions.keys)
    keys = [
      .command(.enter, .screen(QuizCommand.skip), hint: strings("Enter next", "Enter 次へ")), digits,
    ]
    keys += state.wayBack(theme) + [.mark(strings), .commands(strings), .explain(strings)]
  }

  /// The answer is typed.
  private mutating func takeText(of state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    let ways = state.wayBack(theme)
    let hints = [strings("Enter hand in", "Enter 回答"), strings("Esc commands", "Esc コマンド")]
    typing = Typing(
      command: { .screen(QuizCommand.answer($0)) }, text: state.typed ?? "", hints: hints,
      hintsWhileEmpty: hints + (ways.reversed() + [.commands(strings)]).compactMap(\.hint),
      gap: nil, isSelected: false, step: nil)
    keys =
      [KeyBinding(hint: strings("Enter type the answer", "Enter 答えを入力"))] + ways
      + state.lastKeys(strings)
  }

  /// Choices are ticked, and then handed in. In such a question the space bar ticks choices.
  private mutating func takeTicks(of state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    list = RowList(choices: state, theme)
    let ticks = KeyBinding.digits(state.choices.count) { .screen(QuizCommand.toggle([$0])) }
    answerKeys = Set(ticks.actions.keys).union([.named(.enter), .text(" "), .text("\u{3000}")])
    let last = state.lastKeys(strings, marks: false)
    let isShort = state.isExam && theme.isNarrow
    let digits = "1-\(min(9, state.choices.count))"
    keys = [
      .tick(hint: digits + strings(" Space tick", " Space チェック")),
      .command(.enter, .screen(QuizCommand.choose([])), hint: strings("Enter hand in", "Enter 回答")),
      ticks,
    ]
    if isShort { keys += last }
    keys += [.moves(hint: theme.signs.upDown + strings(" move", " 移動"))] + state.wayBack(theme)
    if !isShort { keys += last }
  }

  /// One choice is the answer.
  private mutating func takeChoice(of state: QuizState, _ theme: Theme) {
    let strings = theme.strings
    list = RowList(choices: state, theme)
    let digits = KeyBinding.digits(state.choices.count) { .screen(QuizCommand.choose([$0])) }
    answerKeys = Set(digits.actions.keys).union([.named(.enter)])
    let last = state.lastKeys(strings)
    let isShort = state.isExam && theme.isNarrow
    let answers = isShort ? "" : strings(" answer", " 回答")
    keys = [digits.saying("1-\(state.choices.count)" + answers)] + (isShort ? last : [])
    keys += [.moves(hint: theme.signs.upDown + strings(" Enter choose", " Enter 選ぶ")), .take()]
    keys += state.wayBack(theme)
    if !isShort { keys += last }
  }
}

extension QuizState {
  /// Whether the time runs on while the screen is left.
  fileprivate var runsOn: Bool { !canPause && (timeLimit != nil || sectionTimeLimit != nil) }

  /// The key to the question before, where there is a way back.
  fileprivate func wayBack(_ theme: Theme) -> [KeyBinding] {
    guard canGoBack else { return [] }
    let hint = theme.signs.toLeft + theme.strings(" back", " 前へ")
    return [.command(.left, .screen(QuizCommand.back), hint: hint)]
  }

  /// The keys for what else can be done while a question waits for its answer.
  ///
  /// - Parameter marks: Whether the space bar marks the question.
  fileprivate func lastKeys(_ strings: Strings, marks: Bool = true) -> [KeyBinding] {
    let mark: [KeyBinding] = marks ? [.mark(strings)] : []
    guard isExam else { return mark + [.commands(strings), .explain(strings)] }
    return [.sure(strings), .explain(strings)] + mark
      + [.commands(strings), .finish(strings), .guess(strings)]
  }
}

extension RowList {
  /// The choices of a question.
  fileprivate init(choices state: QuizState, _ theme: Theme) {
    let look = theme.forChoices(state.choices)
    self.init(
      id: ViewID("quiz", state.index), count: state.choices.count, start: (state.selected ?? 1) - 1,
      isSingleLine: false,
      lines: { row, columns in
        ChoiceView(row, of: state).rows(columns: columns, look)
      },
      command: { .screen(QuizCommand.choose([$0 + 1])) },
      tick: state.kind == .several ? { .screen(QuizCommand.toggle([$0 + 1])) } : nil)
  }
}

extension KeyBinding {
  /// The key that marks the question to be looked at again.
  fileprivate static func mark(_ strings: Strings) -> KeyBinding {
    .space(.screen(QuizCommand.flag), hint: strings("Space mark", "Space 見直し"))
  }

  /// The key with which the player says that they are sure of an answer.
  fileprivate static func sure(_ strings: Strings) -> KeyBinding {
    KeyBinding(
      [.text("!"), .text("！")], .perform(.screen(QuizCommand.judge(.sure))),
      hint: strings("! sure", "! 自信"))
  }

  /// The hint that a word marks an answer as a guess.
  fileprivate static func guess(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("guess not sure", "guess 勘"))
  }

  /// The hint that a word leads to the list of answers.
  fileprivate static func finish(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("finish list", "finish 一覧"))
  }

  /// The same keys with a hint.
  fileprivate func saying(_ hint: String) -> KeyBinding {
    var binding = self
    binding.hint = hint
    return binding
  }
}

extension QuizState {
  /// The question as it stays in the scrollback: one row with the answer and the verdict in practice,
  /// or with the remark that its time ran out. Other answers are in the list of answers and in the
  /// result, where they stand once.
  fileprivate func rest(_ ending: LiveView.Ending, _ theme: Theme) -> [String] {
    if paused { return [] }
    // The grade of a card leads to the next question at once.
    if mode == .practice, kind == .card, let grade = ending.grade {
      var graded = self
      graded.grade = grade.name
      return [graded.record(theme)]
    }
    // The list of answers, which follows the whole quiz, says too that its time ran out.
    guard ending.command == nil, ending.next.screen == .quiz else {
      return feedback == nil ? [] : [record(theme)]
    }
    let ended = section.flatMap { ending.next.section == $0 ? nil : $0 }
    let text =
      ended.map { theme.strings(QuizRefusal.sectionClosed($0)) } ?? theme.strings.timedOut
    return [record(theme), theme.cut("    " + theme.palette.warning(text))]
  }

  /// The fewest cells for an answer that is cut.
  private static let leastAnswer = 8

  /// The number, the question and the answer in one row, with the verdict where it is known.
  private func record(_ theme: Theme) -> String {
    let (strings, palette, columns) = (theme.strings, theme.palette, theme.columns ?? 80)
    // Questions that are asked again make a review longer, but must not change the numbers.
    let number =
      (repeated ? "" : "\(self.number)").padded(to: String(questions).count, .trailing) + "  "
    let chosen = selection.filter { choices.indices.contains($0 - 1) }.map { choices[$0 - 1] }
    let look = theme.forChoices(choices)
    let given =
      partsRecord(look)
      ?? (typed.map { [$0] } ?? chosen).map { look.line(of: $0) }
      .joined(separator: strings.semicolon)
    let answer = given.isEmpty ? strings.notAnswered : given
    let result = given.isEmpty ? nil : feedback
    let verdict = result.map { $0.mark(theme) }
    let room = max(8, columns - theme.width(number) - 2)
    var cells = room * 2 / 5
    var shown: String?
    if let verdict {
      let rest = cells - theme.width(verdict) - 2
      // In a narrow window, too little of a long answer would be left to understand it.
      let isShort = theme.width(answer) > rest && rest < Self.leastAnswer
      if isShort { cells = theme.width(verdict) }
      shown = isShort ? verdict : theme.fitted(answer, to: rest) + "  " + verdict
    }
    let text = theme.filled(theme.line(of: kind.shown(question ?? "")), to: room - cells)
    let role = result.map { $0.correct ? Palette.Role.right : $0.isPartly ? .warning : .wrong }
    let end = theme.fitted(shown ?? answer, to: cells)
    return palette.faint(number + text) + "  "
      + palette.painted(end, role ?? (given.isEmpty ? .faint : .chosen))
  }

  /// The choices, and then the explanation, when the question takes no answer any more; and the lines
  /// of both that say what was right, or that time is up.
  fileprivate func answered(
    _ theme: Theme
  ) -> (choices: [String], verdict: Range<Int>, rest: [String]) {
    let (strings, palette, signs) = (theme.strings, theme.palette, theme.signs)
    let columns = (theme.columns ?? 80) - 2
    var lines = kind == .card ? [] : [""]
    var verdict: Range<Int>?
    let look = theme.forChoices(choices)
    if kind.isPicked {
      let views = choices.indices.map { ChoiceView($0, of: self) }
      for (view, rows) in zip(views, ChoiceView.rows(of: views, columns: columns, look)) {
        if view.hasVerdict {
          verdict = (verdict?.lowerBound ?? lines.count)..<(lines.count + rows.count)
        }
        lines += rows.map { "  " + $0 }
      }
    } else if kind != .card, feedback?.parts == nil {
      lines += PartsView(self).printed(look)
    }
    if kind == .card, let feedback {
      lines += [palette.painted(feedback.mark(theme), feedback.correct ? .right : .wrong)]
    }
    if let parts = feedback?.parts { lines += parts.printed(theme) }
    if let typed {
      let isRight = feedback?.correct
      let note = isRight.map { strings.note($0 ? .right : .wrong) } ?? ""
      let sign = isRight.map { $0 ? signs.right : signs.wrong } ?? signs.chosen
      let role: Palette.Role = isRight.map { $0 ? .right : .wrong } ?? .chosen
      let frame = TextFrame(
        sign: "\(sign)  ", indent: 3, role: role, theme: theme.narrowed(to: columns))
      let end = note.isEmpty ? "" : palette.painted("   " + note, role)
      lines += DrawnText(typed, in: frame, end: end).rows.map { "  " + $0 }
    }
    guard let feedback else {
      let rest = [""] + theme.lines(palette.warning(strings.tooLate))
      return (lines, lines.count..<(lines.count + rest.count), rest)
    }
    if kind.isTyped, !feedback.correct {
      lines += theme.drawn(feedback.correctAnswer, after: "  " + strings.rightAnswer, in: .right)
    }
    if let credit = strings.credit(feedback.points, correct: feedback.correct) {
      lines += ["  " + credit]
    }
    let next = strings.comesBack(feedback).map { [""] + theme.lines(palette.faint($0)) } ?? []
    let commentary = feedback.commentary.isEmpty ? [] : [""] + theme.drawn(feedback.commentary)
    return (lines, verdict ?? lines.indices, next + commentary)
  }
}

extension LiveView.Ending {
  /// The grade of a card that ended the view; `nil` for anything else.
  fileprivate var grade: RecallGrade? {
    guard case .screen(let given)? = command else { return nil }
    switch given.command as? QuizCommand {
    case .grade(let grade): return grade
    case .choose(let numbers): return numbers.first.flatMap(RecallGrade.init(rawValue:))
    default: return nil
    }
  }
}

extension QuizState.Feedback {
  fileprivate var isPartly: Bool { !correct && points > 0 }

  /// The verdict with its sign.
  fileprivate func mark(_ theme: Theme) -> String {
    let strings = theme.strings
    if isPartly { return theme.signs.partly + " " + strings.partly }
    return correct ? strings.rightMark : strings.wrongMark
  }
}

extension Strings {
  /// The question before an exam without pauses is left.
  fileprivate var leavesRunning: String {
    self(
      "Leave the exam? Its time runs on; “resume” goes on with it.",
      "模擬試験を離れますか? 時間は進み続けます。resume で続けられます。")
  }

  var answerPrompt: String { self("answer", "回答") }
}

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
    rows(of: text(columns: columns, theme), columns: columns, notesAt: 0, theme)
  }

  /// - Parameter column: The column of the note on the result, if the choice is not longer.
  private func rows(
    of drawn: (text: DrawnText, indent: Int), columns: Int, notesAt column: Int, _ theme: Theme
  ) -> [String] {
    let (text, indent) = drawn
    guard let last = text.rows.last, let note = note(theme.strings) else { return text.rows }
    let gap = max(Self.gapBeforeNote, column - theme.width(last))
    let end = last + painted(String(repeating: " ", count: gap) + note, theme)
    return text.endsInProse && theme.width(end) <= columns
      ? text.rows.dropLast() + [end]
      : text.rows + [String(repeating: " ", count: indent) + painted(note, theme)]
  }

  /// The rows of all choices of a question, with the notes on their results in one column if there is
  /// room for it.
  static func rows(of views: [ChoiceView], columns: Int, _ theme: Theme) -> [[String]] {
    let texts = views.map { $0.text(columns: columns, theme) }
    let ends = zip(views, texts).compactMap { view, drawn -> (text: Int, note: Int)? in
      guard let note = view.note(theme.strings).map(theme.width) else { return nil }
      let text = drawn.text
      let end = theme.width(text.rows.last ?? "") + gapBeforeNote
      return text.endsInProse && end + note <= columns ? (end, note) : nil
    }
    let column = ends.map(\.text).max() ?? 0
    let hasRoom = column + (ends.map(\.note).max() ?? 0) <= columns
    return zip(views, texts).map { view, drawn in
      view.rows(of: drawn, columns: columns, notesAt: hasRoom ? column : 0, theme)
    }
  }

  /// The fewest cells between a choice and the note on its result.
  private static let gapBeforeNote = 3

  /// The choice without a note, and the cells before its rows.
  private func text(columns: Int, _ theme: Theme) -> (text: DrawnText, indent: Int) {
    let gap = columns >= 50 ? "  " : " "
    let head = "\(number)\(gap)\(sign(theme.signs))\(gap)"
    let indent = theme.width(head)
    return (drawn(after: head, indent: indent, theme.narrowed(to: columns)), indent)
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
    let signs = theme.isLive ? theme.signs : .ascii
    let head = "  " + (mark == .missed ? signs.unchecked : signs.checked) + " "
    let note = theme.strings.inBrackets(theme.strings.word(verdict))
    let frame = TextFrame(
      sign: head, indent: theme.width(head), role: verdict.role, theme: theme)
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
  func inBrackets(_ note: String) -> String { self("  (\(note))", "（\(note)）") }
}

/// The rows above the question of a quiz: the title, the place in the quiz, and the remaining
/// times.
struct QuizStatus {
  private let state: QuizState
  private let theme: Theme
  private let columns: Int

  init(_ state: QuizState, _ theme: Theme) {
    self.state = state
    self.theme = theme
    columns = theme.columns ?? 80
  }

  /// The head, then the time as a bar when little is left, the section, and the time of the
  /// question.
  var rows: [String] { head + [urgentTime, section, questionTime].compactMap(\.self) }

  /// The title, and the place at the right end of its row, or below it where a row has no room for
  /// both.
  private var head: [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let name = state.title?.sanitisedLine ?? strings.allDecks
    // In an exam two times change at once, and no other text should move.
    let time =
      state.remaining.map { "   " + text($0, of: state.isExam ? state.timeLimit : nil) } ?? ""
    let shownTime = state.remaining.map { palette.time(time, seconds: $0) } ?? ""
    let counter = strings.position(state.number, of: state.questions)
    let again = state.repeated ? " " + palette.warning(strings.again) : ""
    // The notes of the player take the blanks before the place, so that nothing moves for them.
    let blank = theme.width(theme.signs.mark + " ")
    let taken = theme.width(counter + time + again) + blank + 2
    let cells = min(20, columns - taken - 2 - min(theme.width(name), 16))
    // A question that comes again is not done yet.
    let done = max(0, state.answered - (state.count - state.questions))
    let progress =
      cells < 6 ? "" : "  " + theme.gauge(done, of: state.questions, cells: cells, .accent)
    let flag = state.flagged ? palette.warning(theme.signs.mark) + " " : ""
    let certainty = state.certainty.map { palette.chosen(strings.certainty($0)) + " " } ?? ""
    let notes = certainty + flag
    let needed = max(
      min(theme.width(name), 8) + blank, min(theme.width(name), 6) + theme.width(notes))
    func room(beside right: String) -> Int { columns - theme.width(right) - 2 }
    var right = counter + progress + shownTime + again
    // The notes of the player matter more than the bar.
    if room(beside: right) < needed { right = counter + shownTime + again }
    let room = room(beside: right)
    guard room >= needed else {
      return [
        palette.heading(theme.fitted(name, to: columns)),
        notes.isEmpty ? right : right + " " + notes.trimmingTrailingBlanks,
      ]
    }
    let left = theme.fitted(name, to: room - max(blank, theme.width(notes)))
    let gap = String(repeating: " ", count: max(0, columns - theme.width(left + notes + right)))
    return [palette.heading(left) + gap + notes + right]
  }

  private var urgentTime: String? {
    guard let remaining = state.remaining, remaining <= 10, let limit = state.timeLimit else {
      return nil
    }
    return bar(remaining, of: limit, cells: min(40, columns))
  }

  /// The name of the section, and its time if it has one.
  private var section: String? {
    guard let section = state.section?.sanitisedLine else { return nil }
    guard let remaining = state.sectionRemaining, let limit = state.sectionTimeLimit else {
      return theme.palette.faint(theme.fitted(section, to: columns))
    }
    let time = "  " + text(remaining, of: limit) + "  "
    let name = theme.fitted(
      section, to: max(8, min(columns / 2, columns - theme.width(time) - 8)))
    let cells = min(20, columns - theme.width(name + time))
    return name + theme.palette.time(time, seconds: remaining)
      + bar(remaining, of: limit, cells: cells)
  }

  private var questionTime: String? {
    guard let remaining = state.questionRemaining, let limit = state.questionTimeLimit else {
      return nil
    }
    let label = theme.strings.questionRemaining(remaining) + "  "
    return label + bar(remaining, of: limit, cells: min(20, columns - theme.width(label)))
  }

  /// The remaining time. If the limit is known, the text is padded so that its width does not
  /// change.
  private func text(_ left: Int, of limit: Int?) -> String {
    // The word is after the number in English, and before it in Japanese.
    let alignment: Alignment = theme.strings.language == .english ? .trailing : .leading
    func text(_ seconds: Int) -> String {
      theme.strings.remaining(seconds, isShort: theme.isNarrow)
    }
    let times = limit.map { [$0, min($0, 119)] } ?? []
    let widest = times.map { theme.width(text($0)) }.max() ?? 0
    return text(left).padded(to: widest, alignment, theme.ambiguous)
  }

  /// A bar for the remaining time, coloured by urgency. The seconds are beside it.
  private func bar(_ left: Int, of limit: Int, cells: Int) -> String {
    theme.gauge(
      left, of: limit, cells: cells,
      left * 2 > limit ? .time : left * 5 > limit ? .warning : .wrong)
  }
}

extension Strings {
  /// The number of the question in a quiz.
  fileprivate func position(_ number: Int, of count: Int) -> String {
    self("\(number) of \(count)", "\(number)/\(count)")
  }
}
