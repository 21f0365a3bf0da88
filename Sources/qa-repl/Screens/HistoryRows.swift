import QuizExchange
import QuizKit
import QuizSupport

extension [HistoryState.Item] {
  /// The cells of the widest result, so that all results are aligned in one column.
  func widestResult(_ theme: Theme) -> Int {
    Swift.max(theme.isNarrow ? 0 : 7, map { theme.width($0.result) }.max() ?? 0)
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
    result = widest(\.result)
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
      (item.result, result, .trailing),
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
    let start = startedAt.second + "  " + result.padded(to: widest, .trailing)
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
    (isLive ? startedAt.minute : startedAt.second) + "  " + result.padded(to: 7, .trailing) + "  "
      + what(theme)
  }

  fileprivate var result: String {
    let most = possible.map(PointsText.text) ?? "\(count)"
    return points.map { "\(PointsText.text(of: $0))/\(most)" } ?? "-/\(count)"
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
  fileprivate var unfinished: String { self("(not finished)", "(途中)") }
  fileprivate var practice: String { self("practice", "練習") }
  fileprivate var ranOut: String { self("out of time", "時間切れ") }
  fileprivate var passed: String { self("passed", "合格") }
  fileprivate var notPassed: String { self("not passed", "不合格") }
}
