/// A bar of `#` and `.`, which are one cell wide everywhere.
struct Bar {
  /// How much of it is full, from 0 to 1.
  var fraction: Double
  /// The cells between its brackets; fewer than 4 say nothing, and are not drawn.
  var cells: Int

  /// The bar, its full part coloured by `paint`.
  func drawn(_ paint: (String) -> String = { $0 }) -> String {
    guard cells >= 4 else { return "" }
    // Not full before the end, and not empty while something is left.
    let exact = (fraction * Double(cells)).rounded()
    let least = fraction > 0 ? 1 : 0
    let most = fraction < 1 ? cells - 1 : cells
    let full = min(max(Int(exact), least), most)
    let rest = String(repeating: ".", count: cells - full)
    return "[" + paint(String(repeating: "#", count: full)) + rest + "]"
  }
}
