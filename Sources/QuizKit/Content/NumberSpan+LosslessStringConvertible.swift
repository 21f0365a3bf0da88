import Foundation

/// Numbers as authors write them: `3`, `3.14 ± 0.01`, `3 to 4`, `3..4`, `3〜4` or `*` for any number.
extension NumberSpan: LosslessStringConvertible {
  public var description: String { text }

  /// What an author wrote; `nil` when it is neither a number nor a range of possible numbers.
  public init?(_ text: String) {
    let text = text.ofOneWidth.trimmed
    if text == "*" {
      self = .any
    } else if let value = TypedNumber.value(of: text) {
      self = .value(value, tolerance: 0)
    } else if let (value, tolerance) = Self.numbers(in: text, partedBy: Self.tolerances) {
      self = .value(value, tolerance: tolerance)
    } else if let (lower, upper) = Self.numbers(in: text, partedBy: Self.ranges) {
      self = .range(lower, upper)
    } else {
      return nil
    }
    if !isPossible { return nil }
  }

  private static let tolerances = ["±", "+-", "+/-"]
  /// A hyphen could be a sign unless it stands alone.
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
