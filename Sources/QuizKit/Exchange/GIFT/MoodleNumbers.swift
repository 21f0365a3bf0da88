import QuizSupport

/// The credit for an answer in percent of the whole point, as GIFT and Moodle XML write it.
enum MoodlePercent {
  /// The credit, from -1 to 1, for a number of percent; `nil` when the text is not such a number.
  /// The decimal point is shifted in the text, so that no rounding error occurs.
  static func fraction(_ digits: String) -> Double? {
    guard let worth = Double(digits + "e-2") ?? Double(digits).map({ $0 / 100 }) else { return nil }
    // Minus zero is written as zero.
    return (-1...1).contains(worth) ? worth + 0 : nil
  }

  /// The number of percent that ``fraction(_:)`` reads as this credit. It has no exponent, because
  /// Moodle would not read one.
  static func text(of worth: Double) -> String {
    let parts = "\(worth.magnitude)".split(separator: "e")
    let digits = parts[0].split(separator: ".")
    // The digits without the decimal point, and the position of the point among them.
    var whole = String(digits[0])
    var point = whole.count + 2 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    whole += digits.count > 1 && digits[1] != "0" ? String(digits[1]) : ""
    if point < 1 {
      whole = String(repeating: "0", count: 1 - point) + whole
      point = 1
    }
    whole += String(repeating: "0", count: max(point - whole.count, 0))
    let end = whole.index(whole.startIndex, offsetBy: point)
    let above = whole[..<end].drop { $0 == "0" }
    let text = (above.isEmpty ? "0" : above) + (end < whole.endIndex ? "." + whole[end...] : "")
    return worth < 0 && text != "0" ? "-" + text : String(text)
  }

  /// The number of percent with five digits after the point, as in Moodle's list of grades.
  static func roundedText(of worth: Double) -> String {
    text(of: (worth * 1e7).rounded() / 1e7)
  }
}

/// Numbers as GIFT writes them: `3`, `3:0.1` with a tolerance, `1..5` from 1 to 5, `*` for any.
extension NumberSpan {
  init(moodle text: String) throws(Fault) {
    if let dots = text.firstRange(of: ".."), dots.lowerBound > text.startIndex {
      self = .range(
        try Self.number(text[..<dots.lowerBound]), try Self.number(text[dots.upperBound...]))
    } else if let colon = text.firstIndex(of: ":") {
      try self.init(
        moodle: String(text[..<colon]), tolerance: String(text[text.index(after: colon)...]))
    } else {
      try self.init(moodle: text, tolerance: "")
    }
  }

  /// - Parameter tolerance: empty when there is none.
  init(moodle value: String, tolerance: String) throws(Fault) {
    let value = FieldText.make(value)
    let tolerance = FieldText.make(tolerance)
    if value == "*" {
      self = .any
    } else {
      self = .value(
        try Self.number(value[...]),
        tolerance: tolerance.isEmpty ? 0 : abs(try Self.number(tolerance[...])))
    }
  }

  private static func number(_ text: Substring) throws(Fault) -> Double {
    let text = FieldText.make(String(text))
    guard let number = TypedNumber.value(of: text) else { throw .notANumber(text) }
    return number
  }

  /// The text that ``init(moodle:)`` reads.
  var moodleText: String {
    switch self {
    case .value(let value, 0): TypedNumber.text(of: value)
    case .value(let value, let tolerance):
      "\(TypedNumber.text(of: value)):\(TypedNumber.text(of: tolerance))"
    case .range(let lower, let upper):
      "\(TypedNumber.text(of: lower))..\(TypedNumber.text(of: upper))"
    case .any: "*"
    }
  }
}
