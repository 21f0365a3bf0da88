import QuizSupport

/// The rules of an item of QTI 1.2.
extension Scoring {
  /// The points that stand for all points of an item.
  private static let all = 100.0

  /// The variables that hold the points. Other ones count attempts and mistakes, or hold the points
  /// where none of these does.
  private static let variables = ["score", "que_score", nil]

  init(_ item: MarkupElement) {
    self.init()
    let elements = item.all("respcondition")
    for variable in Self.variables where !rules.contains(where: \.isRewarded) {
      rules = elements.map { Rule($0, changing: variable) }
    }
    steps = rules.filter { !$0.conditions.isEmpty }.map { .choose([$0]) }
    // Points to begin with count only where no answer gets any.
    if !rules.contains(where: \.isRewarded) {
      let score = item.all("decvar").first { Self.name(of: $0) == Self.variables[0] }
      start = Self.number(score?.attributes["defaultval"] ?? "") ?? 0
    }
  }

  /// The name of a variable in lower case. Respondus and Brightspace count wrong answers in some
  /// beside their points.
  fileprivate static func name(of element: MarkupElement) -> String {
    (element.attributes["varname"] ?? element.attributes["variablename"] ?? "SCORE").lowercased()
  }

  fileprivate static func number(_ text: String) -> Double? {
    let text = FieldText.make(text)
    return text == "SCORE.max" ? all : TypedNumber.value(of: text)
  }

  // MARK: What is right

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
  var rightAnswers: [Value] {
    right.flatMap { rule, points in
      rule.answers.map { answer in
        var answer = answer
        answer.points = points
        return answer
      }
    }
  }

  /// Whether some right answer is a number between bounds.
  var hasBounds: Bool { right.contains { $0.rule.conditions.contains(where: \.hasBounds) } }

  /// The answers in the right order of labels; empty if the rules say none, or several.
  func order(of labels: [String]) -> [Value] {
    /// The answers by their places; `nil` if they do not say them.
    func sorted(_ answers: [Value]) -> [Value]? {
      Set(answers.compactMap(\.place)).count < answers.count
        ? nil : answers.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    }
    let right = right
    let labels = Set(labels)
    // Brightspace has a rule with its place for each item.
    let places = rightAnswers.compactMap { answer in
      Int(answer.text).map { Value(response: "", text: answer.response, place: $0) }
    }.filter { labels.contains($0.text) }
    if places.count == labels.count { return places.sorted { ($0.place ?? 0) < ($1.place ?? 0) } }
    // Others say the places in one rule for all items, or in one for each.
    let whole = right.filter { $0.rule.answers.count == labels.count }
    guard let best = whole.first else { return sorted(rightAnswers) ?? [] }
    let orders = whole.filter { $0.points == best.points }.map { item in
      sorted(item.rule.answers) ?? item.rule.answers
    }
    return Set(orders.map { $0.map(\.text) }).count == 1 ? orders[0] : []
  }
}

extension Scoring.Rule {
  /// - Parameter variable: The variable that holds the points; `nil` for all but those that count
  ///   mistakes.
  fileprivate init(_ element: MarkupElement, changing variable: String?) {
    steps = element.all("setvar").compactMap { set in
      let name = Scoring.name(of: set)
      guard variable == nil ? !name.hasSuffix("incorrect") : name == variable,
        let value = Scoring.number(set.text)
      else { return nil }
      // A product or a quotient does not add points.
      switch set.attributes["action"]?.lowercased() ?? "set" {
      case "set": return .change(Scoring.Change(points: value))
      case "add": return .change(Scoring.Change(isAdded: true, points: value))
      case "subtract": return .change(Scoring.Change(isAdded: true, points: -value))
      default: return nil
      }
    }
    if element.attributes["continue"]?.lowercased() == "no", !steps.isEmpty { steps.append(.end) }
    title = element.attributes["title"]?.lowercased() ?? ""
    conditions = element["conditionvar"]?.children.map(Scoring.Condition.init(qti1:)) ?? []
    answers = conditions.flatMap(\.answers)
    feedback = element.all("displayfeedback").compactMap { $0.attributes["linkrefid"] }
  }

  /// Whether the name of the rule or of its feedback says that the answer is right.
  fileprivate var isNamedRight: Bool {
    title == "correct" || feedback.contains { $0.lowercased() == "correct" || $0.hasSuffix("_C") }
  }
}

extension Scoring.Condition {
  /// The most texts of a set. A question has fewer choices.
  private static let mostTexts = 100

  fileprivate init(qti1 element: MarkupElement) {
    let response = FieldText.make(element.attributes["respident"] ?? "")
    let parts = element.children.map(Self.init(qti1:))
    switch element.name {
    case "varequal":
      self = .equal(
        Scoring.Value(
          response: response, text: FieldText.make(element.text),
          isCaseSensitive: ["yes", "true"].contains(element.attributes["case"]?.lowercased()),
          place: element.attributes["index"].flatMap { Int($0) }))
    case "varsubset":
      self = .all(
        element.text.split(separator: ",", maxSplits: Self.mostTexts).map {
          .equal(Scoring.Value(response: response, text: FieldText.make(String($0))))
        })
    case "varsubstring": self = .contains(response, text: FieldText.make(element.text))
    case "vargte", "vargt", "varlte", "varlt":
      let number = TypedNumber.value(of: FieldText.make(element.text))
      self =
        number.map { .bound(response, $0, isLower: element.name.hasPrefix("varg")) } ?? .any([])
    case "and": self = .all(parts)
    case "or": self = .any(parts)
    case "not": self = parts.count == 1 ? parts[0].negated : .any(parts.map(\.negated))
    case "other": self = .other
    // Any other condition, such as one for an empty response, is never met.
    default: self = .any([])
    }
  }
}

