import QuizExchange
import QuizKit
import Terminal

extension Screen {
  /// The screen that shows which answers of a quiz were right and which were wrong.
  static let result = Screen(english: "result", japanese: "回答結果", commands: CommandEntry.result) {
    (route: ResultRoute, models) in
    ResultViewModel(
      session: route.model, quizzes: models.quizzes,
      praise: models.bank.servesPerson ? try models.history.praise(of: route.model.setup) : nil)
  }
}

extension CommandEntry {
  fileprivate static let result: [CommandEntry] = [
    .plain(
      "result", ["結果", "結果を確認"], on: [.result], .state,
      "show the result again", "回答結果をもう一度表示します"
    ).forScripts,
    .plain(
      "restart", ["やり直す"], on: .result, ResultCommand.restart,
      "play the same questions again", "同じ質問をやり直します"),
    .plain(
      "retry", ["再挑戦"], on: .result, ResultCommand.retry,
      "play only what was wrong", "間違えた質問をもう一度出題します"),
    .plain(
      "more", ["続き"], on: .result, ResultCommand.more,
      "play the next questions", "続きの質問を出題します"),
    .picture(ofRowOn: .result) { .screen(ResultCommand.picture($0, $1)) },
  ]
}

extension ResultCommand: ScreenCommand {}

extension ResultState: Viewable {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = [palette.heading(strings.result)]
    if timedOut { lines += strings.timedOutResult.flatMap { theme.lines(palette.warning($0)) } }
    lines.append("")
    for item in items {
      lines += item.view(theme) + [""]
    }
    lines += theme.lines(palette.heading(strings.score(self)))
    let verdict = ExamVerdict(state: self)
    lines += verdict.headline(theme) + verdict.sections(theme) + verdict.certainties(theme)
    lines += glad(theme)
    if more > 0 { lines += theme.lines(strings.offersMore(more)) }
    let hint =
      mistakes > 0
      ? strings.retryHint : score < count ? strings.rightInTheEnd : strings.allRight
    return lines + theme.lines(palette.faint(hint))
  }

  func question(before command: ResultCommand, _ strings: Strings) -> String? {
    guard case .picture(let row, let number) = command, items.indices.contains(row - 1) else {
      return nil
    }
    return items[row - 1].pictures.question(before: number, strings)
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension ResultState.Item {
  fileprivate func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = theme.drawn(
      theme.read(question, kind, pictures), after: strings.question(number))
    lines += theme.rows(of: pictures, inRow: number)
    lines += answerLines(theme)
    guard !correct, let commentary, !commentary.isEmpty else { return lines }
    return lines + theme.drawn(commentary, after: strings.commentary)
  }

  /// The answer, the verdict on it, and the right answer.
  private func answerLines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines: [String] = []
    let look = theme.forChoices(choices)
    if kind == .card {
      lines += theme.drawn(correctAnswer, after: strings.back)
      lines += theme.labelled(
        strings.graded, answer.map(strings.grade(named:)) ?? strings.unanswered)
    } else if let parts, answer != nil {
      lines += theme.lines(strings.yours.trimmingTrailingBlanks) + parts.printed(look)
    } else {
      lines += markedChoices.view(look, answer: answer, missing: strings.unanswered)
    }
    // The heading above a look says already that there is no answer.
    if !theme.isLive || answer != nil {
      let sureness = certainty.map { "  " + strings.certainty($0) } ?? ""
      lines += theme.lines(theme.verdict(correct, points: points) + sureness)
    }
    guard !correct else { return lines }
    if kind != .card, parts == nil || answer == nil {
      lines +=
        parts?.rightAnswer(of: kind, look)
        ?? look.drawn(correctAnswer, after: strings.rightAnswer, in: .right)
    }
    return lines
  }
}

// MARK: - A look at an answer

extension ResultState.Item {
  /// The place in the quiz, the verdict, and the wrong ones before and after.
  fileprivate func heading(of count: Int, wrong: [Int], _ theme: Theme) -> String {
    let strings = theme.strings
    let title = theme.palette.heading(
      strings.result + " \(theme.signs.separator) "
        + strings("\(number) of \(count)", "\(number) / \(count)"))
    let (word, role) = verdict(theme)
    let before = wrong.last { $0 < number - 1 }.map { "\($0 + 1)" } ?? ""
    let after = wrong.first { $0 > number - 1 }.map { "\($0 + 1)" } ?? ""
    let others =
      before.isEmpty && after.isEmpty
      ? "" : "\(theme.signs.earlier) \(before)   \(after) \(theme.signs.later)"
    let left = title + "   " + theme.palette.painted(word, role)
    let gap = (theme.columns ?? 80) - theme.width(left) - theme.width(others) - 2
    return gap < 2 ? left : left + String(repeating: " ", count: gap) + theme.palette.faint(others)
  }

