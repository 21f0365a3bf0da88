/// A rectangle of text. The rows of all boxes beside each other meet at their baselines.
struct MathBox {
  /// Rows of the same width.
  let rows: [String]
  /// The cells of each row.
  let width: Int
  /// The row that continues the line in which the box stands.
  let baseline: Int

  var height: Int { rows.count }

  /// One row.
  init(_ text: String, _ ambiguous: AmbiguousWidth) {
    self.init(rows: [text], width: displayWidth(text, ambiguous), baseline: 0)
  }

  private init(rows: [String], width: Int, baseline: Int) {
    self.rows = rows
    self.width = width
    self.baseline = baseline
  }

  static let empty = MathBox(rows: [""], width: 0, baseline: 0)

  static func blank(_ cells: Int) -> MathBox {
    MathBox(rows: [String(repeating: " ", count: cells)], width: cells, baseline: 0)
  }

  /// The same rows with another baseline.
  func standing(on baseline: Int) -> MathBox {
    MathBox(rows: rows, width: width, baseline: baseline)
  }

  /// The boxes beside each other.
  static func beside(_ boxes: [MathBox]) -> MathBox {
    if boxes.count == 1 { return boxes[0] }
    let above = boxes.map(\.baseline).max() ?? 0
    let below = boxes.map { $0.height - $0.baseline }.max() ?? 1
    let rows = (0..<(above + below)).map { row in
      boxes.map { box in
        let own = row - above + box.baseline
        return box.rows.indices.contains(own) ? box.rows[own] : Self.blanks(box.width)
      }.joined()
    }
    return MathBox(rows: rows, width: boxes.reduce(0) { $0 + $1.width }, baseline: above)
  }

  /// The boxes above each other.
  ///
  /// - Parameter base: The box whose baseline is that of all.
  static func stacked(
    _ boxes: [MathBox], base: Int, _ alignment: MathGrid.Alignment = .centre
  ) -> MathBox {
    let width = boxes.map(\.width).max() ?? 0
    let above = boxes[..<base].reduce(0) { $0 + $1.height }
    return MathBox(
      rows: boxes.flatMap { $0.filled(to: width, alignment).rows }, width: width,
      baseline: above + boxes[base].baseline)
  }

  /// The box with blanks at its sides.
  func filled(to cells: Int, _ alignment: MathGrid.Alignment) -> MathBox {
    let room = max(0, cells - width)
    let left =
      switch alignment {
      case .leading: 0
      case .centre: room / 2
      case .trailing: room
      }
    return MathBox(
      rows: rows.map { Self.blanks(left) + $0 + Self.blanks(room - left) }, width: width + room,
      baseline: baseline)
  }

  /// The box with blank rows up to a height.
  ///
  /// - Parameter above: The rows above the baseline.
  func filled(above: Int, height: Int) -> MathBox {
    let blank = [Self.blanks(width)]
    let top = Array(repeating: blank[0], count: max(0, above - baseline))
    let bottom = Array(repeating: blank[0], count: max(0, height - top.count - rows.count))
    return MathBox(rows: top + rows + bottom, width: width, baseline: baseline + top.count)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