/// Which choices of an item of QTI 1.2 are right, according to the points that its rules give.
extension Scoring {
  /// The rules that take points.
  private var costly: [(rule: Rule, points: Double)] {
    rules.map { ($0, $0.points ?? 0) }.filter { $0.1 < 0 }
  }

  /// Where the choices are that are asked for.
  private func positions(_ answers: [Value], _ choices: [String]) -> [Int] {
    answers.compactMap { choices.firstIndex(of: $0.text) }
  }

  /// The solution for one of these choices to pick.
  func single(of choices: [String]) -> SingleSolution? {
    if let solution = single(among: choices) { return solution }
    // The rules say what is right, but not by the points of a choice alone.
    let rules = right + costly.filter { !$0.rule.isSet }
    return Credits(
      choices.indices.map { place in
        rules.first { positions($0.rule.answers, choices).contains(place) }?.points ?? 0
      }
    ).singleOfPoints
  }

  /// The solution for several of these choices to pick.
  func several(of choices: [String]) -> SeveralSolution? {
    let right = right
    let sets = right.filter { $0.rule.isSet && !positions($0.rule.answers, choices).isEmpty }
    if let best = sets.first {
      // Two sets that both give all points cannot be expressed.
      let keys = sets.filter { $0.points == best.points }.flatMap {
        Condition.all($0.rule.conditions).alternatives.map {
          positions($0, choices)
        }
      }
      return Set(keys.map(Set.init)).count == 1
        ? SeveralSolution(correct: positions(best.rule.answers, choices)) : nil
    }
    var credits = [Double](repeating: 0, count: choices.count)
    for (rule, points) in right + costly {
      for position in positions(rule.answers, choices) { credits[position] += points }
    }
    return Credits(credits).severalOfPoints
  }
}

/// The feedback of an item of QTI 1.2, by what it is about.
struct QTI1Feedback {
  /// The feedback by its identifier.
  private var texts: [String: String] = [:]
  /// The identifiers of the feedback that is not on one answer, in their order.
  private var identifiers: [String] = []
  /// The feedback on each answer.
  private(set) var textsOn: [String: String] = [:]

  init(_ item: MarkupElement, _ rules: Scoring, labels: [String], _ material: QTIMaterial) {
    var rulesOf: [String: [Scoring.Rule]] = [:]
    for rule in rules.rules where rule.isAboutAnswer {
      for identifier in Set(rule.feedback) { rulesOf[identifier, default: []].append(rule) }
    }
    let labelOf = Dictionary(
      labels.map { ($0 + "_fb", $0) }, uniquingKeysWith: { first, _ in first })
    for element in item.all("itemfeedback") {
      let identifier = element.attributes["ident"] ?? ""
      let text = material.text(element)
      if text.isEmpty || texts[identifier] != nil { continue }
      texts[identifier] = text
      let linked = rulesOf[identifier] ?? []
      let isOnAnswer = linked.count == 1 && !linked[0].isSet && linked[0].answers.count == 1
      let owner = isOnAnswer ? linked[0].answers[0].text : labelOf[identifier]
      if let owner, Self.isAboutWrong(identifier) == nil {
        textsOn[owner] = textsOn[owner].map { $0 + "\n" + text } ?? text
      } else {
        identifiers.append(identifier)
      }
    }
  }

  /// Whether feedback is about wrong answers, and not about right ones or all; `nil` unless it has one
  /// of the names that Canvas, Blackboard, R/exams and Respondus use.
  private static func isAboutWrong(_ identifier: String) -> Bool? {
    switch identifier.lowercased() {
    case "general_fb", "general", "solution", "correct_fb", "correct": false
    case "general_incorrect_fb", "incorrect_fb", "incorrect": true
    case _ where identifier.hasSuffix("_IC"): true
    default: identifier.hasSuffix("_ALL") || identifier.hasSuffix("_C") ? false : nil
    }
  }

  /// The feedback on one answer: on the choice with this identifier, or on this typed text.
  func text(on answer: String) -> String { textsOn[answer] ?? "" }

  /// The feedback on a typed answer that this program wrote.
  func text(ofAnswer index: Int) -> String { texts[QTIField.feedback(ofAnswer: index)] ?? "" }

  /// The feedback on the question, and whether a text about wrong answers was left out.
  var commentary: (text: String, isWhole: Bool) {
    var general: [String] = []
    var wrong: [String] = []
    for identifier in identifiers where !QTIField.isFeedbackOfAnswer(identifier) {
      guard let text = texts[identifier] else { continue }
      if Self.isAboutWrong(identifier) == true {
        wrong.append(text)
      } else if !general.contains(text) {
        general.append(text)
      }
    }
    let kept = general.isEmpty ? wrong : general
    return (kept.joined(separator: "\n"), wrong.allSatisfy(kept.contains))
  }
}
