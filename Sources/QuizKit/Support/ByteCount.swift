/// Byte counts as people write and read them, in decimal units: `64MB` means 64,000,000 bytes.
package enum ByteCount {
  private static let units = [
    ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("k", 1000), ("m", 1_000_000),
    ("g", 1_000_000_000), ("b", 1),
  ]

  /// Parses a number with an optional unit. Ignores case and spaces before the unit. `nil` when
  /// `text` is not a positive number of bytes or is too large for an `Int`.
  package static func parse(_ text: String) -> Int? {
    let folded = text.lowercased()
    let digits = folded.prefix { $0.isASCII && $0.isNumber }
    let unit = folded.dropFirst(digits.count).drop { $0 == " " }
    guard let amount = Int(digits), amount > 0 else { return nil }
    if unit.isEmpty { return amount }
    guard let factor = units.first(where: { $0.0 == unit })?.1 else { return nil }
    let (count, overflows) = amount.multipliedReportingOverflow(by: factor)
    return overflows ? nil : count
  }

  /// Formats the number with the largest unit that divides it without a remainder. From 10 MB on,
  /// formats it in MB, rounded down.
  package static func text(_ count: Int) -> String {
    if count >= 10_000_000 { return "\(count / 1_000_000) MB" }
    for (unit, factor) in [("MB", 1_000_000), ("kB", 1000)] where count % factor == 0 && count > 0 {
      return "\(count / factor) \(unit)"
    }
    return "\(count) B"
  }
}
