extension Duration {
  /// Whole seconds, rounded up, as a countdown shows them: 59.2 s is shown as 60.
  package var secondsRoundedUp: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) + (attoseconds > 0 ? 1 : 0)
  }

  /// Whole milliseconds, rounded down, as in files and JSON output.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
