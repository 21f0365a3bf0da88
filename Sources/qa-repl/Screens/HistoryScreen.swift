import QuizExchange
import QuizKit
import QuizSupport

extension Screen {
  /// The screen that lists past quizzes and their answers.
  static let history = Screen(
    english: "history", japanese: "履歴",
    commands: CommandEntry.history
      + .pages(of: .history, next: HistoryCommand.nextPage, previous: HistoryCommand.previousPage),
    back: { $0.open == nil ? nil : .close },
    undo: { $0.history.undoHistory }
  ) { (route: HistoryRoute, models) in
    try HistoryViewModel(
      history: models.history, quizzes: models.quizzes, page: route.model.page,
      exam: route.model.exam, world: models.world)
  }
}

extension Destination {
  /// Opens the history screen, with all quizzes or with the attempts of an exam.
  static func history(_ page: ListPage, exam: String?) -> Destination {
    Destination(.history, HistoryList(page, exam: exam)) { models, _ in
      // An exam that was taken may be deleted by now.
      if let exam, try !models.history.hasAttempts(ofExam: exam) {
        _ = try models.exams.exam(named: exam)
      }
      return HistoryRoute(HistoryList(page, exam: exam))
    }
  }
}

extension CommandEntry {
  fileprivate static let history: [CommandEntry] = [
    CommandEntry(
      name: "history", aliases: ["履歴"], screens: [.start, .result], isEverywhere: true,
      arguments: "[--exam EXAM]",
      english: "the quizzes that were played, or the attempts of an exam",
      japanese: "これまでのクイズ、または模擬試験の履歴を表示します",
      options: [
        OptionEntry(
          name: "exam", value: "EXAM", english: "only attempts of this exam, with their marks",
          japanese: "この模擬試験だけ(得点の推移も表示)"),
        .linesOnPage,
      ]
    ) { arguments throws(CommandError) in
      .open(.history(try arguments.firstPage(), exam: arguments.value("exam")))
    },
    statistics, redate,
    CommandEntry(
      name: "open", aliases: ["開く"], screens: [.history], arguments: "N",
      english: "the answers of quiz number N", japanese: "N 番目のクイズの回答を表示します"
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.open(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.history], arguments: "[N]",
      english: "go on with the open quiz, or with number N, if it is not finished",
      japanese: "開いているクイズ、または N 番目のクイズを続けます(途中のもの)"
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.resume(try arguments.nextNumberIfAny()))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.history], arguments: "N…",
      english: "delete quizzes from the history: 1 3-5", japanese: "クイズを履歴から削除します(1 3-5 など)"
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.delete(try arguments.nextNumbers("N")))
    },
  ]
}

extension HistoryState: Viewable {
  func view(_ look: Look) -> [String] {
    var lines = open?.view(look) ?? list(look)
    if let message {
      lines += look.lines(look.palette.heading(look.strings(message)))
    }
    return lines
  }

  func question(before command: AnyEquatable, _ strings: Strings) -> String? {
    guard case HistoryCommand.delete(let numbers) = command.value,
      numbers.isIn(total)
    else { return nil }
    guard let item = items.first(where: { $0.number == numbers.single }) else {
      return strings.deleteAttempts(numbers.count)
    }
    return strings.deleteAttempt(item.number, started: item.started.second)
  }

  func stage(_ look: Look) -> Stage {
    if let open { return open.stage(look) }
    var stage = Stage(
      RowList(history: self, look), of: .history, title: title(look.strings), message: message,
      empty: look.strings.noAttempts, look)
    if !marks.isEmpty { stage.body = chart(look) }
    return stage
  }

  private func title(_ strings: Strings) -> String {
    exam.map { strings.attempts(total, of: $0.sanitisedLine) } ?? strings.attempts(total)
  }

  /// The marks of an exam from attempt to attempt, with the pass mark of the last one.
  private func chart(_ look: Look) -> [String] {
    guard let mark = marks.last?.passMark else { return [] }
    var chart = ScoreChart(
      points: marks.map {
        ScoreChart.Point(
          day: String($0.started.text.prefix(10)), percent: $0.percent, passed: $0.passed)
      }, passMark: mark, signs: look.blocks)
    chart.isCompact = look.isNarrow
    let title = look.strings.marks(passed: marks.count(where: \.passed), of: marks.count, mark)
    return look.lines(title) + chart.lines(columns: look.columns ?? 80, look.palette)
  }

  private func list(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(palette.heading(title(strings))) + chart(look)
    let widest = items.widestResult(look)
    for item in items { lines += item.view(look, widest: widest) }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    return lines + look.lines(palette.faint(total == 0 ? strings.noAttempts : strings.historyHint))
  }
}

extension RowList {
  fileprivate init(history state: HistoryState, _ look: Look) {
    let (items, strings) = (state.items, look.strings)
    let widest = items.widestResult(look)
    self.init(
      id: "history \(state.exam ?? "")", total: state.total, first: items.first?.number,
      items: items,
      row: { item, columns in
        item.row(columns, look, widest: widest, namesTitle: state.exam == nil)
      },
      line: { "open \($0 + 1)" }, hint: strings("Enter open", "Enter 開く"),
      load: { .screen(HistoryCommand.show($0)) })
  }
}

