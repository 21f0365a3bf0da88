import Foundation
import QuizSupport

/// Numbers that count as the same answer.
package enum NumberSpan: Hashable, Sendable {
  /// A number, and the largest distance from it that an answer may have.
  case value(Double, tolerance: Double)
  /// All numbers from the first to the second, both included.
  case range(Double, Double)
  /// Any number.
  case any

  /// The smallest difference from 1 that is not a rounding error: PHP's default precision of 14
  /// digits, which Moodle uses for grading.
  private static let precision = 1e-14

  /// Whether the span contains the number.
  ///
  /// Both ends are a little wider than written, as in Moodle's
  /// `qtype_numerical_answer::get_tolerance_interval`, so that 0.1 + 0.2 counts as 0.3.
  package func contains(_ number: Double) -> Bool {
    switch self {
    case .value(let value, let tolerance):
      Self.contains(number, around: value, tolerance: abs(tolerance))
    case .range(let lower, let upper):
      Self.contains(
        number, around: lower / 2 + upper / 2, tolerance: abs(upper / 2 - lower / 2))
    case .any: true
    }
  }

  private static func contains(_ number: Double, around value: Double, tolerance: Double) -> Bool {
    let distance = tolerance + precision * max(tolerance, abs(value), precision)
    return value - distance <= number && number <= value + distance
  }

  /// Whether all numbers are finite, the tolerance is not negative and the bounds are in order.
  var isPossible: Bool {
    switch self {
    case .value(let value, let tolerance): value.isFinite && tolerance.isFinite && tolerance >= 0
    case .range(let lower, let upper): lower.isFinite && upper.isFinite && lower <= upper
    case .any: true
    }
  }

  /// The numbers as people read them: `3.14 ± 0.01`, `3 – 4` or `*`.
  package var text: String {
    switch self {
    case .value(let value, let tolerance):
      tolerance == 0
        ? TypedNumber.text(of: value)
        : "\(TypedNumber.text(of: value)) ± \(TypedNumber.text(of: tolerance))"
    case .range(let lower, let upper):
      "\(TypedNumber.text(of: lower)) – \(TypedNumber.text(of: upper))"
    case .any: "*"
    }
  }
}

extension NumberSpan: Codable {
  private enum CodingKeys: CodingKey {
    case value, tolerance, from, to
  }

  package init(from decoder: any Decoder) throws {
    let span = try decoder.container(keyedBy: CodingKeys.self)
    if let value = try span.decodeIfPresent(Double.self, forKey: .value) {
      self = .value(
        value, tolerance: try span.decodeIfPresent(Double.self, forKey: .tolerance) ?? 0)
    } else if let lower = try span.decodeIfPresent(Double.self, forKey: .from) {
      self = .range(lower, try span.decode(Double.self, forKey: .to))
    } else {
      self = .any
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var span = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .value(let value, let tolerance):
      try span.encode(value, forKey: .value)
      if tolerance != 0 { try span.encode(tolerance, forKey: .tolerance) }
    case .range(let lower, let upper):
      try span.encode(lower, forKey: .from)
      try span.encode(upper, forKey: .to)
    case .any: break
    }
  }
}

/// Numbers as authors write them: `3`, `3.14 ± 0.01`, `3 to 4`, `3..4`, `3〜4` or `*` for any
/// number.
extension NumberSpan: LosslessStringConvertible {
  package var description: String { text }

  /// Reads the numbers that an author wrote; `nil` when the text is neither a number nor a possible
  /// range.
  package init?(_ text: String) {
    guard let span = Self.written(text), span.isPossible else { return nil }
    self = span
  }

  /// Reads the numbers that an author wrote, even if the result cannot contain a number, such as a
  /// range with reversed bounds.
  static func written(_ text: String) -> NumberSpan? {
    let text = text.ofOneWidth.trimmed
    if text == "*" { return .any }
    if let value = TypedNumber.value(of: text) { return .value(value, tolerance: 0) }
    if let (value, tolerance) = numbers(in: text, partedBy: tolerances) {
      return .value(value, tolerance: tolerance)
    }
    return numbers(in: text, partedBy: ranges).map { .range($0, $1) }
  }