  /// The question, its choices with one's own and the right one, and the commentary. The question is
  /// cut before its choices are, so that the first line of the commentary is among the first rows;
  /// the whole question then follows at the end. Of its rows at least one is above the answer.
  fileprivate func look(rows: Int, _ theme: Theme) -> [String] {
    let strings = theme.strings
    let text = theme.read(self.question, kind, self.pictures)
    let question = theme.drawn(text)
    let pictures = theme.rows(of: self.pictures, inRow: number)
    let explanation = commentary.map { $0.isEmpty ? [] : theme.drawn($0) } ?? []
    let end = explanation.isEmpty ? [] : [""] + explanation
    // One row is for the note that tells how much of a long text is on the screen.
    let needed = (explanation.isEmpty ? 0 : 2) + 1
    let answers = answers(rows: max(2, rows - needed - 2), theme)
    let room = max(1, rows - needed - answers.count - 1)
    let rest = [""] + answers + end
    if question.count + pictures.count + rest.count <= rows { return question + pictures + rest }
    // The right answer matters more than the names of the pictures, which a key opens anyway.
    let below = pictures.isEmpty ? [] : [""] + pictures
    if question.count <= room || question.count + rest.count <= rows {
      return question + rest + below
    }
    let whole = strings("The whole question", "質問の全文")
    let beginning =
      room > 1
      ? question.prefix(room - 1) + [theme.palette.faint(theme.signs.cut)]
      : [theme.cut(theme.line(of: text))]
    return beginning + rest + below + ["", theme.palette.heading(whole)] + question
  }

  /// The choices, or the answer and the right one where nothing was picked.
  private func answers(rows: Int, _ theme: Theme) -> [String] {
    guard kind.isPicked, !right.isEmpty else { return answerLines(theme) }
    let look = theme.forChoices(choices)
    let columns = (theme.columns ?? 80) - 2
    let views = choices.indices.map { ChoiceView($0, of: self) }
    let drawn = ChoiceView.rows(of: views, columns: columns, look)
    func joined(_ blocks: [[String]]) -> [String] { blocks.joined().map { "  " + $0 } }
    if drawn.joined().count <= rows { return joined(drawn) }
    // Of the others the first row is enough to know them again.
    let cut = zip(views, drawn).map { $0.hasVerdict ? $1 : Array($1.prefix(1)) }
    if cut.joined().count <= rows { return joined(cut) }
    return joined(zip(views, drawn).filter { $0.0.hasVerdict }.map(\.1))
  }
}

extension Strings {
  fileprivate func hintsOfLook(_ signs: Signs, hasOthers: Bool) -> [String] {
    let others = hasOthers ? [signs.leftRight + self(" the wrong ones", " 前後の不正解")] : []
    return others + [
      self("Esc the list", "Esc 一覧へ"), signs.upDown + self(" PgDn read", " PgDn 読む"),
    ]
  }
}

extension Theme {
  /// 〇 or × with its word, because not every reader knows the marks or hears them. Only printed
  /// text has a label before it, because that label is also the word for a right answer.
  func verdict(_ correct: Bool, points: Double) -> String {
    let mark = correct ? palette.right(strings.rightMark) : palette.wrong(strings.wrongMark)
    let credit = strings.credit(points, correct: correct).map { "  " + palette.warning($0) } ?? ""
    return (isLive ? "" : strings.verdict) + mark + credit
  }
}

extension LiveView {
  /// The score above a list of the questions. Each of them can be opened.
  fileprivate init(_ state: ResultState, _ theme: Theme) {
    let strings = theme.strings
    let name = state.title?.sanitisedLine ?? strings.allDecks
    let score = strings.score(state)
    let scores = strings.result + "  " + score
    let titles = [state.missed(theme).map { scores + "   " + $0 }, scores].compactMap(\.self)
    self.init(
      RowList(state, theme), of: .result, title: theme.longest(of: titles),
      keys: [KeyBinding(hint: strings("Esc start", "Esc 最初の画面")), .pictureOfRow],
      namesLeaving: false, theme)
    list?.replaces = "confirm"
    subject = ViewID("result", name, score)
    answerKeys = [.named(.enter)]
    let verdict = ExamVerdict(state: state)
    status += verdict.headline(theme)
    let heading = theme.lines(theme.palette.heading(name) + "  " + score) + verdict.headline(theme)
    // Practice has left them behind one by one.
    rest = Rest { _, theme in (state.mode == .practice ? [] : state.rows(theme)) + heading }
    // Many sections scroll together with the list.
    body = verdict.sections(theme) + verdict.certainties(theme) + state.glad(theme)
  }
}

