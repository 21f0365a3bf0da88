/// A bar for a part of a whole.
struct Gauge {
  var signs = BlockSigns.ascii

  /// The cells of the bar: the part and the rest. A part between nothing and all looks different
  /// from both.
  func bar(_ part: Int, of whole: Int, cells: Int) -> (part: String, rest: String) {
    let cells = max(cells, 2)
    let steps = signs.barCells.count
    let full = signs.barCells[steps - 1]
    guard whole > 0, part > 0 else { return ("", String(repeating: signs.barRest, count: cells)) }
    guard part < whole else { return (String(repeating: full, count: cells), "") }
    let filled = min(max((part * cells * steps + whole / 2) / whole, 1), cells * steps - 1)
    let begun = filled % steps > 0 ? signs.barCells[filled % steps - 1] : ""
    let rest = cells - (filled + steps - 1) / steps
    return (
      String(repeating: full, count: filled / steps) + begun,
      String(repeating: signs.barRest, count: rest)
    )
  }

  /// The cells that a bar takes besides its own.
  var frameCells: Int { signs.barOpening.count + signs.barClosing.count }
}

extension Theme {
  /// A bar in the colour of its role, between brackets where it needs them.
  ///
  /// - Parameter cells: The cells that the bar takes with its brackets. There is no bar when they
  ///   are too few for a readable one.
  func gauge(_ part: Int, of whole: Int, cells: Int, _ role: Palette.Role) -> String {
    let gauge = Gauge(signs: blocks)
    guard cells - gauge.frameCells >= 4 else { return "" }
    let bar = gauge.bar(part, of: whole, cells: cells - gauge.frameCells)
    return blocks.barOpening + palette.painted(bar.part, role) + palette.faint(bar.rest)
      + blocks.barClosing
  }
}
