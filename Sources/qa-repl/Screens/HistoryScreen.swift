import QuizExchange
import QuizKit
import QuizSupport

extension Screen {
  /// The screen that lists past quizzes and their answers.
  static let history = Screen(
    english: "history", japanese: "履歴",
    commands: CommandEntry.history + .pages(of: .history, by: HistoryCommand.self),
    back: { $0.open == nil ? nil : .close },
    undo: { $0.history.undoHistory }
  ) { (route: HistoryRoute, models) in
    try HistoryViewModel(
      history: models.history, quizzes: models.quizzes, part: route.model, world: models.world)
  }
}

extension Destination {
  /// Opens the history screen, with all quizzes or with the attempts of an exam.
  static func history(_ page: ListPosition, exam: String?) -> Destination {
    Destination(.history, HistoryList(page, exam: exam)) { models, _ in
      // An exam with attempts may have been deleted.
      if let exam, try !models.history.hasAttempts(ofExam: exam) {
        _ = try models.exams.exam(named: exam)
      }
      return HistoryRoute(HistoryList(page, exam: exam))
    }
  }

  /// Opens the list of the quizzes that wait to be resumed.
  static var unfinished: Destination {
    let list = HistoryList(.whole, isUnfinished: true)
    return Destination(.history, list) { _, _ in HistoryRoute(list) }
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
      ], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .open(.history(try arguments.firstPage(), exam: arguments.value("exam")))
    },
    statistics,
    CommandEntry(
      name: "open", aliases: ["開く"], screens: [.history], arguments: "N",
      english: "the answers of quiz number N", japanese: "N 番目のクイズの回答を表示します",
      onRow: Explanation("the answers of this quiz", "このクイズの回答を表示します")
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.open(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.history], arguments: "[N]",
      english: "go on with the open quiz, or with number N, if it is not finished",
      japanese: "途中のクイズを続けます(開いているもの、または N 番目)",
      onRow: Explanation("go on with this quiz", "このクイズを続けます")
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.resume(try arguments.nextNumberIfAny()))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.history], arguments: "N…",
      english: "delete quizzes from the history: 1 3-5", japanese: "クイズを履歴から削除します(1 3-5 など)",
      onRow: Explanation("this quiz and its answers go into the trash", "このクイズを回答ごとごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.delete(try arguments.nextNumbers("N")))
    },
  ]
}

extension HistoryCommand: ListCommand {}

extension HistoryState: ListViewable {
  var lineCount: Int { total }
  func view(_ theme: Theme) -> [String] {
    open.map { $0.view(theme) + (message?.view(theme) ?? []) } ?? listView(theme)
  }

  func liveView(_ theme: Theme) -> LiveView { open?.liveView(theme) ?? listStage(theme) }

  func title(_ theme: Theme) -> String {
    if isUnfinished { return theme.strings.waiting(total) }
    return exam.map { theme.strings.attempts(total, of: $0.sanitisedLine) }
      ?? theme.strings.attempts(total)
  }

  func printed(_ theme: Theme) -> [String] {
    let widest = items.widestResult(theme)
    return items.flatMap { $0.view(theme, widest: widest) }
  }

  func hint(_ strings: Strings) -> String { total == 0 ? strings.noAttempts : strings.historyHint }

  func rows(_ theme: Theme) -> RowList {
    let columns = HistoryColumns(items, namesTitle: exam == nil, theme)
    var list = RowList(
      of: self, id: "history \(exam ?? "") \(isUnfinished)", items, first: items.first?.number,
      row: { item, cells in columns.line(item, cells) },
      command: { row in
        .screen(isUnfinished ? HistoryCommand.resume(row + 1) : HistoryCommand.open(row + 1))
      },
      hint: isUnfinished
        ? theme.strings("Enter go on", "Enter 続ける") : theme.strings("Enter open", "Enter 開く"),
      details: { item, theme in
        looked.flatMap { $0.attempt.number == item.number ? $0.answers(theme, isLive: true) : nil }
          ?? []
      },
      reading: { row in
        looked?.attempt.number == row + 1 ? nil : .screen(HistoryCommand.look(row + 1))
      })
    list.removal = .byCommand
    list.subject = { row in
      let isFinished = items.first { $0.number == row + 1 }?.finished != false
      return RowSubject(number: row + 1, idleWords: isFinished ? ["resume"] : [])
    }
    return list
  }

  func question(before command: HistoryCommand, _ strings: Strings) -> String? {
    guard case .delete(let numbers) = command, numbers.isIn(total) else { return nil }
    guard let item = items.first(where: { $0.number == numbers.single }) else {
      return strings.deleteAttempts(numbers.count)
    }
    return strings.deleteAttempt(item.number, started: item.startedAt)
  }

  /// The marks of an exam from attempt to attempt, with the pass mark of the last attempt.
  func chart(_ theme: Theme) -> [String] {
    guard let mark = scores.last?.passMark else { return [] }
    var chart = ScoreChart(
      points: scores.map {
        ScoreChart.Point(
          day: String($0.startedAt.text.prefix(10)), percent: $0.percent, passed: $0.passed)
      }, passMark: mark, signs: theme.blocks)
    chart.isCompact = theme.isNarrow
    let title = theme.strings.marks(passed: scores.count(where: \.passed), of: scores.count, mark)
    return theme.lines(title) + chart.lines(columns: theme.columns ?? 80, theme.palette)
  }
}

extension Strings {
  /// How many quizzes were left and wait to be resumed.
  func waiting(_ count: Int) -> String {
    self(
      count == 1 ? "1 quiz waits" : "\(count) quizzes wait", "中断したクイズ \(count) 件")
  }

  fileprivate var noAttempts: String {
    self("No quiz has been played yet.", "クイズの履歴はまだありません。")
  }
  fileprivate var historyHint: String {
    self("“open N”, “delete N”, “stats”.", "open N で回答を表示、delete N で削除、stats で統計。")
  }

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

  fileprivate func deleteAttempt(_ number: Int, started: Stamp) -> String {
    self(
      "Delete quiz \(number) of \(started.minute) with its answers?",
      "\(number) 番(\(started.second))の履歴と回答を削除しますか?")
  }
}
