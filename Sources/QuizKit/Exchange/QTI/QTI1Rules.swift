/// The rules by which an item of QTI 1.2 gives points and shows feedback.
struct QTI1Rules {
  /// A rule: if the response meets the conditions, there are points and feedback.
  struct Rule {
    var title: String
    /// All of them must be met.
    var conditions: [Condition]
    /// `nil` if the rule gives no points.
    var points: Double?
    /// The identifiers of the feedback.
    var feedback: [String]
  }

  /// A condition.
  indirect enum Condition {
    case equal(String, to: String, isCaseSensitive: Bool)
    case contains(String, text: String)
    case atLeast(String, Double)
    case atMost(String, Double)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// Whatever was not answered otherwise, and conditions that are not known.
    case other
  }

  let rules: [Rule]

  /// The points that stand for all points of an item.
  private static let all = 100.0

  init(_ item: MarkupElement) {
    rules = item.all("respcondition").map(Self.rule)
  }

  /// The rules of right answers, with their points. Some programs write no points, and say only by
  /// the name of the feedback what is right.
  var right: [(rule: Rule, points: Double)] {
    let rewarded = rules.compactMap { rule in
      rule.points.flatMap { $0 > 0 && rule.isAboutAnswer ? (rule, $0) : nil }
    }
    if !rewarded.isEmpty { return rewarded }
    return rules.filter { $0.points == nil && $0.isNamedRight && $0.isAboutAnswer }
      .map { ($0, Self.all) }
  }

  /// Whether any right answer is written.
  var hasAnswers: Bool { !right.isEmpty }

  /// Whether some right answer is a number between bounds.
  var hasBounds: Bool { right.contains { $0.rule.conditions.contains { $0.hasBounds } } }

  // MARK: Reading

  private static func rule(_ element: MarkupElement) -> Rule {
    var points: Double?
    for set in element.all("setvar") {
      guard let value = number(set.text), !countsMistakes(set) else { continue }
      let isTaken = set.attributes["action"]?.lowercased() == "subtract"
      points = (points ?? 0) + (isTaken ? -value : value)
    }
    return Rule(
      title: element.attributes["title"]?.lowercased() ?? "",
      conditions: element["conditionvar"]?.children.map(condition) ?? [], points: points,
      feedback: element.all("displayfeedback").compactMap { $0.attributes["linkrefid"] })
  }

  /// Whether a variable counts wrong answers, as Respondus and Brightspace do beside their points.
  private static func countsMistakes(_ set: MarkupElement) -> Bool {
    let name = set.attributes["varname"] ?? set.attributes["variablename"] ?? ""
    return name.lowercased().hasSuffix("incorrect")
  }

  private static func number(_ text: String) -> Double? {
    let text = FieldText.make(text)
    return text == "SCORE.max" ? all : TypedNumber.value(of: text)
  }

  private static func condition(_ element: MarkupElement) -> Condition {
    let response = FieldText.make(element.attributes["respident"] ?? "")
    let text = FieldText.make(element.text)
    switch element.name {
    case "varequal":
      let isCaseSensitive = ["yes", "true"].contains(element.attributes["case"]?.lowercased())
      return .equal(response, to: text, isCaseSensitive: isCaseSensitive)
    case "varsubstring": return .contains(response, text: text)
    case "vargte", "vargt": return number(text).map { .atLeast(response, $0) } ?? .other
    case "varlte", "varlt": return number(text).map { .atMost(response, $0) } ?? .other
    case "and": return .all(element.children.map(condition))
    case "or": return .any(element.children.map(condition))
    case "not": return .not(.all(element.children.map(condition)))
    default: return .other
    }
  }
}

extension QTI1Rules.Rule {
  /// Whether the rule compares the response with something.
  var isAboutAnswer: Bool { conditions.contains { !$0.isOther } }

  /// Whether the name of the rule or of its feedback says that the answer is right.
  var isNamedRight: Bool {
    title == "correct" || feedback.contains { $0.lowercased() == "correct" || $0.hasSuffix("_C") }
  }

  /// The answers that the rule asks for, in their order.
  var answers: [QTI1Rules.GivenAnswer] { conditions.flatMap(\.answers) }

  /// Whether the rule asks for several choices at once, or says which ones must not be picked.
  var isSet: Bool {
    answers.count > 1 && conditions.contains { $0.joins } || conditions.contains { $0.excludes }
      || conditions.count > 1 && answers.count > 1
  }
}

extension QTI1Rules {
  /// An answer to one of the responses of an item.
  struct GivenAnswer {
    var response: String
    var text: String
    var isCaseSensitive = false
    /// Whether the text is a pattern for typed answers, in which `*` stands for anything.
    var isPattern = false

    /// The text as an accepted answer.
    var pattern: String { isPattern ? text : text.replacing("*", with: "\\*") }
  }
}

extension QTI1Rules.Condition {
  fileprivate var isOther: Bool {
    switch self {
    case .other: true
    case .equal, .contains, .atLeast, .atMost: false
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isOther)
    case .not: true
    }
  }

  fileprivate var hasBounds: Bool {
    switch self {
    case .atLeast, .atMost: true
    case .all(let parts), .any(let parts): parts.contains(where: \.hasBounds)
    case .equal, .contains, .not, .other: false
    }
  }

  /// Whether several answers are needed together.
  fileprivate var joins: Bool {
    switch self {
    case .all(let parts): parts.flatMap(\.answers).count > 1
    case .any(let parts): parts.contains(where: \.joins)
    default: false
    }
  }

  /// Whether some answers are excluded.
  fileprivate var excludes: Bool {
    switch self {
    case .not: true
    case .all(let parts), .any(let parts): parts.contains(where: \.excludes)
    default: false
    }
  }

  /// The answers that meet the condition, in their order.
  var answers: [QTI1Rules.GivenAnswer] {
    switch self {
    case .equal(let response, let text, let isCaseSensitive):
      [.init(response: response, text: text, isCaseSensitive: isCaseSensitive)]
    case .contains(let response, let text):
      [
        .init(
          response: response, text: "*\(text.replacing("*", with: "\\*"))*", isPattern: true)
      ]
    case .all(let parts), .any(let parts): parts.flatMap(\.answers)
    case .atLeast, .atMost, .not, .other: []
    }
  }

  /// The numbers that meet the condition; `nil` if it is about no number.
  var span: NumberSpan? {
    switch self {
    case .equal(_, let text, _): NumberSpan(text)
    case .all(let parts): Self.range(parts) ?? parts.compactMap(\.span).first
    case .any(let parts): Self.widest(parts.compactMap(\.span))
    case .contains, .atLeast, .atMost, .not, .other: nil
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
    for case .equal(_, let text, _) in parts {
      if case .value(let value, _)? = NumberSpan(text) { return around(value, lower, upper) }
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

  private static func widest(_ spans: [NumberSpan]) -> NumberSpan? {
    guard spans.count == 2, case .value(let value, 0) = spans[0],
      case .range(let lower, let upper) = spans[1]
    else { return spans.first }
    return around(value, lower, upper)
  }
}
