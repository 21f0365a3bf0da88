import QuizSupport

/// The rules by which an item of QTI 1.2 gives points and shows feedback.
struct QTI1Rules {
  /// A rule: if the response meets the conditions, there are points and feedback.
  struct Rule {
    var title: String
    /// All of them must be met.
    var conditions: [QTI1Condition]
    /// The answers that the conditions ask for, in their order.
    var answers: [QTI1Answer]
    /// What the rule does with the points.
    var changes: [Change]
    /// Whether no rule after this one counts.
    var isLast: Bool
    /// The identifiers of the feedback.
    var feedback: [String]
  }

  /// A change of the points.
  struct Change {
    var isSet: Bool
    var points: Double
  }

  let rules: [Rule]
  /// The points before any rule.
  let start: Double

  /// The points that stand for all points of an item.
  private static let all = 100.0

  /// The variables that hold the points. Other ones count attempts and mistakes, or hold the points
  /// where none of these does.
  private static let variables = ["score", "que_score", nil]

  init(_ item: MarkupElement) {
    let elements = item.all("respcondition")
    var rules: [Rule] = []
    for variable in Self.variables {
      rules = elements.map { Self.rule($0, changing: variable) }
      if rules.contains(where: \.isRewarded) { break }
    }
    self.rules = rules
    let score = item.all("decvar").first { Self.name(of: $0) == Self.variables[0] }
    start = Self.number(score?.attributes["defaultval"] ?? "") ?? 0
  }

  /// The rules of right answers, with their points. Some programs write no points, and say only by
  /// the name of the feedback what is right.
  var right: [(rule: Rule, points: Double)] {
    let rewarded = rules.filter(\.isRewarded).map { ($0, $0.points ?? 0) }
    // Of two numbers or texts that an answer matches, the first one decides.
    if !rewarded.isEmpty { return rewarded.sorted { $0.1 > $1.1 } }
    return rules.filter { $0.points == nil && $0.isNamedRight && $0.isAboutAnswer }
      .map { ($0, Self.all) }
  }

  /// The answers of the right rules with their points, those with the most points first.
  var rightAnswers: [QTI1Answer] {
    right.flatMap { rule, points in
      rule.answers.map { answer in
        var answer = answer
        answer.points = points
        return answer
      }
    }
  }

  /// Whether any right answer is written.
  var hasAnswers: Bool { !right.isEmpty }

  /// Whether some right answer is a number between bounds.
  var hasBounds: Bool { right.contains { $0.rule.conditions.contains { $0.hasBounds } } }

  // MARK: Reading

  /// - Parameter variable: The variable that holds the points; `nil` for all but those that count
  ///   mistakes.
  private static func rule(_ element: MarkupElement, changing variable: String?) -> Rule {
    let changes = element.all("setvar").compactMap { set -> Change? in
      let name = name(of: set)
      guard variable == nil ? !name.hasSuffix("incorrect") : name == variable,
        let value = number(set.text)
      else { return nil }
      // What is multiplied or divided is no number of points.
      switch set.attributes["action"]?.lowercased() ?? "set" {
      case "set": return Change(isSet: true, points: value)
      case "add": return Change(isSet: false, points: value)
      case "subtract": return Change(isSet: false, points: -value)
      default: return nil
      }
    }
    let conditions = element["conditionvar"]?.children.map(QTI1Condition.init) ?? []
    return Rule(
      title: element.attributes["title"]?.lowercased() ?? "", conditions: conditions,
      answers: conditions.flatMap(\.answers), changes: changes,
      isLast: element.attributes["continue"]?.lowercased() == "no",
      feedback: element.all("displayfeedback").compactMap { $0.attributes["linkrefid"] })
  }

  /// The name of a variable in lower case. Respondus and Brightspace count wrong answers in some
  /// beside their points.
  private static func name(of element: MarkupElement) -> String {
    (element.attributes["varname"] ?? element.attributes["variablename"] ?? "SCORE").lowercased()
  }

  private static func number(_ text: String) -> Double? {
    let text = FieldText.make(text)
    return text == "SCORE.max" ? all : TypedNumber.value(of: text)
  }
}

extension QTI1Rules.Rule {
  /// The points that the rule gives or takes; `nil` if it changes none.
  var points: Double? { changes.isEmpty ? nil : changes.reduce(0) { $0 + $1.points } }

  /// Whether an answer gets points by the rule.
  var isRewarded: Bool { (points ?? 0) > 0 && isAboutAnswer }

  /// Whether the rule compares the response with something.
  var isAboutAnswer: Bool { conditions.contains { !$0.isOther } }

  /// Whether the name of the rule or of its feedback says that the answer is right.
  var isNamedRight: Bool {
    title == "correct" || feedback.contains { $0.lowercased() == "correct" || $0.hasSuffix("_C") }
  }

  /// Whether the rule asks for several choices at once, or says which ones must not be picked.
  var isSet: Bool {
    answers.count > 1 && conditions.contains { $0.joins } || conditions.contains { $0.excludes }
      || conditions.count > 1 && answers.count > 1
  }
}
