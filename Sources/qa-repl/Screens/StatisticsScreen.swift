import QuizKit
import QuizSupport

extension Screen {
  /// The screen with statistics. It has no commands of its own.
  static let statistics = Screen(english: "stats", japanese: "統計", commands: []) {
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
  /// The command that opens the statistics. The help lists it next to the one for the history.
  static let statistics = CommandEntry.plain(
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
    lines += theme.lines(strings.known(known, of: asked, deviation: deviation))
    guard let predicted else { return lines }
    lines += theme.lines(strings.honesty(predicted))
    lines += CalibrationChart(rows: calibration).lines(theme)
    if let fit { lines += theme.lines(palette.faint(strings.fit(fit))) }
    return lines
  }

  /// The statistics are redrawn in place and page where they are longer than the window.
  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(screen: .stats, theme)
    liveView.body = view(theme)
    liveView.keys =
      [.scrolls(theme), .leaves(strings)] + liveView.keys
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
        let name = row.name.sanitisedLine.truncated(to: nameWidth, theme.ambiguous)
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
    return theme.cut(place + "\(percent) \(fraction)  " + theme.line(of: question))
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
      "予測 \(said)、実際の正答率 \(right)(回答 \(predicted.answers) 件)")
  }

  fileprivate func fit(_ fit: StatisticsState.Fit) -> String {
    let day = String(fit.fittedAt.text.prefix(10))
    return self(
      "The predictions were fitted to your \(fit.answers.counted("answer")) on \(day).",
      "予測は回答 \(fit.answers) 件に合わせて調整済みです(\(day))。")
  }

  fileprivate var lastWeeks: String { self("The last weeks", "最近の学習") }

  fileprivate func overall(attempts: Int, correct: Int, of answers: Int) -> String {
    let percent = share(correct, of: answers)
    return self(
      "\(attempts == 1 ? "1 quiz" : "\(attempts) quizzes"), "
        + "\(correct) of \(answers) right (\(percent))",
      "クイズ \(attempts) 回、\(answers) 問中 \(correct) 問正解(\(percent))")
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
