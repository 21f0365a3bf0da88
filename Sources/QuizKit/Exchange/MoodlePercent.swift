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
