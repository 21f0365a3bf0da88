import QuizExchange
import QuizKit
import QuizSupport

extension ChanceReport {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(
      palette.heading(strings.chance(chance.chance, of: exam.sanitisedLine, on: day)))
    lines += look.lines(strings.expected(chance, passMark))
    lines += look.lines(palette.faint(strings.basis(answers)))
    if chance.sections.count > 1 {
      let isShort = chance.sections.contains { !$0.hasWords(look) }
      lines += ["", palette.heading(isShort ? strings.shortCosts : strings.costs)]
      lines += chance.sections.map { $0.row(look) }
    }
    guard let plan else { return lines }
    return lines + [""] + look.lines(plan.days > 0 ? strings.plan(plan) : strings.noDays)
  }
}

extension ExamChance.Section {
  private var hundredths: Int { Int((right / Double(max(questions, 1)) * 100).rounded()) }

  private func nameColumns(_ look: Look) -> Int { max(8, min(24, (look.columns ?? 80) / 3)) }

  private func end(_ look: Look, hasWords: Bool) -> String {
    let strings = look.strings
    return " \(strings.percent(Double(hundredths) / 100))  "
      + (hasWords ? strings.ofLoss(share) : strings.percent(share))
  }

  /// Whether there is room to explain the last number in the row. If not, the heading explains it.
  fileprivate func hasWords(_ look: Look) -> Bool {
    look.width(end(look, hasWords: true)) + nameColumns(look) + 4 <= look.columns ?? 80
  }

  /// The section's name, the expected share of its marks as a bar, and its part of the expected
  /// loss.
  fileprivate func row(_ look: Look) -> String {
    let columns = look.columns ?? 80
    let nameColumns = nameColumns(look)
    let end = end(look, hasWords: hasWords(look))
    let bar = look.gauge(
      hundredths, of: 100, cells: min(20, columns - nameColumns - look.width(end) - 4), .accent)
    return look.cut("  " + look.filled(name.sanitisedLine, to: nameColumns) + "  " + bar + end)
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
    self(
      "Expected: \(percent(chance.expected)) of the marks, "
        + "95 times of 100 from \(percent(chance.low)) to "
        + "\(percent(chance.high)); the pass mark is \(mark.text) %.",
      "予想される得点率 : \(percent(chance.expected))(100 回のうち 95 回は \(percent(chance.low))〜"
        + "\(percent(chance.high)))、合格点は \(mark.text) %")
  }

  fileprivate func basis(_ answers: Int) -> String {
    self(
      "From \(answers) answers, if each question is answered and nothing is studied until then.",
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
    self("“--on DAY” says until when you study.", "学習する期限は --on 日付 で指定します。")
  }

  fileprivate func plan(_ plan: ChanceReport.Plan) -> String {
    self(
      "With \(plan.perDay) questions a day (\(plan.answers) answers in \(plan.days) days): "
        + "\(likely(plan.chance.chance)), expected \(percent(plan.chance.expected)).",
      "1 日 \(plan.perDay) 問ずつ学習すると(\(plan.days) 日で \(plan.answers) 問) : "
        + "\(likely(plan.chance.chance))、"
        + "予想される得点率 \(percent(plan.chance.expected))")
  }
}
