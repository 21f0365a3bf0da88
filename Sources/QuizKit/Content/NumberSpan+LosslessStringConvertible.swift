import Foundation
import QuizSupport

/// Numbers as authors write them: `3`, `3.14 ± 0.01`, `3 to 4`, `3..4`, `3〜4` or `*` for any number.
extension NumberSpan: LosslessStringConvertible {
  package var description: String { text }

  /// What an author wrote; `nil` when it is neither a number nor a range of possible numbers.
  package init?(_ text: String) {
    guard let span = Self.written(text), span.isPossible else { return nil }
    self = span
  }

  /// What an author wrote, even if no number can be in it, such as a range that is the wrong way round.
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
