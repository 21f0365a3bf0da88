import QuizKit
import Terminal

extension Screen {
  /// The screen that lists a quiz's answers before the result.
  static let confirm = Screen(english: "answers", japanese: "回答一覧", commands: CommandEntry.confirm)
  { (route: ConfirmRoute, models) in
    ConfirmViewModel(session: route.model, quizzes: models.quizzes)
  }
}

extension CommandEntry {
  fileprivate static let confirm: [CommandEntry] = [
    .plain(
      "result", ["結果", "結果を確認"], on: .confirm, ConfirmCommand.result,
      "show what was right", "結果を確認します"),
    .plain(
      "finish", ["answers", "回答一覧"], on: [.confirm], .state,
      "show the answers again", "回答一覧をもう一度表示します"
    ).forScripts,
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.confirm], arguments: "N",
      english: "change answer number N", japanese: "N 番目の回答を変更します",
      onRow: Explanation("change this answer", "この回答を変更します")
    ) { arguments throws(CommandError) in
      .screen(ConfirmCommand.go(try arguments.nextNumber("N")))
    },
    .plain(
      "restart", ["やり直す"], on: .confirm, ConfirmCommand.restart,
      "clear all answers and start again", "回答をすべて消してやり直します"),
    .plain("back", ["戻る"], on: .confirm, ConfirmCommand.back, "back to the questions", "質問へ戻ります"),
    .plain(
      "undo", ["取り消し", "元に戻す"], on: .confirm, ConfirmCommand.undo,
      "take the last answer back", "最後の回答を取り消します"),
    .picture(ofRowOn: .confirm) { .screen(ConfirmCommand.picture($0, $1)) },
  ]
}

extension ConfirmCommand: ScreenCommand {}

extension ConfirmState: Viewable {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = [palette.heading(strings.answers)]
    if timedOut { lines += theme.lines(palette.warning(strings.timedOut)) }
    if let remaining, remaining > 0 {
      lines += theme.lines(palette.time(strings.remaining(remaining), seconds: remaining))
    }
    if let section, let sectionRemaining, sectionRemaining > 0 {
      lines += theme.lines(
        palette.time(
          strings.sectionRemaining(section, sectionRemaining), seconds: sectionRemaining))
    }
    for item in items { lines += item.view(theme) }
    return lines + theme.lines(palette.faint(hint(strings)))
  }

  /// The number of missing answers, and what can be done. It does not offer anything that is no
  /// longer possible because time is up.
  private func hint(_ strings: Strings) -> String {
    let numbers = items.filter(\.canChange).map(\.number)
    let change =
      numbers.isEmpty
      ? "" : strings.changeHint(numbers.count < items.count ? numbers.ranges(strings) : nil)
    return (unanswered > 0 ? strings.missing(unanswered) : "") + change + strings.resultHint
  }

  var timesLeft: [TimeLeft] {
    [
      remaining.map { TimeLeft(countdown: .quiz, seconds: $0) },
      sectionRemaining.map { TimeLeft(countdown: .section(section ?? ""), seconds: $0) },
    ].compactMap(\.self)
  }

  func reminder(before command: ConfirmCommand, _ strings: Strings) -> String? {
    guard command == .result,
      items.contains(where: { $0.answer == nil && $0.canChange })
    else { return nil }
    return strings.handsIn(without: unanswered, of: items.count)
  }

  func question(before command: ConfirmCommand, _ strings: Strings) -> String? {
    guard case .picture(let row, let number) = command, items.indices.contains(row - 1) else {
      return nil
    }
    return items[row - 1].pictures.question(before: number, strings)
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension LiveView {
  /// A list of the answers, in which Enter changes one.
  fileprivate init(_ state: ConfirmState, _ theme: Theme) {
    let (strings, palette) = (theme.strings, theme.palette)
    let left = state.remaining.map {
      palette.time(strings.remaining($0, isShort: theme.isNarrow), seconds: $0)
    }
    let heading = theme.longest(
      of: [false, true].map { strings.answers(state, isShort: $0, theme.signs) })
    let title = left.map { heading + "   " + $0 } ?? heading
    // A narrow window has a row for each.
    let isTooWide = theme.columns.map { theme.width(title) > $0 } ?? false
    let canChange = state.items.contains(where: \.canChange)
    self.init(
      RowList(state, theme), of: .confirm,
      title: isTooWide ? [heading, left].compactMap(\.self).joined(separator: "\n") : title,
      // Without kinds of rows to show, Left goes back to the questions.
      keys: (canChange ? [.command(.left, .screen(ConfirmCommand.back))] : [])
        + (state.unanswered > 0 ? [KeyBinding(hint: strings("End hand in", "End 提出へ"))] : [])
        + [.pictureOfRow],
      namesLeaving: false, theme)
    if state.timedOut { status += theme.lines(palette.warning(strings.timedOut)) }
    if let section = state.section, let left = state.sectionRemaining, left > 0 {
      let text = strings.sectionRemaining(section, left, isShort: theme.isNarrow)
      status += theme.lines(palette.time(text, seconds: left))
    }
    answerKeys = Set(KeyBinding.digits(9).actions.keys)
      .union([.named(.enter)])
  }
}

extension RowList {
  fileprivate init(_ state: ConfirmState, _ theme: Theme) {
    let (items, strings) = (state.items, theme.strings)
    let unanswered = items.indices.filter { items[$0].answer == nil }
    let flagged = items.indices.filter { items[$0].flagged }
    let handIn = Extra(
      line: { theme.fitted(strings.handsIn(without: state.unanswered), to: $0) },
      hint: strings("Enter hand in", "Enter 提出"), command: .screen(ConfirmCommand.result))
    let list = RowList(
      id: "confirm", count: items.count,
      start: unanswered.first { items[$0].canChange } ?? items.count,
      isNumbered: true,
      filters: [
        Filter(name: strings("all", "すべて"), rows: Array(items.indices)),
        Filter(name: strings("unanswered", "未回答"), rows: unanswered),
        Filter(name: strings("marked", "見直し"), rows: flagged),
      ],
      lines: { row, columns in [items[row].row(columns, theme)] },
      command: { .screen(ConfirmCommand.go($0 + 1)) },
      hint: { row in items[row].canChange ? strings("Enter change", "Enter 変更") : nil },
      details: { row, theme in items[row].view(theme) },
      subject: {
        RowSubject(
          number: $0 + 1, pictures: items[$0].pictures, idleWords: items[$0].canChange ? [] : ["go"]
        )
      })
    self = list.ending(with: [handIn])
  }
}

extension ConfirmState.Item {
  /// The answer in the words of this language; `nil` while unanswered.
  private func given(_ strings: Strings) -> String? {
    kind == .card ? answer.map(strings.grade(named:)) : answer
  }

  /// The question in full, and its answer.
  fileprivate func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let mark = flagged ? " " + theme.palette.warning(strings.flagged) : ""
    let given = given(strings).map {
      theme.forChoices(choices).drawn($0, after: strings.answer, in: .chosen)
    }
    return theme.drawn(
      theme.read(question, kind, pictures), after: strings.question(number), end: mark)
      + theme.rows(of: pictures, inRow: number)
      + (given ?? theme.labelled(strings.answer, strings.unanswered))
  }

  /// The question on one line, and its answer.
  fileprivate func row(_ columns: Int, _ theme: Theme) -> String {
    let (strings, palette) = (theme.strings, theme.palette)
    let sign = flagged ? palette.warning(theme.signs.mark) : " "
    let room = columns - 3
    let nothing = theme.signs.unanswered + " " + strings.notAnswered
    // In a narrow window too, the words for no answer are whole.
    let cells = max(room * 2 / 5, min(theme.width(nothing), room / 2))
    let text = theme.filled(theme.line(of: kind.shown(question)), to: room - cells)
    let look = theme.forChoices(choices)
    let given = self.given(strings).map {
      palette.chosen(theme.fitted(look.line(of: $0), to: cells))
    }
    return text + " " + sign + " " + (given ?? palette.faint(theme.fitted(nothing, to: cells)))
  }
}

