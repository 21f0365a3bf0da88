import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that lists past quizzes and their answers.
  static let history = Screen(
    english: "history", japanese: "クイズ履歴",
    commands: CommandEntry.history + .pages(of: .history, by: HistoryCommand.self),
    back: { $0.open == nil ? nil : .close }
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
      name: "history", aliases: ["クイズ履歴", "履歴"], screens: [.start, .result], isEverywhere: true,
      arguments: "[--exam EXAM]",
      english: "the quizzes that were played, or the attempts of an exam",
      japanese: "これまでのクイズ、または模擬試験の回答履歴を表示します",
      options: [
        OptionEntry(
          name: "exam", value: "EXAM", english: "only attempts of this exam, with their marks",
          japanese: "この模擬試験だけ（得点の推移も表示）"),
        .linesOnPage,
      ], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .open(.history(try arguments.firstPage(), exam: arguments.value("exam")))
    },
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
      japanese: "途中のクイズを続けます（開いているもの、または N 番目）",
      onRow: Explanation("go on with this quiz", "このクイズを続けます")
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.resume(try arguments.nextNumberIfAny()))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.history], arguments: "N…",
      english: "delete quizzes from the history: 1 3-5", japanese: "クイズを履歴から削除します（1 3-5 など）",
      onRow: Explanation("this quiz and its answers go into the trash", "このクイズを回答ごとごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(HistoryCommand.delete(try arguments.nextNumbers("N")))
    },
    .picture(ofRowOn: .history) { .screen(HistoryCommand.picture($0, $1)) },
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
      of: self, id: ViewID("history", exam, isUnfinished), items, first: items.first?.number,
      row: { item, cells in columns.line(item, cells) },
      command: { row in
        .screen(isUnfinished ? HistoryCommand.resume(row + 1) : HistoryCommand.open(row + 1))
      },
      hint: isUnfinished
        ? theme.strings("Enter go on", "Enter 続ける") : theme.strings("Enter open", "Enter 開く"),
      details: { item, theme in
        looked.flatMap { $0.attempt.number == item.number ? $0.answers(theme) : nil }
          ?? []
      },
      reading: { row in
        looked?.attempt.number == row + 1 ? nil : .screen(HistoryCommand.look(row + 1))
      },
      subject: { row in
        let isFinished = items.first { $0.number == row + 1 }?.finished != false
        return RowSubject(number: row + 1, idleWords: isFinished ? ["resume"] : [])
      })
    list.removal = .byCommand
    return list
  }

  func question(before command: HistoryCommand, _ strings: Strings) -> String? {
    if case .picture(let row, let number) = command {
      return open?.items.first { $0.number == row }?.pictures.question(before: number, strings)
    }
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
      count == 1 ? "1 quiz waits" : "\(figure(count)) quizzes wait", "中断したクイズ \(figure(count)) 件")
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
    self(
      count == 1 ? "1 quiz played" : "\(figure(count)) quizzes played", "クイズの履歴 \(figure(count)) 件")
  }

  fileprivate func deleteAttempts(_ count: Int) -> String {
    self("Delete \(count) quizzes from the history?", "クイズ \(count) 回分を履歴から削除しますか?")
  }

  fileprivate func deleteAttempt(_ number: Int, started: Stamp) -> String {
    self(
      "Delete quiz \(number) of \(started.minute) with its answers?",
      "\(number) 番（\(started.second)）の履歴と回答を削除しますか?")
  }
}

extension [HistoryState.Item] {
  /// The cells of the widest result, so that all results are aligned in one column.
  func widestResult(_ theme: Theme) -> Int {
    Swift.max(theme.isNarrow ? 0 : 7, map { theme.width($0.result(theme)) }.max() ?? 0)
  }
}

/// The quizzes of the history in columns: when, what, the score, how it ended and the time taken.
///
/// The name of the quiz gets what is free. In a narrow list less important columns go.
struct HistoryColumns {
  private let theme: Theme
  /// Whether the quizzes have different names.
  private let namesTitle: Bool
  private let title, result, time, outcome: Int

