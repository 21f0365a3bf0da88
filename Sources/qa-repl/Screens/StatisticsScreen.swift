import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen with statistics.
  static let statistics = Screen(english: "stats", japanese: "統計", commands: [.statistics]) {
    (_: StatisticsRoute, models) in
    try StatisticsViewModel(
      bank: models.bank, history: models.history, reviews: models.reviews)
  }
}

extension Destination {
  /// Opens the statistics.
  static var stats: Destination { Destination(.stats) { _, _ in StatisticsRoute() } }
}

extension CommandEntry {
  /// The command that opens the statistics.
  fileprivate static let statistics = CommandEntry.plain(
    "stats", ["統計", "成績"], on: [.start, .result, .history], isEverywhere: true, .open(.stats),
    "how the answers turned out", "正答率などの統計を表示します"
  ).alone(.endsWithoutChange)
}

extension StatisticsState: Viewable {
  /// The number of tags listed. A longer list would push everything else off the screen.
  private static let mostTags = 10

  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    guard attempts > 0 else { return theme.lines(strings.noStatistics) }
    var lines = theme.lines(
      palette.heading(strings.overall(attempts: attempts, correct: rightAnswers, of: answers)))
    lines += section(strings.byDeck, byDeck, theme)
    lines += section(strings.byTag, Array(byTag.prefix(Self.mostTags)), theme)
    if byTag.count > Self.mostTags {
      lines.append("  " + palette.faint(strings.moreTags(byTag.count - Self.mostTags)))
    }
    lines += ["", palette.heading(strings.lastScores(scores.count))]
    let points = scores.map {
      ScoreChart.Point(
        day: String($0.startedAt.text.prefix(10)), percent: Percentage.whole($0.pointShare))
    }
    let (columns, blocks) = (theme.columns ?? 80, theme.blocks)
    lines += ScoreChart(points: points, signs: blocks).lines(columns: columns, palette)
    if !weakest.isEmpty {
      lines += ["", palette.heading(strings.weakestQuestions)]
      lines += weakest.map { $0.line(theme) }
    }
    lines += memory(theme)
    lines += ["", palette.heading(strings.lastWeeks)]
    return lines
      + ActivityCalendar(days: calendar, signs: blocks).lines(columns: columns, strings, palette)
  }

  /// The known share, and the quality of the predictions about it.
  private func memory(_ theme: Theme) -> [String] {
    guard asked > 0 else { return [] }
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = ["", palette.heading(strings.memory)]
    lines += theme.lines(strings.right(lastRight, of: asked))
    lines += theme.lines(strings.known(known, of: asked, deviation: deviation))
    lines += ahead > 0 ? theme.lines(palette.warning(strings.answersAhead(ahead))) : []
    guard let predicted else { return lines }
    lines += theme.lines(strings.honesty(predicted))
    lines += CalibrationChart(rows: calibration).lines(theme)
    if let fit { lines += theme.lines(palette.faint(strings.fit(fit))) }
    return lines
  }

  /// The statistics fill the window, as in `less`.
  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(screen: .stats, theme)
    liveView.body = view(theme)
    guard attempts > 0 else {
      liveView.keys = [.leaves(strings)] + liveView.keys + [.explain(strings)]
      return liveView
    }
    liveView.hidesScreen = true
    liveView.keys =
      KeyBinding.pager(theme, closing: .perform(.back)) + liveView.keys
      + [.explain(strings)]
    return liveView
  }

  /// A heading, then a bar for each deck or tag.
  private func section(_ title: String, _ rows: [Accuracy], _ theme: Theme) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = theme.columns ?? 80
    let fractionWidth = rows.map { $0.fraction.count }.max() ?? 0
    let longest = rows.map { displayWidth($0.name.sanitisedLine, theme.ambiguous) }.max() ?? 0
    let percents = rows.map { theme.strings.share($0.rightAnswers, of: $0.answers) }
    let percentWidth = max(5, percents.map(\.count).max() ?? 0)
    // The columns for blanks and the percentage.
    let room = width - fractionWidth - percentWidth - 4
    let nameWidth = min(longest, max(6, (room - 2) / 2))
    let barWidth = min(width * 2 / 5, room - nameWidth)
    return ["", theme.palette.heading(title)]
      + zip(rows, percents).map { row, percent in
        let name = theme.fitted(row.name.sanitisedLine, to: nameWidth)
          .padded(to: nameWidth, .leading, theme.ambiguous)
        let bar = theme.gauge(row.rightAnswers, of: row.answers, cells: barWidth, .accent)
        let percent = percent.padded(to: percentWidth, .trailing)
        return "\(name) \(bar) \(percent)  \(row.fraction.padded(to: fractionWidth, .trailing))"
      }
  }
}