  private static let tolerances = ["±", "+-", "+/-"]
  /// A hyphen counts only between blanks, because it could otherwise be a sign.
  private static let ranges = ["..", "to", "–", "〜", "～", "~", "から", " - "]

  private static func numbers(in text: String, partedBy marks: [String]) -> (Double, Double)? {
    for mark in marks {
      guard let place = text.range(of: mark, options: .caseInsensitive),
        let first = TypedNumber.value(of: String(text[..<place.lowerBound])),
        let second = TypedNumber.value(of: String(text[place.upperBound...]))
      else { continue }
      return (first, second)
    }
    return nil
  }
}

/// Numbers as people type them.
///
/// Blanks are ignored, and so is a full stop at the end. Full-width digits count as digits. `1.5e3`
/// may be written `1.5 × 10^3`. For `.` and `,` the rules are those of Moodle's
/// `qtype_numerical_answer_processor`:
///
/// 1. With a `.`, or with several `,`, each `,` separates thousands: `1,234.5`, `1,234,567`.
/// 2. A single `,` before exactly three digits could be either. Moodle decides by the language; in
///    English and Japanese it separates thousands: `1,234` is 1234.
/// 3. Any other single `,` can only be a decimal sign: `3,14` is 3.14, `0,125` is 0.125.
package enum TypedNumber {
  /// The value of the number that was typed; `nil` when the text is not a number.
  package static func value(of text: String) -> Double? {
    var number = String.UnicodeScalarView()
    for scalar in text.withPlainSigns.ofOneWidth.unicodeScalars
    where !scalar.properties.isWhitespace {
      number.append(scalar)
    }
    if number.count > 1, let last = number.last, last == "." || last == "。" { number.removeLast() }
    return value(ofPlain: String(number))
  }

  private static func value(ofPlain text: String) -> Double? {
    // Numbers that people type are far shorter than this.
    guard text.utf8.count <= 100 else { return nil }
    let unsigned = withoutSign(text[...])
    let mantissa = unsigned.prefix { "0123456789.,".contains($0) }
    guard let exponent = exponent(unsigned[mantissa.endIndex...]),
      let digits = plainDigits(String(mantissa))
    else { return nil }
    let sign = text.hasPrefix("-") ? "-" : ""
    guard let value = Double(sign + digits + exponent), value.isFinite else { return nil }
    // Minus zero is written as zero.
    return value + 0
  }

  private static func withoutSign(_ text: Substring) -> Substring {
    text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text
  }

  /// The exponent after the digits, as Swift writes it: empty if there is none, and `nil` if the
  /// text is not an exponent.
  private static func exponent(_ text: Substring) -> String? {
    if text.isEmpty { return "" }
    let marks = ["e", "E", "x10^", "x10**", "×10^", "×10**", "*10^", "*10**"]
    guard let mark = marks.first(where: text.hasPrefix) else { return nil }
    let exponent = text.dropFirst(mark.count)
    let digits = withoutSign(exponent)
    guard !digits.isEmpty, digits.allSatisfy({ "0123456789".contains($0) }) else { return nil }
    return "e" + exponent
  }

  /// The digits with `.` as the decimal sign; `nil` when a sign is in an impossible place.
  private static func plainDigits(_ text: String) -> String? {
    let commas = text.count { $0 == "," }
    if commas == 0 { return text.contains(where: \.isNumber) ? text : nil }
    if commas > 1 || text.contains(".") || text.wholeMatch(of: /[1-9][0-9]{0,2},[0-9]{3}/) != nil {
      guard text.wholeMatch(of: /[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?/) != nil else { return nil }
      return text.replacing(",", with: "")
    }
    return text.replacing(",", with: ".")
  }

  /// The number in its shortest form: `3`, `0.5`, `1e+20`.
  package static func text(of value: Double) -> String {
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
    return String(value)
  }
}