  /// How much of a row is shown, the most first.
  private enum Extent: CaseIterable {
    case whole, withoutYear, withoutDuration, withoutTimeOfDay, withoutTitle
  }

  private static let leastTitle = 10

  init(_ items: [HistoryState.Item], namesTitle: Bool, _ theme: Theme) {
    (self.theme, self.namesTitle) = (theme, namesTitle)
    func widest(_ text: (HistoryState.Item) -> String) -> Int {
      items.map { theme.width(text($0)) }.max() ?? 0
    }
    title = namesTitle ? widest { $0.name(theme) } : 0
    result = widest { $0.result(theme) }
    time = widest { $0.taken(theme) }
    outcome = widest { $0.outcome(theme) }
  }

  /// A quiz on one line of at most `columns` cells.
  func line(_ item: HistoryState.Item, _ columns: Int) -> String {
    let needed = namesTitle ? min(title, Self.leastTitle) : 0
    let extent = Extent.allCases.first { columns - taken($0) >= needed } ?? .withoutTitle
    let free = max(0, columns - taken(extent))
    let name = theme.folded(item.name(theme), to: min(title, free))
    let parts: [(text: String, cells: Int, alignment: Alignment)] = [
      (day(of: item, extent), dayCells(extent), .leading),
      (name, extent == .withoutTitle ? 0 : min(title, free), .leading),
      (item.result(theme), result, .trailing),
      (item.outcome(theme), outcome, .leading),
      (item.taken(theme), hasDuration(extent) ? time : 0, .trailing),
    ]
    let cells = parts.filter { $0.cells > 0 }.map {
      $0.text.padded(to: $0.cells, $0.alignment, theme.ambiguous)
    }
    return theme.fitted(cells.joined(separator: "  "), to: columns)
  }

  /// The cells of all columns but the name's, with the gaps between all of them.
  private func taken(_ extent: Extent) -> Int {
    let cells = [dayCells(extent), result, hasDuration(extent) ? time : 0, outcome].filter {
      $0 > 0
    }
    let hasTitle = title > 0 && extent != .withoutTitle
    return cells.reduce(0, +) + 2 * (cells.count - (hasTitle ? 0 : 1))
  }

  private func hasDuration(_ extent: Extent) -> Bool { extent == .whole || extent == .withoutYear }

  private func day(of item: HistoryState.Item, _ extent: Extent) -> String {
    let minute = item.startedAt.minute
    switch extent {
    case .whole: return minute
    case .withoutYear, .withoutDuration: return String(minute.dropFirst(5))
    case .withoutTimeOfDay, .withoutTitle: return String(minute.dropFirst(5).prefix(5))
    }
  }

  private func dayCells(_ extent: Extent) -> Int {
    switch extent {
    case .whole: 16
    case .withoutYear, .withoutDuration: 11
    case .withoutTimeOfDay, .withoutTitle: 5
    }
  }
}

extension HistoryState.Item {
  /// The quiz on one line if it fits, otherwise on two.
  func view(_ theme: Theme, widest: Int) -> [String] {
    let mark = "\(number). ".padded(to: 4, .trailing)
    let start = startedAt.second + "  " + result(theme).padded(to: widest, .trailing)
    let line = mark + start + "  " + what(theme)
    guard let columns = theme.columns, displayWidth(line, theme.ambiguous) > columns else {
      return [line]
    }
    return [theme.cut(mark + start), theme.cut("    " + what(theme))]
  }

  /// The quiz on one line of any length.
  ///
  /// - Parameter isLive: Whether a person reads it at a live terminal, who needs no seconds.
  func line(_ theme: Theme, isLive: Bool) -> String {
    (isLive ? startedAt.minute : startedAt.second) + "  "
      + result(theme).padded(to: 7, .trailing, theme.ambiguous) + "  " + what(theme)
  }

