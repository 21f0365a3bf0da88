import QuizSupport

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