extension ResultState {
  /// The list as it stays in the scrollback.
  fileprivate func rows(_ theme: Theme) -> [String] {
    let (cells, digits) = (verdictCells(theme), "\(items.count)".count)
    return items.map { item in
      let number = "\(item.number)".padded(to: digits, .trailing) + "  "
      let columns = (theme.columns ?? 80) - theme.width(number)
      return theme.palette.faint(number) + item.row(columns, verdict: cells, theme)
    }
  }

  /// The width of the widest verdict.
  fileprivate func verdictCells(_ theme: Theme) -> Int {
    items.map { theme.width($0.verdict(theme).text) }.max() ?? 0
  }

  /// The good news in one row; no row where there is none.
  fileprivate func glad(_ theme: Theme) -> [String] {
    guard let praise else { return [] }
    let parts = [
      praise.isBest ? theme.strings("best so far", "これまでの最高") : nil,
      praise.days > 1 ? theme.strings("\(praise.days) days in a row", "\(praise.days) 日連続") : nil,
    ].compactMap(\.self)
    let row = parts.joined(separator: " \(theme.signs.separator) ")
    return parts.isEmpty ? [] : theme.lines(theme.palette.accent(row))
  }

  /// How many answers were wrong, and how many are missing; `nil` where none is.
  fileprivate func missed(_ theme: Theme) -> String? {
    let strings = theme.strings
    let unanswered = items.count { $0.answer == nil }
    guard unanswered > 0 else { return nil }
    let wrong = items.count { !$0.correct } - unanswered
    let parts = [
      wrong > 0 ? strings("\(strings.figure(wrong)) wrong", "不正解 \(strings.figure(wrong))") : nil,
      strings("\(strings.figure(unanswered)) not answered", "未回答 \(strings.figure(unanswered))"),
    ]
    return parts.compactMap(\.self).joined(separator: " \(theme.signs.separator) ")
  }
}

extension RowList {
  fileprivate init(_ state: ResultState, _ theme: Theme) {
    let (items, strings) = (state.items, theme.strings)
    let others = items.indices.filter { !items[$0].correct }
    let flagged = items.indices.filter { items[$0].flagged }
    let cells = state.verdictCells(theme)
    let list = RowList(
      id: ViewID("result", state.title, state.score, state.seconds), count: items.count,
      start: others.first ?? 0, isNumbered: true,
      filters: [
        Filter(name: strings("all", "すべて"), rows: Array(items.indices)),
        Filter(
          name: strings("wrong", "不正解"), rows: others.filter { items[$0].answer != nil }),
        Filter(
          name: strings.notAnswered, rows: others.filter { items[$0].answer == nil }),
        Filter(name: strings("guessed, right", "勘で正解"), rows: items.guessedRight),
        Filter(name: strings("sure, wrong", "自信あり不正解"), rows: items.sureWrong),
        Filter(name: strings("marked", "見直し"), rows: flagged),
      ],
      lines: { row, columns in [items[row].row(columns, verdict: cells, theme)] },
      hint: { _ in strings("Enter look at it", "Enter 詳しく見る") },
      details: { row, theme in items[row].view(theme) },
      subject: { RowSubject(number: $0 + 1, pictures: items[$0].pictures) })
    self = list.ending(with: strings.endings(of: state, theme))
    look = Look(
      heading: { row, theme in [items[row].heading(of: items.count, wrong: others, theme)] },
      text: { row, rows, theme in items[row].look(rows: rows, theme) }, others: others,
      hints: { _, theme in theme.strings.hintsOfLook(theme.signs, hasOthers: others.count > 1) })
  }
}

extension ResultState.Item {
  /// The question on one line, with the verdict before it.
  ///
  /// - Parameter cells: The width of the widest verdict in the list.
  fileprivate func row(_ columns: Int, verdict cells: Int, _ theme: Theme) -> String {
    let (word, role) = verdict(theme)
    let verdict = word.padded(to: cells, .leading, theme.ambiguous)
    let room = columns - theme.width(verdict) - 2
    return theme.palette.painted(verdict, role) + "  "
      + theme.fitted(theme.line(of: kind.shown(question)), to: room)
  }

