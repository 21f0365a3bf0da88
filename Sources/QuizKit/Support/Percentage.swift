extension Int {
  /// The share of `whole` in percent, rounded; 0 when `whole` is 0.
  package func percent(of whole: Int) -> Int {
    whole > 0 ? (self * 200 + whole) / (whole * 2) : 0
  }
}
