/// Faults of texts with embedded answers.
extension Fault {
  /// The gaps of a question count differently.
  package static let gapCreditDropped = Fault(
    "gap-credit-dropped", "all gaps count the same here", "空欄の配点はすべて同じになります", level: .warning)

  /// A number in a gap may differ a little from the right one.
  package static let toleranceDropped = Fault(
    "tolerance-dropped", "a number in a gap has to be typed exactly here", "空欄の数値は、誤差を許さずに判定します",
    level: .warning)
}