  /// The verdict with its sign, and its colour.
  fileprivate func verdict(_ theme: Theme) -> (text: String, role: Palette.Role) {
    let (strings, signs) = (theme.strings, theme.signs)
    if correct { return ("\(signs.right) " + strings("right", "正解"), .right) }
    if answer == nil { return (signs.unanswered + " " + strings.notAnswered, .faint) }
    return points > 0
      ? ("\(signs.partly) " + strings.partly, .warning)
      : ("\(signs.wrong) " + strings("wrong", "不正解"), .wrong)
  }
}

extension Strings {
  /// The rows that begin another quiz.
  fileprivate func endings(of state: ResultState, _ theme: Theme) -> [RowList.Extra] {
    var endings: [RowList.Extra] = []
    func add(_ text: String, _ command: ResultCommand) {
      endings.append(
        RowList.Extra(
          line: { theme.fitted(text, to: $0) }, hint: self("Enter play", "Enter 始める"),
          command: .screen(command)))
    }
    let wrong = state.mistakes
    if wrong > 0 {
      add(
        self(
          wrong == 1 ? "Play the one that was not right again" : "Play the \(figure(wrong)) again",
          "間違えた質問をもう一度（\(figure(wrong)) 問）"), .retry)
    }
    if state.more > 0 {
      add(self("Play the next \(state.more)", "続きの \(state.more) 問を始める"), .more)
    }
    if endings.isEmpty { add(self("Play again", "もう一度やり直す"), .restart) }
    return endings
  }

  var result: String { self("Result", "回答結果") }
  /// The list of answers before the result says it too. The Japanese text keeps it for scripts.
  fileprivate var timedOutResult: [String] {
    language == .japanese ? [timedOut] : []
  }
  fileprivate var verdict: String { self("", "正解 : ") }
  var rightMark: String { self("〇 right", "〇 正解") }
  var wrongMark: String { self("× wrong", "× 不正解") }
  var partly: String { self("partly", "部分点") }
  var rightAnswer: String { self("Right answer: ", "正しい答え : ") }
  var commentary: String { self("Commentary: ", "解説:") }
  var retryHint: String {
    self(
      "“retry” plays what was wrong, “restart” everything, “home” goes to the start.",
      "retry で間違えた質問をもう一度、restart で全問をやり直します。home で最初の画面へ。")
  }
  var allRight: String {
    self(
      "All right! “restart” plays again, “home” goes to the start.",
      "全問正解です! restart でもう一度、home で最初の画面へ。")
  }

  fileprivate var rightInTheEnd: String {
    self(
      "All right in the end! “restart” plays again, “home” goes to the start.",
      "最後は全問正解です! restart でもう一度、home で最初の画面へ。")
  }

  fileprivate func offersMore(_ count: Int) -> String {
    self(
      "“more” plays the next \(count == 1 ? "question" : questions(count)).",
      "more で続きの \(questions(count))を出題します。")
  }

  /// The points that an answer earned or cost; `nil` where a right one earned the whole point, or a
  /// wrong one nothing.
  func credit(_ points: Double, correct: Bool) -> String? {
    let text = self.points(points)
    if points == (correct ? 1 : 0) { return nil }
    if points < 0 { return self("costs points: \(text)", "減点 : \(text) 点") }
    return correct
      ? self("\(text) of 1", "1 点中 \(text) 点")
      : self("partly right: \(text) of 1", "部分点 : 1 点中 \(text) 点")
  }

  /// A number of points with at most two decimals.
  func points(_ points: Double) -> String { PointsText.text(of: points) }

  /// How many answers were right or, where parts of points were earned, how many points there are.
  fileprivate func score(_ state: ResultState) -> String {
    guard state.passed == nil, state.points != Double(state.score) else {
      return score(state.score, of: state.count, seconds: state.seconds)
    }
    let points = points(state.points)
    return self(
      "\(points) of \(self.points(state.possible)) points, \(state.score) right, "
        + "in \(taken(state.seconds))",
      "\(self.points(state.possible)) 点中 \(points) 点、\(state.score) 問正解（\(taken(state.seconds))）")
  }

