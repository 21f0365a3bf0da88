/// What an answer is worth, in percent of the whole point, as GIFT and Moodle XML write it.
enum MoodlePercent {
  /// The worth from -1 to 1 that a number of percent means; `nil` when it is none. The digits are shifted, so that no error of
  /// rounding comes in.
  static func fraction(_ digits: String) -> Double? {
    guard let worth = Double(digits + "e-2") ?? Double(digits).map({ $0 / 100 }) else { return nil }
    return (-1...1).contains(worth) ? worth : nil
  }

  /// The number of percent that ``fraction(_:)`` reads as the worth. It has no exponent, which
  /// Moodle would not read.
  static func text(of worth: Double) -> String {
    let parts = "\(worth.magnitude)".split(separator: "e")
    let digits = parts[0].split(separator: ".")
    // The digits without a point, and where the point stands among them.
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

  /// The number of percent with five digits behind the point, as in Moodle's list of grades.
  static func roundedText(of worth: Double) -> String {
    text(of: (worth * 1e7).rounded() / 1e7)
  }
}
