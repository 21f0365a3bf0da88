import QuizKit

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
    let full = signs.barCells.last ?? "#"
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