  fileprivate func result(_ theme: Theme) -> String {
    let most = possible.map(PointsText.text) ?? "\(count)"
    return points.map { "\(PointsText.text(of: $0))/\(most)" }
      ?? "\(theme.signs.unanswered)/\(count)"
  }

  fileprivate func name(_ theme: Theme) -> String {
    title?.sanitisedLine ?? theme.strings.allDecks
  }

  /// The quiz's title and its result, without the score.
  private func what(_ theme: Theme) -> String {
    ([name(theme)] + outcomes(theme, taken: true)).joined(separator: "  ")
  }

  /// The time taken; empty for an unfinished quiz.
  fileprivate func taken(_ theme: Theme) -> String { seconds.map(theme.strings.taken) ?? "" }

  /// How the quiz ended, without the time taken.
  fileprivate func outcome(_ theme: Theme) -> String {
    outcomes(theme, taken: false).joined(separator: "  ")
  }

  private func outcomes(_ theme: Theme, taken isWhole: Bool) -> [String] {
    let strings = theme.strings
    var parts: [String] = []
    if !finished { parts.append(theme.palette.warning(strings.unfinished)) }
    if let passed {
      parts.append(
        passed ? theme.palette.right(strings.passed) : theme.palette.wrong(strings.notPassed))
    }
    if mode == .practice { parts.append(strings.practice) }
    if isWhole, let seconds { parts.append(strings.taken(seconds)) }
    if timedOut { parts.append(theme.palette.warning(strings.ranOut)) }
    return parts
  }
}

extension Strings {
  fileprivate var unfinished: String { self("(not finished)", "（途中）") }
  fileprivate var practice: String { self("practice", "練習") }
  fileprivate var ranOut: String { self("out of time", "時間切れ") }
  fileprivate var passed: String { self("passed", "合格") }
  fileprivate var notPassed: String { self("not passed", "不合格") }
}

/// A chart of scores from old to new. Each score is one point, with its number below it.
struct ScoreChart {
  /// One score.
  struct Point: Equatable {
    /// The day of the score.
    let day: String
    let percent: Int
    /// Whether it reached the pass mark; `nil` where there is no mark.
    var passed: Bool?
  }

  /// The scores, oldest first.
  let points: [Point]
  /// The share that is needed to pass, which has a row of its own.
  var passMark: Percent?
  let signs: BlockSigns
  /// Whether the chart has only the most important rows, because there is little room.
  var isCompact = false

  /// The percentages of the rows without a pass mark.
  private static let usualLevels = [0, 25, 50, 75, 100]
  private static let axisWidth = 7
  /// The cells from one number below the chart to the next.
  private static let numberWidth = 4

  /// The pass mark in whole percent.
  private var mark: Int? { passMark.map { Int(($0.share * 100).rounded()) } }

  /// The percentages of the rows, from the lowest up.
  private var levels: [Int] {
    Set((isCompact ? [0, 100] : Self.usualLevels) + [mark].compactMap(\.self)).sorted()
  }

  /// The chart, at most `columns` wide. Leaves out the oldest scores when there is no room for all.
  func lines(columns: Int, _ palette: Palette = Palette()) -> [String] {
    let room = max(columns - Self.axisWidth - 1, 1)
    let shown = Array(points.suffix(room))
    let pitch = max(1, min(6, room / max(shown.count, 1)))
    let margin = String(repeating: " ", count: Self.axisWidth)
    let area = drawing(shown, pitch)
    let levels = levels
    let rows = levels.indices.reversed().map { step in
      // Marks taken off for wrong answers can make a score negative.
      let sign = step == 0 && shown.contains { $0.percent < 0 } ? "<=" : ""
      let axis = "\(sign)\(levels[step]) % ".padded(to: Self.axisWidth - 1, .trailing)
      return palette.faint(axis + signs.axisStep)
        + palette.accent(area[step].joined().trimmingTrailingBlanks)
    }
    let foot =
      String(repeating: " ", count: Self.axisWidth - 1) + signs.axisCorner
      + String(repeating: signs.axisLine, count: shown.count * pitch)
    if isCompact { return rows + [margin + numbers(shown, pitch)] }
    return rows + [palette.faint(foot), margin + numbers(shown, pitch)]
      + (days(shown, pitch).map { [margin + palette.faint($0)] } ?? [])
  }

