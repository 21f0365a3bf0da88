import QuizExchange
import QuizKit
import QuizSupport

extension [HistoryState.Item] {
  /// The cells of the widest result, so that all results are aligned in one column.
  func widestResult(_ theme: Theme) -> Int {
    Swift.max(theme.isNarrow ? 0 : 7, map { theme.width($0.result) }.max() ?? 0)
  }
}

extension HistoryState.Item {
  /// The quiz on one line, cut to the width.
  ///
  /// - Parameter namesTitle: Whether the quizzes have different titles.
  func row(_ columns: Int, _ theme: Theme, widest: Int, namesTitle: Bool) -> String {
    let (title, outcome) = (namesTitle ? [name(theme)] : [], outcome(theme))
    let score = result.padded(to: widest, .trailing)
    guard columns < 50 else {
      let parts = [started.second, score] + title + outcome
      return theme.fitted(parts.joined(separator: "  "), to: columns)
    }
    // There is room for the most important facts: the result, and if possible the time of the day.
    let parts = [score] + outcome + title
    let date = String(started.minute.dropFirst(5))
    let most = " " + parts.prefix(2).joined(separator: "  ")
    let day = theme.width(date + most) <= columns ? date : String(date.prefix(5))
    let (short, whole) = (day + most, day + " " + parts.joined(separator: "  "))
    // A title can be cut, but a word or a number cannot.
    let isWhole = theme.width(whole) <= columns || namesTitle && theme.width(short) + 6 <= columns
    return theme.fitted(isWhole ? whole : short, to: columns)
  }

  /// The quiz on one line if it fits, otherwise on two.
  func view(_ theme: Theme, widest: Int) -> [String] {
    let mark = "\(number). ".padded(to: 4, .trailing)
    let start = started.second + "  " + result.padded(to: widest, .trailing)
    let line = mark + start + "  " + what(theme)
    guard let columns = theme.columns, displayWidth(line, theme.ambiguous) > columns else {
      return [line]
    }
    return [theme.cut(mark + start), theme.cut("    " + what(theme))]
  }

  /// The quiz on one line of any length.
  func line(_ theme: Theme) -> String {
    started.second + "  " + result.padded(to: 7, .trailing) + "  " + what(theme)
  }

  fileprivate var result: String {
    let most = possible.map(PointsText.text) ?? "\(count)"
    return points.map { "\(PointsText.text(of: $0))/\(most)" } ?? "-/\(count)"
  }

  private func name(_ theme: Theme) -> String {
    title.isEmpty ? theme.strings.allDecks : title.sanitisedLine
  }

  /// The quiz's title and its result, without the score.
  private func what(_ theme: Theme) -> String {
    ([name(theme)] + outcome(theme)).joined(separator: "  ")
  }

  private func outcome(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var parts: [String] = []
    if !finished { parts.append(theme.palette.warning(strings.unfinished)) }
    if let passed {
      parts.append(
        passed ? theme.palette.right(strings.passed) : theme.palette.wrong(strings.notPassed))
    }
    if mode == .practice { parts.append(strings.practice) }
    if let seconds { parts.append(strings.taken(seconds)) }
    if timedOut { parts.append(theme.palette.warning(strings.ranOut)) }
    return parts
  }
}

extension Strings {
  fileprivate var unfinished: String { self("(not finished)", "(途中)") }
  fileprivate var practice: String { self("practice", "練習") }
  fileprivate var ranOut: String { self("out of time", "時間切れ") }
  fileprivate var passed: String { self("passed", "合格") }
  fileprivate var notPassed: String { self("not passed", "不合格") }
}