extension StatisticsState.Accuracy {
  fileprivate var fraction: String { "\(rightAnswers)/\(answers)" }
}

extension StatisticsState.Weak {
  fileprivate func line(_ theme: Theme) -> String {
    let place = "\(number). ".padded(to: 4, .trailing)
    let percent = theme.strings.share(rightAnswers, of: answers).padded(to: 5, .trailing)
    let fraction = "\(rightAnswers)/\(answers)".padded(to: 5, .trailing)
    return theme.cut(place + "\(percent) \(fraction)  " + theme.line(of: question, kind))
  }
}

extension Strings {
  fileprivate var noStatistics: String {
    self("No quiz has been played to its result yet.", "最後まで終えたクイズがまだありません。")
  }
  fileprivate var byDeck: String { self("By deck", "問題集ごとの正答率") }
  fileprivate var byTag: String { self("By tag", "タグごとの正答率") }
  fileprivate var weakestQuestions: String { self("Weakest questions", "苦手な質問") }
  fileprivate var memory: String { self("Memory", "記憶") }

  /// The quality of the predictions, such as "Said 90 %, was right 88 % (412 answers)".
  fileprivate func honesty(_ predicted: StatisticsState.Predicted) -> String {
    let (said, right) = (percent(predicted.said), percent(predicted.accuracy))
    return self(
      "Said \(said), was right \(right) "
        + "(\(predicted.answers == 1 ? "1 answer" : "\(predicted.answers) answers"))",
      "予測 \(said)、実際の正答率 \(right)（回答 \(figure(predicted.answers)) 件）")
  }

  fileprivate func fit(_ fit: StatisticsState.Fit) -> String {
    let day = String(fit.fittedAt.text.prefix(10))
    return self(
      "The predictions were fitted to your \(fit.answers.counted("answer")) on \(day).",
      "予測は回答 \(fit.answers) 件に合わせて調整済みです（\(day)）。")
  }

  fileprivate var lastWeeks: String { self("The last weeks", "最近の学習") }

  fileprivate func overall(attempts: Int, correct: Int, of answers: Int) -> String {
    let percent = share(correct, of: answers)
    return self(
      "\(attempts == 1 ? "1 quiz" : "\(attempts) quizzes"), "
        + "\(figure(correct)) of \(figure(answers)) right (\(percent))",
      "クイズ \(figure(attempts)) 回、\(figure(answers)) 問中 \(figure(correct)) 問正解（\(percent)）")
  }

  fileprivate func share(_ correct: Int, of answers: Int) -> String {
    percent(answers > 0 ? Double(correct) / Double(answers) : 0)
  }

  fileprivate func lastScores(_ count: Int) -> String {
    self(
      count == 1 ? "The last score" : "The last \(count) scores", "最近 \(count) 回の得点")
  }

  fileprivate func moreTags(_ count: Int) -> String {
    self("and \(count) more", "ほか \(count) 件")
  }
}

/// The last weeks as a calendar: one column per week, one row per weekday, one sign per day. A
/// fuller sign means more answers.
struct ActivityCalendar {
  /// The days from a Monday up to today.
  let days: [StatisticsState.Activity]
  let signs: BlockSigns

  /// The smallest number of answers for each sign. It does not depend on the days, so that two
  /// calendars can be compared.
  private static let least = [0, 1, 10, 25, 50]
  /// The cells before the first week.
  private static let margin = 3

