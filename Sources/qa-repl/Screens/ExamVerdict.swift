import QuizExchange
import QuizKit

/// The result of an exam: whether it was passed, and the sections compared with the pass mark.
struct ExamVerdict {
  let state: ResultState

  /// Whether the exam was passed, with the marks.
  func headline(_ theme: Theme) -> [String] {
    guard let passed = state.passed, let mark = state.passMark else { return [] }
    let text = theme.strings.verdict(state, passed: passed, mark)
    return theme.lines(passed ? theme.palette.right(text) : theme.palette.wrong(text))
  }

  /// A bar for each section.
  func sections(_ theme: Theme) -> [String] {
    let columns = theme.columns ?? 80
    let ends = state.sections.map { end($0, theme) }
    let longest = state.sections.map { theme.width($0.name.sanitisedLine) }.max() ?? 0
    let widest = ends.map { theme.width($0) }.max() ?? 0
    let nameColumns = min(longest, max(8, (columns - widest - 4) / 2))
    let cells = min(20, columns - nameColumns - widest - 4)
    return zip(state.sections, ends).map { section, end in
      let share = max(0, Int((section.points / section.possible * 10_000).rounded()))
      let bar = theme.gauge(
        share, of: 10_000, cells: cells, section.passed ? .accent : .warning)
      return theme.cut(
        theme.filled(section.name.sanitisedLine, to: nameColumns) + "  "
          + (bar.isEmpty ? "" : bar + " ") + end)
    }
  }

  /// The questions that were guessed and right, and those that the player was sure of and got
  /// wrong.
  func certainties(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let (guessed, wrong) = (state.items.guessedRight, state.items.sureWrong)
    return [
      guessed.isEmpty ? nil : strings.guessedRight(guessed.map { state.items[$0].number }),
      wrong.isEmpty ? nil : strings.sureWrong(wrong.map { state.items[$0].number }),
    ].compactMap(\.self).flatMap { theme.lines($0, indent: 2) }
  }

  private func end(_ section: ResultState.Section, _ theme: Theme) -> String {
    let strings = theme.strings
    let share = strings.percent(
      section.points / section.possible, beside: state.passMark?.share
    ).padded(to: 5, .trailing)
    let marks = strings.marks(section.points, of: section.possible)
    // Where there is little room, the bar is more useful than the marks.
    let isNarrow = (theme.columns ?? 80) < 60
    let note =
      section.passed ? "" : "  " + theme.palette.warning(strings.belowMark(isShort: isNarrow))
    return isNarrow ? share + note : "\(share)  \(marks)\(note)"
  }
}

extension [ResultState.Item] {
  /// The positions of the questions that were guessed and right.
  var guessedRight: [Int] { indices.filter { self[$0].certainty == .guess && self[$0].correct } }

  /// The positions of the questions that the player was sure of and that were wrong.
  var sureWrong: [Int] {
    indices.filter { self[$0].certainty == .sure && !self[$0].correct }
  }
}

extension Strings {
  fileprivate func verdict(_ state: ResultState, passed: Bool, _ mark: Percent) -> String {
    let share = percent(state.points / state.possible, beside: mark.share)
    let marks = marks(state.points, of: state.possible)
    return self(
      "\(passed ? "Passed" : "Not passed"): \(marks) marks, \(share) (pass mark \(mark.text) %)",
      "\(passed ? "合格" : "不合格") : \(marks) 点、\(share)(合格点 \(mark.text) %)")
  }

  fileprivate func marks(_ points: Double, of possible: Double) -> String {
    self(
      "\(self.points(points)) of \(self.points(possible))",
      "\(self.points(points))/\(self.points(possible))")
  }

  fileprivate func belowMark(isShort: Bool) -> String {
    self(isShort ? "below mark" : "below the mark", "合格点未満")
  }

  fileprivate func guessedRight(_ numbers: [Int]) -> String {
    self("Guessed and right: \(list(numbers))", "勘で正解した質問 : \(list(numbers))")
  }

  fileprivate func sureWrong(_ numbers: [Int]) -> String {
    self("Sure and wrong: \(list(numbers))", "自信があったのに間違えた質問 : \(list(numbers))")
  }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: self(", ", "、"))
  }
}