  /// The cells of each row, from 0 percent up.
  private func drawing(_ shown: [Point], _ pitch: Int) -> [[String]] {
    let row = Array(repeating: " ", count: shown.count * pitch)
    let levels = levels
    var area = Array(repeating: row, count: levels.count)
    if let mark, let step = levels.firstIndex(of: mark) {
      area[step] = row.map { _ in signs.days[0] }
    }
    for (index, point) in shown.enumerated() {
      let column = Self.column(index, pitch)
      let step = step(of: point)
      area[step][column] = signs.point
      guard let curve = signs.curve, pitch > 1, index > 0 else { continue }
      connect(
        self.step(of: shown[index - 1]), step, column - pitch, column, curve, &area)
    }
    return area
  }

  /// Draws the line from one point to the next.
  private func connect(
    _ from: Int, _ to: Int, _ start: Int, _ end: Int, _ curve: BlockSigns.Curve,
    _ area: inout [[String]]
  ) {
    let turn = start + (end - start) / 2
    for column in (start + 1)..<end where column != turn {
      area[column < turn ? from : to][column] = curve.across
    }
    guard from != to else { return area[from][turn] = curve.across }
    for step in min(from, to)...max(from, to) { area[step][turn] = curve.upright }
    area[from][turn] = to > from ? curve.leavingUp : curve.leavingDown
    area[to][turn] = to > from ? curve.arrivingUp : curve.arrivingDown
  }

  /// The scores as numbers below their points, without the unit that the rows show. Where they are too
  /// close, only every second, third and so on, counted from the newest.
  private func numbers(_ shown: [Point], _ pitch: Int) -> String {
    let every = (Self.numberWidth + pitch - 1) / pitch
    var line = ""
    for (index, point) in shown.enumerated() where (shown.count - 1 - index) % every == 0 {
      let number = String(point.percent)
      line = line.padded(to: max(0, Self.column(index, pitch) - number.count / 2)) + number
    }
    return line
  }

  /// The first and the last day, below their points if there is room between them.
  private func days(_ shown: [Point], _ pitch: Int) -> String? {
    guard let first = shown.first?.day, let last = shown.last?.day, !first.isEmpty else {
      return nil
    }
    guard first != last else { return first }
    let room = Self.column(shown.count - 1, pitch) + 1 - last.count
    return room > first.count ? first.padded(to: room) + last : "\(first) \(signs.range) \(last)"
  }

  /// The column of a point in its part of the row.
  private static func column(_ index: Int, _ pitch: Int) -> Int { index * pitch + pitch / 2 }

  /// The row nearest to a point, on its side of the pass mark.
  private func step(of point: Point) -> Int {
    let levels = levels
    let side = levels.indices.filter { step in
      guard let mark, let passed = point.passed else { return true }
      return passed == (levels[step] >= mark)
    }
    // Of two rows equally near, take the upper one.
    return side.min {
      (abs(levels[$0] - point.percent), -$0) < (abs(levels[$1] - point.percent), -$1)
    } ?? 0
  }
}

