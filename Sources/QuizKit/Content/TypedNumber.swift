import Foundation

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