  /// The calendar with a legend below it. Leaves out the first weeks when there is no room for all.
  func lines(columns: Int, _ strings: Strings, _ palette: Palette = Palette()) -> [String] {
    let room = max(1, (columns - Self.margin) / 2)
    let weeks = stride(from: 0, to: days.count, by: 7).map {
      days[$0..<min($0 + 7, days.count)]
    }.suffix(room)
    let indent = String(repeating: " ", count: Self.margin)
    let months = weeks.map { month(beginningIn: $0) ?? "  " }.joined().trimmingTrailingBlanks
    let rows = (0..<7).map { weekday in
      let cells = weeks.map { week -> String in
        let index = week.startIndex + weekday
        return index < week.endIndex ? " " + sign(week[index].answers, palette) : "  "
      }
      return strings.weekdays[weekday] + " "
        + palette.faint(cells.joined().trimmingTrailingBlanks)
    }
    let legend = zip(signs.days, Self.least).map { sign, least in
      (least == 0 ? palette.faint(sign) : palette.accent(sign)) + (least == 0 ? " 0" : " \(least)+")
    }
    let key = indent + legend.joined(separator: "  ") + "  " + strings.answersADay
    return [indent + palette.faint(months)] + rows.map(\.trimmingTrailingBlanks)
      + key.wrapped(to: columns, indent: Self.margin)
  }

  /// The number of the month that begins in `week`, or `nil` when none does.
  private func month(beginningIn week: ArraySlice<StatisticsState.Activity>) -> String? {
    for activity in week {
      let parts = activity.day.text.split(separator: "-")
      if parts[2] == "01" { return String(parts[1]) }
    }
    return nil
  }

  private func sign(_ answers: Int, _ palette: Palette) -> String {
    let sign = signs.days[Self.least.lastIndex { $0 <= answers } ?? 0]
    return answers > 0 ? palette.accent(sign) : sign
  }
}

extension Strings {
  fileprivate var weekdays: [String] {
    language == .japanese
      ? ["月", "火", "水", "木", "金", "土", "日"] : ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  }

  fileprivate var answersADay: String { self("answers a day", "1 日の回答数") }
}

/// A table with bars that compares the predictions with the answers: the predicted chance of a
/// right answer, and the share that was right.
struct CalibrationChart {
  /// The rows from the lowest chance to the highest.
  let rows: [StatisticsState.CalibrationRow]

  /// The chart: a bar for the share of right answers, with a mark at the predicted share.
  func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let counts = rows.map { String($0.predicted.answers).count }.max() ?? 0
    let frame = theme.width(theme.blocks.barOpening + theme.blocks.barClosing)
    // The text, and a blank on each side of the bar.
    let room = (theme.columns ?? 80) - theme.width(strings.calibration("100 %", "100 %")) - 2
    let cells = min(30, max(4, room - frame - counts))
    return rows.map { row in
      let said = strings.percent(row.predicted.said).padded(to: 5, .trailing)
      let right = strings.percent(row.predicted.accuracy).padded(to: 5, .trailing)
      let text = strings.calibration(said, right)
      let bar = theme.palette.right(Self.bar(row.predicted, cells: cells, theme.blocks))
      return theme.cut(
        "\(text) \(theme.blocks.barOpening)\(bar)\(theme.blocks.barClosing) "
          + "\(row.predicted.answers)"
      )
    }
  }

  private static func bar(
    _ predicted: StatisticsState.Predicted, cells: Int, _ signs: BlockSigns
  ) -> String {
    let full = signs.bar
    let filled = Int((predicted.accuracy * Double(cells)).rounded())
    let mark = min(Int((predicted.said * Double(cells)).rounded()), cells - 1)
    return (0..<cells).map { $0 == mark ? signs.axisStep : $0 < filled ? full : signs.barRest }
      .joined()
  }
}

extension Strings {
  fileprivate func calibration(_ said: String, _ right: String) -> String {
    self("said \(said), right \(right)", "予測 \(said)、実際 \(right)")
  }
}

extension ChanceReport {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(
      palette.heading(strings.chance(chance.chance, of: exam.sanitisedLine, on: day)))
    lines += theme.lines(strings.expected(chance, passMark))
    lines += theme.lines(palette.faint(strings.basis(answers)))
    if chance.sections.count > 1 {
      let isShort = chance.sections.contains { !$0.hasWords(theme, passMark) }
      lines += ["", palette.heading(isShort ? strings.shortCosts : strings.costs)]
      lines += chance.sections.map { $0.row(theme, passMark) }
    }
    guard let plan else { return lines }
    return lines + [""] + theme.lines(plan.days > 0 ? strings.plan(plan, passMark) : strings.noDays)
  }
}

