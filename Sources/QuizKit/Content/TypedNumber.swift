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
    for scalar in text.ofOneWidth.unicodeScalars where !scalar.properties.isWhitespace {
      number.append(scalar == "\u{2212}" ? "-" : scalar)
    }
    if number.count > 1, let last = number.last, last == "." || last == "。" { number.removeLast() }
    return value(ofPlain: String(number))
  }

  private static func value(ofPlain text: String) -> Double? {
    // Numbers that people type are far shorter than this.
    guard text.utf8.count <= 100,
      let match = text.wholeMatch(
        of: /([+-]?)([0-9.,]+)(?:(?:[eE]|[x×*]10(?:\^|\*\*))([+-]?[0-9]+))?/)
    else { return nil }
    guard let digits = plainDigits(String(match.2)) else { return nil }
    let exponent = match.3.map { "e" + $0 } ?? ""
    let sign = match.1 == "-" ? "-" : ""
    guard let value = Double(sign + digits + exponent), value.isFinite else { return nil }
    return value
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
