/// A chart of scores from old to new in ASCII characters. Each score is one point.
struct ScoreChart {
  /// The scores in percent, oldest first.
  let percents: [Int]

  /// The number of steps on the axis. The rows stand for 100, 75, 50, 25 and 0 percent.
  private static let steps = 4
  private static let axisWidth = 6

  /// The chart, at most `columns` wide. Leaves out the oldest scores when there is no room for all.
  func lines(columns: Int) -> [String] {
    let room = max(columns - Self.axisWidth, 1)
    let shown = percents.suffix(room)
    let pitch = max(1, min(3, room / max(shown.count, 1)))
    let rows = (0...Self.steps).reversed().map { step in
      let points = shown.map { percent in
        String(repeating: " ", count: pitch - 1) + (Self.step(of: percent) == step ? "*" : " ")
      }
      let axis = "\(step * 100 / Self.steps)% ".padded(to: Self.axisWidth - 1, .trailing)
      return (axis + "|" + points.joined()).trimmingTrailingBlanks
    }
    let foot = String(repeating: " ", count: Self.axisWidth - 1) + "+"
    return rows + [foot + String(repeating: "-", count: shown.count * pitch)]
  }

  /// The step nearest to `percent`.
  private static func step(of percent: Int) -> Int {
    (min(max(percent, 0), 100) * steps + 50) / 100
  }
}

extension String {
  /// The text without blanks at its end.
  var trimmingTrailingBlanks: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