extension ExamChance.Section {
  private var rightShare: Double { right / Double(max(questions, 1)) }

  private func nameColumns(_ theme: Theme) -> Int { max(8, min(24, (theme.columns ?? 80) / 3)) }

  private func end(_ theme: Theme, _ mark: Percent, hasWords: Bool) -> String {
    let strings = theme.strings
    return " \(strings.percent(rightShare, beside: mark.share))  "
      + (hasWords ? strings.ofLoss(share) : strings.percent(share))
  }

  /// Whether there is room to explain the last number in the row. If not, the heading explains it.
  fileprivate func hasWords(_ theme: Theme, _ mark: Percent) -> Bool {
    theme.width(end(theme, mark, hasWords: true)) + nameColumns(theme) + 4 <= theme.columns ?? 80
  }

  /// The section's name, the expected share of its marks as a bar, and its part of the expected
  /// loss.
  fileprivate func row(_ theme: Theme, _ mark: Percent) -> String {
    let columns = theme.columns ?? 80
    let nameColumns = nameColumns(theme)
    let end = end(theme, mark, hasWords: hasWords(theme, mark))
    let bar = theme.gauge(
      Percentage.whole(rightShare), of: 100,
      cells: min(20, columns - nameColumns - theme.width(end) - 4), .accent)
    return theme.cut("  " + theme.filled(name.sanitisedLine, to: nameColumns) + "  " + bar + end)
  }
}

extension Strings {
  /// A chance in whole percent, which is never shown as certain.
  private func likely(_ chance: Double) -> String {
    chance < 0.01
      ? self("less than 1 %", "1 % 未満")
      : chance > 0.99 ? self("more than 99 %", "99 % 超") : percent(chance)
  }

  fileprivate func chance(_ chance: Double, of exam: String, on day: Day) -> String {
    self(
      "Chance of passing \(exam) on \(day.text): \(likely(chance))",
      "「\(exam)」に合格する見込み（\(day.text)） : \(likely(chance))")
  }

  fileprivate func expected(_ chance: ExamChance, _ mark: Percent) -> String {
    let (expected, low, high) = (
      percent(chance.expected, beside: mark.share), percent(chance.low, beside: mark.share),
      percent(chance.high, beside: mark.share)
    )
    return self(
      "Expected: \(expected) of the marks, 95 times of 100 from \(low) to \(high); "
        + "the pass mark is \(mark.text) %.",
      "予想得点率 : \(expected)（100 回のうち 95 回は \(low)〜\(high)）、合格点は \(mark.text) %")
  }

  fileprivate func basis(_ answers: Int) -> String {
    self(
      "From \(answers.counted("answer")), if each question is answered and nothing is studied until then.",
      "回答 \(figure(answers)) 件から計算しました（すべての質問に答え、それまで学習しない場合）。")
  }

  fileprivate var costs: String {
    self("Where the marks are lost", "失点の多い分野")
  }

  /// The same heading for rows without room for words.
  fileprivate var shortCosts: String {
    self("Expected marks, share of the loss", "予想得点率と失点の割合")
  }

  fileprivate func ofLoss(_ share: Double) -> String {
    self("\(percent(share)) of the loss", "失点の \(percent(share))")
  }

  /// The text for a plan that ends today and therefore changes nothing.
  fileprivate var noDays: String {
    self("“--on DAY” says until when you study.", "いつまで学習するかは --on 日付 で指定します。")
  }

  fileprivate func plan(_ plan: ChanceReport.Plan, _ mark: Percent) -> String {
    let expected = percent(plan.chance.expected, beside: mark.share)
    return self(
      "With \(plan.perDay.counted("question")) a day (\(plan.answers.counted("answer")) in \(plan.days.counted("day"))): "
        + "\(likely(plan.chance.chance)), expected \(expected).",
      "1 日 \(plan.perDay) 問ずつ学習すると（\(plan.days) 日で \(plan.answers) 問） : "
        + "\(likely(plan.chance.chance))、"
        + "予想得点率 \(expected)")
  }
}
