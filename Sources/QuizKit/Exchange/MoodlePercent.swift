import Foundation

/// What an answer is worth, in percent of the whole point, as GIFT and Moodle XML write it.
enum MoodlePercent {
  /// The worth from -1 to 1 that a number of percent means; `nil` when it is none. The digits are shifted, so that no error of
  /// rounding comes in.
  static func fraction(_ digits: String) -> Double? {
    guard let worth = Double(digits + "e-2") ?? Double(digits).map({ $0 / 100 }) else { return nil }
    return (-1...1).contains(worth) ? worth : nil
  }

  /// The number of percent that ``fraction(_:)`` reads as the worth.
  static func text(of worth: Double) -> String {
    guard let decimal = Decimal(string: "\(worth)") else { return "0" }
    return (decimal * 100).description
  }

  /// The number of percent with five digits behind the point, as in Moodle's list of grades.
  static func roundedText(of worth: Double) -> String {
    text(of: (worth * 1e7).rounded() / 1e7)
  }
}