  func score(_ score: Int, of count: Int, seconds: Int) -> String {
    self(
      "\(figure(score)) of \(figure(count)) right in \(taken(seconds))",
      "\(figure(count)) 問中 \(figure(score)) 問正解（\(taken(seconds))）")
  }
}

/// The result of an exam: whether it was passed, and the sections compared with the pass mark.
struct ExamVerdict {
  let state: ResultState

  /// Whether the exam was passed, with the marks.
  func headline(_ theme: Theme) -> [String] {
    guard let passed = state.passed, let mark = state.passMark else { return [] }
    let text = theme.strings.verdict(state, passed: passed, mark)
    return theme.lines(passed ? theme.palette.right(text) : theme.palette.wrong(text))
  }

  /// A bar for each section.
  func sections(_ theme: Theme) -> [String] {
    let columns = theme.columns ?? 80
    let ends = state.sections.map { end($0, theme) }
    let longest = state.sections.map { theme.width($0.name.sanitisedLine) }.max() ?? 0
    let widest = ends.map { theme.width($0) }.max() ?? 0
    let nameColumns = min(longest, max(8, (columns - widest - 4) / 2))
    let cells = min(20, columns - nameColumns - widest - 4)
    return zip(state.sections, ends).map { section, end in
      let share = max(0, Int((section.points / section.possible * 10_000).rounded()))
      let bar = theme.gauge(
        share, of: 10_000, cells: cells, section.passed ? .accent : .warning)
      return theme.cut(
        theme.filled(section.name.sanitisedLine, to: nameColumns) + "  "
          + (bar.isEmpty ? "" : bar + " ") + end)
    }
  }

  /// The questions that were guessed and right, and those that the player was sure of and got
  /// wrong.
  func certainties(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let (guessed, wrong) = (state.items.guessedRight, state.items.sureWrong)
    return [
      guessed.isEmpty ? nil : strings.guessedRight(guessed.map { state.items[$0].number }),
      wrong.isEmpty ? nil : strings.sureWrong(wrong.map { state.items[$0].number }),
    ].compactMap(\.self).flatMap { theme.lines($0, indent: 2) }
  }

  private func end(_ section: ResultState.Section, _ theme: Theme) -> String {
    let strings = theme.strings
    let share = strings.percent(
      section.points / section.possible, beside: state.passMark?.share
    ).padded(to: 5, .trailing)
    let marks = strings.marks(section.points, of: section.possible)
    // Where there is little room, the bar is more useful than the marks.
    let isNarrow = (theme.columns ?? 80) < 60
    let note =
      section.passed ? "" : "  " + theme.palette.warning(strings.belowMark(isShort: isNarrow))
    return isNarrow ? share + note : "\(share)  \(marks)\(note)"
  }
}

extension [ResultState.Item] {
  /// The positions of the questions that were guessed and right.
  var guessedRight: [Int] { indices.filter { self[$0].certainty == .guess && self[$0].correct } }

  /// The positions of the questions that the player was sure of and that were wrong.
  var sureWrong: [Int] {
    indices.filter { self[$0].certainty == .sure && !self[$0].correct }
  }
}

extension Strings {
  fileprivate func verdict(_ state: ResultState, passed: Bool, _ mark: Percent) -> String {
    let share = percent(state.points / state.possible, beside: mark.share)
    let marks = marks(state.points, of: state.possible)
    return self(
      "\(passed ? "Passed" : "Not passed"): \(marks) marks, \(share) (pass mark \(mark.text) %)",
      "\(passed ? "合格" : "不合格") : \(marks) 点、\(share)（合格点 \(mark.text) %）")
  }

  fileprivate func marks(_ points: Double, of possible: Double) -> String {
    self(
      "\(self.points(points)) of \(self.points(possible))",
      "\(self.points(points))/\(self.points(possible))")
  }

  fileprivate func belowMark(isShort: Bool) -> String {
    self(isShort ? "below mark" : "below the mark", "合格点未満")
  }

  fileprivate func guessedRight(_ numbers: [Int]) -> String {
    self("Guessed and right: \(list(numbers))", "勘で正解した質問 : \(list(numbers))")
  }

  fileprivate func sureWrong(_ numbers: [Int]) -> String {
    self("Sure and wrong: \(list(numbers))", "自信があったのに間違えた質問 : \(list(numbers))")
  }

  private func list(_ numbers: [Int]) -> String {
    let list = numbers.map(String.init).joined(separator: self(", ", "、"))
    return self((numbers.count == 1 ? "question " : "questions ") + list, list + " 番")
  }
}
