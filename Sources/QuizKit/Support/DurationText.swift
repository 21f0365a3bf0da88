import Foundation

/// Reads durations as people type them: `500ms`, `5s`, `2m`, `1h`, `1m30s`, `90` (seconds),
/// `2分30秒`.
package enum DurationText {
  /// The longest duration accepted, about a year, so that adding durations cannot overflow.
  package static let longest = Duration.seconds(366 * 24 * 3600)

  private static let units: [(name: String, milliseconds: Int)] = [
    ("ms", 1), ("ミリ秒", 1), ("h", 3_600_000), ("時間", 3_600_000), ("m", 60_000), ("分", 60_000),
    ("s", 1000), ("秒", 1000),
  ]

  /// The duration in `text`, or `nil` when the text is not a duration, is negative, or exceeds
  /// ``longest``.
  package static func parse(_ text: String) -> Duration? {
    var rest = FullWidth.folded(text).lowercased()[...]
    var total = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard digits.count <= 11, let amount = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = units.first(where: { rest.hasPrefix($0.name) }) else {
        // A bare number means seconds only when nothing else is typed: "1m30" is probably a slip.
        guard rest.isEmpty, digits.count == text.count else { return nil }
        return checked(amount * 1000)
      }
      rest = rest.dropFirst(unit.name.count)
      total += amount * unit.milliseconds
    }
    return checked(total)
  }

  /// The duration in the largest unit that divides it without a remainder: `90m`, `45s`, `1500ms`.
  package static func text(of duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    if milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  private static func checked(_ milliseconds: Int) -> Duration? {
    let duration = Duration.milliseconds(milliseconds)
    return duration <= longest ? duration : nil
  }
}
