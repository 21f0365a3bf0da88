/// Numbers that count as the same answer.
package enum NumberSpan: Hashable, Sendable {
  /// A number, and the largest distance from it that an answer may have.
  case value(Double, tolerance: Double)
  /// All numbers from the first to the second, both included.
  case range(Double, Double)
  /// Any number.
  case any

  /// The smallest difference from 1 that is not a rounding error: PHP's default precision of 14
  /// digits, which Moodle uses for grading.
  private static let precision = 1e-14

  /// Whether the span contains the number.
  ///
  /// Both ends are a little wider than written, as in Moodle's
  /// `qtype_numerical_answer::get_tolerance_interval`, so that 0.1 + 0.2 counts as 0.3.
  package func contains(_ number: Double) -> Bool {
    switch self {
    case .value(let value, let tolerance):
      Self.contains(number, around: value, tolerance: abs(tolerance))
    case .range(let lower, let upper):
      Self.contains(
        number, around: lower / 2 + upper / 2, tolerance: abs(upper / 2 - lower / 2))
    case .any: true
    }
  }

  private static func contains(_ number: Double, around value: Double, tolerance: Double) -> Bool {
    let distance = tolerance + precision * max(tolerance, abs(value), precision)
    return value - distance <= number && number <= value + distance
  }

  /// Whether all numbers are finite, the tolerance is not negative and the bounds are in order.
  var isPossible: Bool {
    switch self {
    case .value(let value, let tolerance): value.isFinite && tolerance.isFinite && tolerance >= 0
    case .range(let lower, let upper): lower.isFinite && upper.isFinite && lower <= upper
    case .any: true
    }
  }

  /// The numbers as people read them: `3.14 ± 0.01`, `3 – 4` or `*`.
  package var text: String {
    switch self {
    case .value(let value, let tolerance):
      tolerance == 0
        ? TypedNumber.text(of: value)
        : "\(TypedNumber.text(of: value)) ± \(TypedNumber.text(of: tolerance))"
    case .range(let lower, let upper):
      "\(TypedNumber.text(of: lower)) – \(TypedNumber.text(of: upper))"
    case .any: "*"
    }
  }
}

extension NumberSpan: Codable {
  private enum CodingKeys: CodingKey {
    case value, tolerance, from, to
  }

  package init(from decoder: any Decoder) throws {
    let span = try decoder.container(keyedBy: CodingKeys.self)
    if let value = try span.decodeIfPresent(Double.self, forKey: .value) {
      self = .value(
        value, tolerance: try span.decodeIfPresent(Double.self, forKey: .tolerance) ?? 0)
    } else if let lower = try span.decodeIfPresent(Double.self, forKey: .from) {
      self = .range(lower, try span.decode(Double.self, forKey: .to))
    } else {
      self = .any
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var span = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .value(let value, let tolerance):
      try span.encode(value, forKey: .value)
      if tolerance != 0 { try span.encode(tolerance, forKey: .tolerance) }
    case .range(let lower, let upper):
      try span.encode(lower, forKey: .from)
      try span.encode(upper, forKey: .to)
    case .any: break
    }
  }
}
