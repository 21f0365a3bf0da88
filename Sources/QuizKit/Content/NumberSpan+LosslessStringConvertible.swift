import Foundation
import QuizSupport

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
