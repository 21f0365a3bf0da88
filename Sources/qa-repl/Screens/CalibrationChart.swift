import QuizKit

/// A table with bars of how good the predictions were: what was said, and how much of it was right.
struct CalibrationChart {
  /// The rows from the least chance to the greatest.
  let rows: [StatisticsState.CalibrationRow]

  /// The chart: a bar of what was right, with a mark where it was said to end.
  func lines(_ look: Look) -> [String] {
    let strings = look.strings
    let cells = min(30, max(10, (look.columns ?? 80) - 36))
    return rows.map { row in
      let said = strings.percent(row.predicted.said).padded(to: 5, .trailing)
      let right = strings.percent(row.predicted.right).padded(to: 5, .trailing)
      let text = strings("said \(said), right \(right)", "予測 \(said)、実際 \(right)")
      let bar = look.palette.right(Self.bar(row.predicted, cells: cells, look.blocks))
      return look.cut(
        "\(text) \(look.blocks.barOpening)\(bar)\(look.blocks.barClosing) \(row.predicted.answers)")
    }
  }

  private static func bar(
    _ predicted: StatisticsState.Predicted, cells: Int, _ signs: BlockSigns
  ) -> String {
    let full = signs.barCells.last ?? "#"
    let filled = Int((predicted.right * Double(cells)).rounded())
    let mark = min(Int((predicted.said * Double(cells)).rounded()), cells - 1)
    return (0..<cells).map { $0 == mark ? signs.axisStep : $0 < filled ? full : signs.barRest }
      .joined()
  }
}
