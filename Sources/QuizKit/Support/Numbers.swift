import Foundation

/// Shares in percent as people read them. A figure never crosses a mark: 69.6 % does not become
/// 70 % where 70 % pass, only all is 100 %, and only nothing is 0 %.
package enum Percentage {
  /// Shares that differ by less are the same: they are sums of thirds and other fractions.
  private static let precision = 1e-9

  /// The share in percent without the sign, with as few decimals as the marks allow.
  ///
  /// - Parameters:
  ///   - share: The share, 1 for all.
  ///   - mark: A share beside it, such as the pass mark.
  package static func text(_ share: Double, beside mark: Double? = nil) -> String {
    let value = share * 100
    for digits in 0...8 {
      let scale = pow(10, Double(digits))
      let shown = (value * scale).rounded() / scale
      if isOnItsSide(shown, of: share, mark) { return plain(shown, digits: digits) }
    }
    return plain(value.rounded(), digits: 0)
  }

  /// The share in whole percent, cut where rounding would cross a mark.
  package static func whole(_ share: Double, beside mark: Double? = nil) -> Int {
    let value = share * 100
    let candidates = [value.rounded(), value.rounded(.down), value.rounded(.up)]
    return Int(candidates.first { isOnItsSide($0, of: share, mark) } ?? candidates[0])
  }

  private static func isOnItsSide(_ shown: Double, of share: Double, _ mark: Double?) -> Bool {
    func reaches(_ limit: Double) -> Bool { share > limit - precision }
    func showsReached(_ limit: Double) -> Bool { shown > (limit - precision) * 100 }
    return reaches(1) == showsReached(1)
      && (abs(share) < precision) == (shown == 0)
      && (mark.map { reaches($0) == showsReached($0) } ?? true)
  }

  private static func plain(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", locale: nil, value + 0)
  }
}

extension Int {
  /// The share of `whole` in whole percent: 100 only for all, 0 only for none or when `whole` is 0.
  package func percent(of whole: Int) -> Int {
    whole > 0 ? Percentage.whole(Double(self) / Double(whole)) : 0
  }
}

/// Formats numbers of hundredths for people: with at most two decimals, and without decimals when
/// the number is whole.
package enum Hundredths {
  /// The text of a number of hundredths: `24`, `12.5`, `0.05`, `-0.25`.
  package static func text(_ hundredths: Int) -> String {
    if hundredths < 0 { return "-" + text(-hundredths) }
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

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
    if count > 0, count % 1_000_000 == 0 { return "\(count / 1_000_000) MB" }
    return count > 0 && count % 1000 == 0 ? "\(count / 1000) kB" : "\(count) B"
  }
}

/// A small random number generator. The seed determines its whole sequence, so that a run can be
/// repeated.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
/// It is good enough for shuffling questions, but not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal sequences.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Int64 {
  /// So many nanoseconds, or the most that there are: a file may have a date after the year 2262.
  package static func nanoseconds(_ seconds: Int64, _ rest: Int64) -> Int64 {
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = product.addingReportingOverflow(rest)
    return isTooLarge || isBeyond ? (seconds < 0 ? .min : .max) : sum
  }
}

/// Whole numbers as people read them in English and in Japanese: `5,040`.
package enum Grouped {
  package static func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let groups = digits.indices.map { index in
      (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
    }
    return (number < 0 ? "-" : "") + groups.joined()
  }
}
