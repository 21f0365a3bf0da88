import QuizExchange
import QuizKit
import QuizSupport

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
      "「\(exam)」に合格する見込み(\(day.text)) : \(likely(chance))")
  }

  fileprivate func expected(_ chance: ExamChance, _ mark: Percent) -> String {
    let (expected, low, high) = (
      percent(chance.expected, beside: mark.share), percent(chance.low, beside: mark.share),
      percent(chance.high, beside: mark.share)
    )
    return self(
      "Expected: \(expected) of the marks, 95 times of 100 from \(low) to \(high); "
        + "the pass mark is \(mark.text) %.",
      "予想得点率 : \(expected)(100 回のうち 95 回は \(low)〜\(high))、合格点は \(mark.text) %")
  }

  fileprivate func basis(_ answers: Int) -> String {
    self(
      "From \(answers.counted("answer")), if each question is answered and nothing is studied until then.",
      "回答 \(answers) 件から計算しました(すべての質問に答え、それまで学習しない場合)。")
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
      "1 日 \(plan.perDay) 問ずつ学習すると(\(plan.days) 日で \(plan.answers) 問) : "
        + "\(likely(plan.chance.chance))、"
        + "予想得点率 \(expected)")
  }
}
