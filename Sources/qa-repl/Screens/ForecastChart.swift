import QuizKit
import QuizSupport

/// A chart of how many questions become due on each day: one column a day.
struct ForecastChart {
  /// The days from left to right.
  let days: [ReviewState.Upcoming]
  var signs = BlockSigns.ascii

  private static let height = 5

  /// The chart, at most `columns` wide. Leaves out the last days when there is no room for all.
  func lines(columns: Int) -> [String] {
    let most = days.map(\.questions).max() ?? 0
    guard most > 0 else { return [] }
    let axisWidth = max("\(most)".count, 2) + 2
    let room = max(columns - axisWidth, 1)
    let pitch = room >= days.count * 2 ? 2 : 1
    let shown = days.prefix(room / pitch)
    let full = signs.barCells.last ?? "#"
    let rows = (1...Self.height).reversed().map { step in
      let label = step == Self.height ? "\(most)" : ""
      let cells = shown.map { day in
        String(repeating: " ", count: pitch - 1) + (filled(day, of: most) >= step ? full : " ")
      }
      return (label.padded(to: axisWidth - 2, .trailing) + " " + signs.axisStep + cells.joined())
        .trimmingTrailingBlanks
    }
    let blank = String(repeating: " ", count: axisWidth - 1)
    return rows + [
      blank + signs.axisCorner + String(repeating: signs.axisLine, count: shown.count * pitch),
      blank + " " + labels(Array(shown), pitch),
    ]
  }

  /// The number of filled rows in a column: at least one where a question becomes due.
  private func filled(_ day: ReviewState.Upcoming, of most: Int) -> Int {
    (day.questions * Self.height + most - 1) / most
  }

  /// Month and day below every tenth column.
  private func labels(_ days: [ReviewState.Upcoming], _ pitch: Int) -> String {
    var line = ""
    for (index, day) in days.enumerated() where index % 10 == 0 {
      let label = String(day.day.text.suffix(5))
      let start = index * pitch + pitch - 1
      guard start + label.count <= days.count * pitch else { continue }
      line += String(repeating: " ", count: start - line.count) + label
    }
    return line
  }
}