extension [Int] {
  /// Ascending numbers in a short form, such as `1-3, 5`.
  fileprivate func ranges(_ strings: Strings) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in self {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: strings(", ", "、"))
  }
}

extension Strings {
  /// How many questions are answered and marked.
  ///
  /// - Parameter isShort: Whether there is little room.
  fileprivate func answers(_ state: ConfirmState, isShort: Bool, _ signs: Signs) -> String {
    let count = figure(state.items.count)
    let answered = figure(state.items.count - state.unanswered)
    let marked = state.items.count(where: \.flagged)
    let whole = self("\(answered) of \(count) answered", "\(count) 問中 \(answered) 問回答済み")
    let short = self("\(answered) of \(count)", "\(answered)/\(count)")
    let marks =
      marked == 0
      ? nil
      : self("\(figure(marked)) marked", "見直し \(figure(marked))" + (isShort ? "" : " 問"))
    return [answers, isShort ? short : whole, marks].compactMap(\.self)
      .joined(separator: " \(signs.separator) ")
  }

  var notAnswered: String { self("not answered", "未回答") }

  fileprivate func missing(_ count: Int) -> String {
    self("\(questions(count)) without an answer. ", "未回答が \(figure(count)) 問あります。")
  }

  /// The row that hands in.
  fileprivate func handsIn(without unanswered: Int) -> String {
    unanswered == 0
      ? self("Hand in", "提出する")
      : self("Hand in (\(figure(unanswered)) not answered)", "提出する（未回答 \(figure(unanswered)) 問）")
  }

  fileprivate func handsIn(without unanswered: Int, of count: Int) -> String {
    self(
      "\(figure(unanswered)) of \(figure(count)) \(unanswered == 1 ? "is" : "are") not answered. Hand in?",
      "\(figure(count)) 問中 \(figure(unanswered)) 問が未回答です。提出しますか?")
  }

  /// - Parameter numbers: The only answers that can be changed; `nil` for all.
  fileprivate func changeHint(_ numbers: String?) -> String {
    let only = numbers.map { self(" (\($0))", "（\($0)）") } ?? ""
    return self("“go N” changes an answer\(only), ", "go N で回答を変更\(only)、")
  }

  fileprivate var resultHint: String {
    self("“result” shows what was right.", "result で結果を確認します。")
  }

  var answers: String { self("Your answers", "回答一覧") }
  var answer: String { self("Answer: ", "回答 : ") }
  var unanswered: String { self("(none)", "（未回答）") }
  var timedOut: String { self("Time ran out.", "時間切れです。") }
}
