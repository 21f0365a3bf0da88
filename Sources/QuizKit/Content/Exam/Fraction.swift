import QuizSupport

/// An exact number such as −1/3. The marks that are taken off for a wrong answer are often thirds.
public struct Fraction: Hashable, Sendable {
  /// The number above the line.
  public let numerator: Int
  /// The number below the line, 1 or more.
  public let denominator: Int

  /// The greatest number, and the greatest denominator, so that calculations cannot overflow.
  private static let greatest = 10_000

  /// Creates a whole number or a fraction, and reduces the fraction.
  ///
  /// - Precondition: `denominator` is above 0.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator > 0, "a fraction needs a denominator above 0")
    let divisor = max(Self.divisor(numerator.magnitude, denominator.magnitude), 1)
    self.numerator = numerator / Int(divisor)
    self.denominator = denominator / Int(divisor)
  }

  /// Reads `1`, `+1`, `-1/3`, `−1/3` or `0.25`; `nil` for anything else.
  public init?(_ text: String) {
    var digits = FullWidth.folded(text).trimmed.replacing("\u{2212}", with: "-")[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    let sign = isNegative ? -1 : 1
    let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
    let number: Fraction? =
      if parts.count == 2, let above = Self.number(parts[0]), let below = Self.number(parts[1]) {
        below > 0 ? Fraction(above, below) : nil
      } else {
        parts.count == 1 ? Self.decimal(digits) : nil
      }
    // All notations have the same limits, because a number may be written in another notation than
    // it was read in.
    guard let number, number.isInLimits else { return nil }
    self.init(sign * number.numerator, number.denominator)
  }

  private var isInLimits: Bool {
    denominator <= Self.greatest && numerator.magnitude <= Self.greatest * denominator
  }

  /// The number, rounded.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The number as people write marks: `+1`, `-1/3`, `0`.
  public var text: String {
    let sign = numerator > 0 ? "+" : ""
    return sign + (denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)")
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  /// Reads a number with up to three decimal places.
  private static func decimal(_ text: Substring) -> Fraction? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return parts.count == 1 ? number(text).map { Fraction($0) } : nil
    }
    guard let whole = parts[0].isEmpty ? 0 : number(parts[0]), (1...3).contains(parts[1].count),
      let decimals = number(parts[1])
    else { return nil }
    let scale = [10, 100, 1000][parts[1].count - 1]
    return Fraction(whole * scale + decimals, scale)
  }

  /// The greatest common divisor (Euclid).
  private static func divisor(_ a: UInt, _ b: UInt) -> UInt {
    b == 0 ? a : divisor(b, a % b)
  }
}

extension Fraction: Codable {
  /// Reads a text such as `-1/3`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let fraction = Fraction(text) else {
      throw JSONDecoding.refusal(
        Reason("“\(text)” is not a number such as -1/3", "数は -1/3 のように書きます(「\(text)」は使えません)"),
        by: decoder)
    }
    self = fraction
  }

  /// Writes a text such as `-1/3`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