extension [HistoryState.Item] {
  /// The cells of the widest result, so that all stand in one column.
  fileprivate func widestResult(_ look: Look) -> Int {
    Swift.max(look.isNarrow ? 0 : 7, map { look.width($0.result) }.max() ?? 0)
  }
}

extension HistoryState.Item {
  /// The quiz on one line, cut to the width.
  ///
  /// - Parameter namesTitle: Whether the quizzes have different titles.
  fileprivate func row(_ columns: Int, _ look: Look, widest: Int, namesTitle: Bool) -> String {
    let (title, outcome) = (namesTitle ? [name(look)] : [], outcome(look))
    let score = result.padded(to: widest, .trailing)
    guard columns < 50 else {
      let parts = [started.second, score] + title + outcome
      return look.fitted(parts.joined(separator: "  "), to: columns)
    }
    // There is room for what counts most: how it ended, and if possible the time of the day.
    let parts = [score] + outcome + title
    let date = String(started.minute.dropFirst(5))
    let most = " " + parts.prefix(2).joined(separator: "  ")
    let day = look.width(date + most) <= columns ? date : String(date.prefix(5))
    let (short, whole) = (day + most, day + " " + parts.joined(separator: "  "))
    // A title can be cut, a word or a number cannot.
    let isWhole = look.width(whole) <= columns || namesTitle && look.width(short) + 6 <= columns
    return look.fitted(isWhole ? whole : short, to: columns)
  }

  /// The quiz on one line if it fits, otherwise on two.
  fileprivate func view(_ look: Look, widest: Int) -> [String] {
    let mark = "\(number). ".padded(to: 4, .trailing)
    let start = started.second + "  " + result.padded(to: widest, .trailing)
    let line = mark + start + "  " + what(look)
    guard let columns = look.columns, displayWidth(line, look.ambiguous) > columns else {
      return [line]
    }
    return [look.cut(mark + start), look.cut("    " + what(look))]
  }

  /// The quiz on one line, as long as it is.
  func line(_ look: Look) -> String {
    started.second + "  " + result.padded(to: 7, .trailing) + "  " + what(look)
  }

  fileprivate var result: String {
    let most = possible.map(PointsText.text) ?? "\(count)"
    return points.map { "\(PointsText.text(of: $0))/\(most)" } ?? "-/\(count)"
  }

  private func name(_ look: Look) -> String {
    title.isEmpty ? look.strings.allDecks : title.sanitisedLine
  }

  /// The quiz's title and how it went, without the score.
  private func what(_ look: Look) -> String {
    ([name(look)] + outcome(look)).joined(separator: "  ")
  }

  private func outcome(_ look: Look) -> [String] {
    let strings = look.strings
    var parts: [String] = []
    if !finished { parts.append(look.palette.warning(strings.unfinished)) }
    if let passed {
      parts.append(
        passed ? look.palette.right(strings.passed) : look.palette.wrong(strings.notPassed))
    }
    if mode == .practice { parts.append(strings.practice) }
    if let seconds { parts.append(strings.taken(seconds)) }
    if timedOut { parts.append(look.palette.warning(strings.ranOut)) }
    return parts
  }
}

extension Strings {
  fileprivate var unfinished: String { self("(not finished)", "(途中)") }
  fileprivate var practice: String { self("practice", "練習") }
  fileprivate var ranOut: String { self("out of time", "時間切れ") }
  fileprivate var noAttempts: String {
    self("No quiz has been played yet.", "まだクイズをしていません。")
  }
  fileprivate var historyHint: String {
    self("“open N”, “delete N”, “stats”.", "open N で回答を表示、delete N で削除、stats で統計。")
  }

  fileprivate var passed: String { self("passed", "合格") }
  fileprivate var notPassed: String { self("not passed", "不合格") }

  fileprivate func attempts(_ count: Int, of exam: String) -> String {
    self(
      "\(exam): \(count == 1 ? "1 attempt" : "\(count) attempts")", "\(exam)の履歴 \(count) 件")
  }

  fileprivate func marks(passed: Int, of count: Int, _ mark: Percent) -> String {
    self(
      "Passed \(passed) of \(count); pass mark \(mark.text) %",
      "\(count) 回のうち合格 \(passed) 回、合格点 \(mark.text) %")
  }

  fileprivate func attempts(_ count: Int) -> String {
    self(count == 1 ? "1 quiz played" : "\(count) quizzes played", "クイズの履歴 \(count) 件")
  }

  fileprivate func deleteAttempts(_ count: Int) -> String {
    self("Delete \(count) quizzes from the history?", "クイズ \(count) 回分を履歴から削除しますか?")
  }

  fileprivate func deleteAttempt(_ number: Int, started: String) -> String {
    self(
      "Delete quiz \(number) of \(started) with its answers?",
      "\(number) 番(\(started))の履歴と回答を削除しますか?")
  }
}
