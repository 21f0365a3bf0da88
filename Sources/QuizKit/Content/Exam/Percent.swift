import QuizSupport

/// A share in percent, exact to two decimal places, such as 24 % or 12.5 %.
public struct Percent: Hashable, Comparable, PercentValue, Sendable {
  /// 100 %.
  public static let all = Percent(hundredths: 10_000)

  /// The share in hundredths of a percent, from 0 to 10,000.
  package let hundredths: Int

  /// Creates a share from hundredths of a percent. A number outside the limits becomes the nearest
  /// limit.
  public init(hundredths: Int) {
    self.hundredths = min(max(hundredths, 0), 10_000)
  }

  /// Reads a share as people write it, `24%`, `24 %` or `12.5`; `nil` for anything else, and for a
  /// share above 100 %.
  package init?(_ text: String) {
    var digits = FullWidth.folded(text).trimmed
    if digits.hasSuffix("%") { digits = String(digits.dropLast()).trimmed }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy(Self.isNumber), parts[0].count <= 3,
      let whole = Int(parts[0])
    else { return nil }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard decimals.count <= 2, let part = Int(decimals.count == 1 ? decimals + "0" : decimals)
    else { return nil }
    let hundredths = whole * 100 + part
    guard hundredths <= 10_000 else { return nil }
    self.hundredths = hundredths
  }

  /// The share as a part of 1.
  package var share: Double { Double(hundredths) / 10_000 }

  public var partOfOne: Double? { share }

  /// The share as people read it, without the percent sign: `24`, `12.5`.
  package var text: String { Hundredths.text(hundredths) }

  public static func < (left: Percent, right: Percent) -> Bool {
    left.hundredths < right.hundredths
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Percent: Codable {
  /// Reads a number such as 12.5.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Double.self)
    guard (0...100).contains(number) else {
      throw JSONDecoding.refusal(
        Reason("\(number) is not a share in percent", "割合は 0 から 100 までです(\(number) は使えません)"),
        by: decoder)
    }
    hundredths = Int((number * 100).rounded())
  }

  /// Writes a number such as 12.5.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(hundredths) / 100)
  }
}
