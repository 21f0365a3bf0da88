/// Bars made of ASCII characters, which every terminal draws one cell wide.
enum Gauge {
  /// A bar with `#` for the part and `-` for the rest. A part between nothing and all shows at
  /// least one of each.
  static func bar(_ part: Int, of whole: Int, cells: Int) -> String {
    let cells = max(cells, 2)
    guard whole > 0, part > 0 else { return String(repeating: "-", count: cells) }
    guard part < whole else { return String(repeating: "#", count: cells) }
    let filled = min(max((part * cells + whole / 2) / whole, 1), cells - 1)
    return String(repeating: "#", count: filled)
      + String(repeating: "-", count: cells - filled)
  }
}