/// The quiz of the history that is open, with its answers.
extension OpenAttempt {
  /// The answers, and what can be done with the quiz.
  func view(_ theme: Theme) -> [String] {
    let hint = attempt.finished ? theme.strings.backToList : theme.strings.resumeOrBack
    return answers(theme, isOpen: true) + [""] + theme.lines(theme.palette.faint(hint))
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(screen: .history, theme)
    liveView.subject = ViewID("history", attempt.number)
    (liveView.question, liveView.place) = (liveView.subject, liveView.subject)
    liveView.body = answers(theme, isOpen: true)
    let resume = KeyBinding.command(
      .enter, .screen(HistoryCommand.resume(nil)), hint: strings("Enter go on", "Enter 続ける"))
    liveView.keys =
      (attempt.finished ? [] : [resume]) + [
        .scrolls(theme),
        KeyBinding(hint: strings("Esc back to the list", "Esc 一覧へ戻る")),
      ] + liveView.keys
    if let illustrated {
      liveView.keys.append(.picture(.screen(HistoryCommand.picture(illustrated, nil))))
    }
    return liveView
  }

  /// The number of the first question with a picture, which a key opens.
  private var illustrated: Int? { items.first { !$0.pictures.isEmpty }?.number }

  /// - Parameter isOpen: Whether the attempt is open, so that its pictures can be opened too.
  func answers(_ theme: Theme, isOpen: Bool = false) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(
      palette.heading("\(attempt.number). ") + attempt.line(theme, isLive: theme.isLive), indent: 3)
    if let timeLimit { lines += theme.lines(strings.limit + strings.taken(timeLimit)) }
    if let questionTimeLimit {
      lines += theme.lines(strings.questionLimit + strings.taken(questionTimeLimit))
    }
    for item in items {
      let hint: Theme.PictureHint =
        !isOpen ? .none : item.number == illustrated ? .key : .command
      lines += [""] + item.view(theme, finished: attempt.finished, hint)
    }
    return lines
  }
}

extension OpenAttempt.Answered {
  /// The question, laid out as on the result screen.
  fileprivate func view(
    _ theme: Theme, finished: Bool, _ hint: Theme.PictureHint
  ) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = flagged ? " " + palette.warning(strings.flagged) : ""
    let gone = deleted ? palette.faint(strings.deletedQuestion) : ""
    let label = strings.question(number)
    let text = question.map { theme.read($0, kind, pictures) }
    var lines =
      text.map { theme.drawn($0, after: label, end: (deleted ? " " : "") + gone + mark) }
      ?? theme.labelled(label, gone + mark)
    lines += theme.rows(of: pictures, inRow: number, hint: hint)
    let look = theme.forChoices(choices)
    if let parts, answer != nil {
      lines += theme.lines(strings.yours.trimmingTrailingBlanks) + parts.printed(look)
    } else {
      lines += markedChoices.view(
        look,
        answer: hasAnswer ? answer.map { kind == .card ? strings.grade(named: $0) : $0 } : nil,
        missing: hasAnswer ? strings.changedAnswer : strings.unanswered)
    }
    guard finished else { return lines }
    let sureness = certainty.map { "  " + strings.certainty($0) } ?? ""
    lines += theme.lines(theme.verdict(correct, points: points) + sureness)
    if kind == .card, let correctAnswer {
      lines += theme.drawn(correctAnswer, after: strings.back)
    } else if !correct, parts == nil || answer == nil, let correctAnswer {
      lines +=
        parts?.rightAnswer(of: kind, look)
        ?? look.drawn(correctAnswer, after: strings.rightAnswer, in: .right)
    }
    if let commentary, !commentary.isEmpty {
      lines += theme.drawn(commentary, after: strings.commentary)
    }
    return lines
  }
}

extension Strings {
  fileprivate var limit: String { self("Time limit: ", "制限時間 : ") }
  fileprivate var questionLimit: String { self("Time for each question: ", "1 問の制限時間 : ") }
  fileprivate var deletedQuestion: String { self("(deleted)", "（削除された質問）") }
  fileprivate var changedAnswer: String { self("(no longer there)", "（削除された選択肢）") }
  fileprivate var backToList: String { self("“back” shows the list.", "back で一覧へ戻ります。") }
  fileprivate var resumeOrBack: String {
    self(
      "“resume” goes on with it, “back” shows the list.", "resume で続け、back で一覧へ戻ります。")
  }
}
