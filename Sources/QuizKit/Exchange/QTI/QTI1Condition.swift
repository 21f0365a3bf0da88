import QuizSupport

/// A condition on the responses to an item of QTI 1.2.
indirect enum QTI1Condition {
  case equal(QTI1Answer)
  case contains(String, text: String)
  case atLeast(String, Double)
  case atMost(String, Double)
  case all([QTI1Condition])
  case any([QTI1Condition])
  case not(QTI1Condition)
  /// Whatever no rule before has met.
  case other

  /// The most texts of a set. A question has fewer choices.
  private static let mostTexts = 100

  /// A condition that is never met, such as that of an empty response.
  static var never: QTI1Condition { .any([]) }

  init(_ element: MarkupElement) { self.init(element, isNegated: false) }

  /// - Parameter isNegated: Whether the opposite is meant. Then only comparisons with texts are still
  ///   negated.
  private init(_ element: MarkupElement, isNegated: Bool) {
    let response = FieldText.make(element.attributes["respident"] ?? "")
    func parts(_ isNegated: Bool) -> [Self] {
      element.children.map { Self($0, isNegated: isNegated) }
    }
    switch element.name {
    case "varequal":
      let isCaseSensitive = ["yes", "true"].contains(element.attributes["case"]?.lowercased())
      let answer = QTI1Answer(
        response: response, text: FieldText.make(element.text), isCaseSensitive: isCaseSensitive,
        place: element.attributes["index"].flatMap { Int($0) })
      self = isNegated ? .not(.equal(answer)) : .equal(answer)
    case "varsubset":
      let texts = element.text.split(separator: ",", maxSplits: Self.mostTexts).map {
        Self.equal(QTI1Answer(response: response, text: FieldText.make(String($0))))
      }
      self = isNegated ? .any(texts.map(Self.not)) : .all(texts)
    case "varsubstring":
      let condition = Self.contains(response, text: FieldText.make(element.text))
      self = isNegated ? .not(condition) : condition
    case "vargte", "vargt", "varlte", "varlt":
      let isLower = element.name.hasPrefix("varg") != isNegated
      self =
        TypedNumber.value(of: FieldText.make(element.text)).map {
          isLower ? .atLeast(response, $0) : .atMost(response, $0)
        } ?? (isNegated ? .all([]) : .never)
    case "and": self = isNegated ? .any(parts(true)) : .all(parts(false))
    case "or": self = isNegated ? .all(parts(true)) : .any(parts(false))
    case "not" where element.children.count == 1:
      self.init(element.children[0], isNegated: !isNegated)
    case "not": self = isNegated ? .all(parts(false)) : .any(parts(true))
    case "other": self = isNegated ? .not(.other) : .other
    default: self = isNegated ? .all([]) : .never
    }
  }
}

/// An answer to one of the responses of an item of QTI 1.2.
struct QTI1Answer {
  var response: String
  var text: String
  var isCaseSensitive = false
  /// Whether the text is a pattern for typed answers, in which `*` stands for anything.
  var isPattern = false
  /// The place of the answer in an order, where the file says it.
  var place: Int?
  /// The points for the answer.
  var points = 1.0

  /// The text as an accepted answer.
  var pattern: String { isPattern ? text : text.replacing("*", with: "\\*") }
}

