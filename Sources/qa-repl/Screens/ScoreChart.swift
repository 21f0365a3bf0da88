import QuizExchange

/// A chart of scores from old to new. Each score is one point, with its number below it.
struct ScoreChart {
  /// One score.
  struct Point: Equatable {
    /// The day of the score.
    let day: String
    let percent: Int
    /// Whether it reached the pass mark; `nil` where there is no mark.
    var passed: Bool?
  }

  /// The scores, oldest first.
  let points: [Point]
  /// The share that is needed to pass, which has a row of its own.
  var passMark: Percent?
  let signs: BlockSigns
  /// Whether the chart has only the most important rows, because there is little room.
  var isCompact = false

  /// The percentages of the rows without a pass mark.
  private static let usualLevels = [0, 25, 50, 75, 100]
  private static let axisWidth = 7
  /// The cells from one number below the chart to the next.
  private static let numberWidth = 4

  /// The pass mark in whole percent.
  private var mark: Int? { passMark.map { Int(($0.share * 100).rounded()) } }

  /// The percentages of the rows, from the lowest up.
  private var levels: [Int] {
    Set((isCompact ? [0, 100] : Self.usualLevels) + [mark].compactMap(\.self)).sorted()
  }

  /// The chart, at most `columns` wide. Leaves out the oldest scores when there is no room for all.
  func lines(columns: Int, _ palette: Palette = Palette()) -> [String] {
    let room = max(columns - Self.axisWidth - 1, 1)
    let shown = Array(points.suffix(room))
    let pitch = max(1, min(6, room / max(shown.count, 1)))
    let margin = String(repeating: " ", count: Self.axisWidth)
    let area = drawing(shown, pitch)
    let levels = levels
    let rows = levels.indices.reversed().map { step in
      // Marks taken off for wrong answers can make a score negative.
      let sign = step == 0 && shown.contains { $0.percent < 0 } ? "<=" : ""
      let axis = "\(sign)\(levels[step]) % ".padded(to: Self.axisWidth - 1, .trailing)
      return palette.faint(axis + signs.axisStep)
        + palette.accent(area[step].joined().trimmingTrailingBlanks)
    }
    let foot =
      String(repeating: " ", count: Self.axisWidth - 1) + signs.axisCorner
      + String(repeating: signs.axisLine, count: shown.count * pitch)
    if isCompact { return rows + [margin + numbers(shown, pitch, room)] }
    return rows + [palette.faint(foot), margin + numbers(shown, pitch, room)]
      + (days(shown, pitch).map { [margin + palette.faint($0)] } ?? [])
  }

  /// The cells of each row, from 0 percent up.
  private func drawing(_ shown: [Point], _ pitch: Int) -> [[String]] {
    let row = Array(repeating: " ", count: shown.count * pitch)
    let levels = levels
    var area = Array(repeating: row, count: levels.count)
    if let mark, let step = levels.firstIndex(of: mark) {
      area[step] = row.map { _ in signs.days[0] }
    }
    for (index, point) in shown.enumerated() {
      let column = Self.column(index, pitch)
      let step = step(of: point)
      area[step][column] = signs.point
      guard let curve = signs.curve, pitch > 1, index > 0 else { continue }
      connect(
        self.step(of: shown[index - 1]), step, column - pitch, column, curve, &area)
    }
    return area
  }

  /// Draws the line from one point to the next.
  private func connect(
    _ from: Int, _ to: Int, _ start: Int, _ end: Int, _ curve: BlockSigns.Curve,
    _ area: inout [[String]]
  ) {
    let turn = start + (end - start) / 2
    for column in (start + 1)..<end where column != turn {
      area[column < turn ? from : to][column] = curve.across
    }
    guard from != to else { return area[from][turn] = curve.across }
    for step in min(from, to)...max(from, to) { area[step][turn] = curve.upright }
    area[from][turn] = to > from ? curve.leavingUp : curve.leavingDown
    area[to][turn] = to > from ? curve.arrivingUp : curve.arrivingDown
  }

  /// The scores as numbers below their points. Where they are too close, only every second, third
  /// and so on, counted from the newest.
  private func numbers(_ shown: [Point], _ pitch: Int, _ room: Int) -> String {
    let every = (Self.numberWidth + pitch - 1) / pitch
    var line = ""
    for (index, point) in shown.enumerated() where (shown.count - 1 - index) % every == 0 {
      let number = String(point.percent)
      line = line.padded(to: max(0, Self.column(index, pitch) - number.count / 2)) + number
    }
    // The rows show the unit of the numbers, unless one of the rows is the pass mark.
    return line + (passMark == nil || line.count + 2 > room ? "" : " %")
  }

  /// The first and the last day, below their points if there is room between them.
  private func days(_ shown: [Point], _ pitch: Int) -> String? {
    guard let first = shown.first?.day, let last = shown.last?.day, !first.isEmpty else {
      return nil
    }
    guard first != last else { return first }
    let room = Self.column(shown.count - 1, pitch) + 1 - last.count
    return room > first.count ? first.padded(to: room) + last : first + " .. " + last
  }

  /// The column of a point in its part of the row.
  private static func column(_ index: Int, _ pitch: Int) -> Int { index * pitch + pitch / 2 }

  /// The row nearest to a point, on its side of the pass mark.
  private func step(of point: Point) -> Int {
    let levels = levels
    let side = levels.indices.filter { step in
      guard let mark, let passed = point.passed else { return true }
      return passed == (levels[step] >= mark)
    }
    // Of two rows equally near, take the upper one.
    return side.min {
      (abs(levels[$0] - point.percent), -$0) < (abs(levels[$1] - point.percent), -$1)
    } ?? 0
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