extension QTI1Condition {
  /// Whether the condition compares the response with nothing.
  var isOther: Bool {
    switch self {
    case .other: true
    case .equal, .contains, .atLeast, .atMost, .not: false
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isOther)
    }
  }

  var hasBounds: Bool {
    switch self {
    case .atLeast, .atMost: true
    case .all(let parts), .any(let parts): parts.contains(where: \.hasBounds)
    case .equal, .contains, .not, .other: false
    }
  }

  /// Whether several answers are needed together.
  var joins: Bool { needs.joins }

  /// Whether any answer is needed, and whether several are needed together.
  private var needs: (answers: Bool, joins: Bool) {
    switch self {
    case .all(let parts), .any(let parts):
      let needs = parts.map(\.needs).filter(\.answers)
      if case .all = self, needs.count > 1 { return (true, true) }
      return (!needs.isEmpty, needs.contains(where: \.joins))
    case .equal, .contains: return (true, false)
    case .atLeast, .atMost, .not, .other: return (false, false)
    }
  }

  /// Whether some answers are excluded.
  var excludes: Bool {
    switch self {
    case .not: true
    case .all(let parts), .any(let parts): parts.contains(where: \.excludes)
    default: false
    }
  }

  /// The answers that meet the condition, in their order.
  var answers: [QTI1Answer] {
    var answers: [QTI1Answer] = []
    add(to: &answers)
    return answers
  }

  private func add(to answers: inout [QTI1Answer]) {
    switch self {
    case .equal(let answer): answers.append(answer)
    case .contains(let response, let text):
      answers.append(
        QTI1Answer(
          response: response, text: "*\(text.replacing("*", with: "\\*"))*", isPattern: true))
    case .all(let parts), .any(let parts): for part in parts { part.add(to: &answers) }
    case .atLeast, .atMost, .not, .other: break
    }
  }

  /// The answers that meet the condition, once for each set of them that is enough.
  var alternatives: [[QTI1Answer]] {
    switch self {
    case .any(let parts) where parts.count { $0.joins || $0.excludes } > 1:
      parts.flatMap(\.alternatives).filter { !$0.isEmpty }
    case .all(let parts): parts.lazy.map(\.alternatives).first { $0.count > 1 } ?? [answers]
    default: [answers]
    }
  }

  /// Whether a picked choice meets the condition.
  ///
  /// - Parameter isLeft: Whether no rule before was met.
  func isMet(by choice: String, isLeft: Bool) -> Bool {
    switch self {
    case .equal(let answer): answer.text == choice
    case .contains, .atLeast, .atMost: false
    case .all(let parts): parts.allSatisfy { $0.isMet(by: choice, isLeft: isLeft) }
    case .any(let parts): parts.contains { $0.isMet(by: choice, isLeft: isLeft) }
    case .not(let condition): !condition.isMet(by: choice, isLeft: isLeft)
    case .other: isLeft
    }
  }

  // MARK: Numbers

  /// The numbers that meet the condition; empty if it is about no number.
  var spans: [NumberSpan] {
    switch self {
    case .equal(let answer): NumberSpan(answer.text).map { [$0] } ?? []
    case .all(let parts):
      Self.range(parts).map { [$0] } ?? parts.lazy.map(\.spans).first { !$0.isEmpty } ?? []
    case .any(let parts): Self.joined(parts.flatMap(\.spans))
    case .contains, .atLeast, .atMost, .not, .other: []
    }
  }

  /// The range between two bounds.
  private static func range(_ parts: [Self]) -> NumberSpan? {
    var (lower, upper): (Double?, Double?)
    for part in parts {
      if case .atLeast(_, let number) = part { lower = number }
      if case .atMost(_, let number) = part { upper = number }
    }
    guard let lower, let upper else { return nil }
    if lower == upper { return .value(lower, tolerance: 0) }
    // A number in the middle is what the author meant, and its distance the margin.
    for case .equal(let answer) in parts {
      if case .value(let value, _)? = NumberSpan(answer.text) { return around(value, lower, upper) }
    }
    return .range(lower, upper)
  }

  /// The range, or the value in its middle with a tolerance.
  private static func around(_ value: Double, _ lower: Double, _ upper: Double) -> NumberSpan {
    let (below, above) = (value - lower, upper - value)
    let isMiddle = abs(below - above) <= 1e-9 * max(abs(lower), abs(upper)) && below >= 0
    // The distance that the author wrote has fewer digits than the difference.
    return isMiddle
      ? .value(value, tolerance: Double("\((above * 1e12).rounded() / 1e12)") ?? above)
      : .range(lower, upper)
  }

  private static let mostSpans = 100

  /// The spans, each once, of which a value and the range around it are one.
  private static func joined(_ all: [NumberSpan]) -> [NumberSpan] {
    var known: Set<NumberSpan> = []
    let spans = all.filter { known.insert($0).inserted }
    // Only as many as an author writes are compared with each other.
    if spans.count > mostSpans { return spans }
    var joined = spans
    for case .value(let value, 0) in spans {
      for (index, span) in joined.enumerated() {
        guard case .range(let lower, let upper) = span, lower <= value, value <= upper else {
          continue
        }
        joined[index] = around(value, lower, upper)
        joined.removeAll { $0 == .value(value, tolerance: 0) }
        break
      }
    }
    return joined
  }
}
