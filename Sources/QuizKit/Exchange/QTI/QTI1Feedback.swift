/// The feedback of an item of QTI 1.2, by what it is about.
struct QTI1Feedback {
  /// The feedback by its identifier.
  private var texts: [String: String] = [:]
  /// The identifiers in their order.
  private var identifiers: [String] = []
  private let rules: QTI1Rules
  /// The identifiers of the feedback on one answer.
  private var ownersOf: [String: String] = [:]
  /// The feedback on each answer.
  private var textsOn: [String: [String]] = [:]

  init(_ item: MarkupElement, _ rules: QTI1Rules, labels: [String], _ material: QTIMaterial) {
    self.rules = rules
    for element in item.all("itemfeedback") {
      let identifier = element.attributes["ident"] ?? ""
      let text = material.text(element)
      if text.isEmpty || texts[identifier] != nil { continue }
      identifiers.append(identifier)
      texts[identifier] = text
    }
    var rulesOf: [String: [QTI1Rules.Rule]] = [:]
    for rule in rules.rules where rule.isAboutAnswer {
      for identifier in Set(rule.feedback) { rulesOf[identifier, default: []].append(rule) }
    }
    let labelOf = Dictionary(
      labels.map { ($0 + "_fb", $0) }, uniquingKeysWith: { first, _ in first })
    for identifier in identifiers where Self.subject(of: identifier) == nil {
      let linked = rulesOf[identifier] ?? []
      if linked.count == 1, !linked[0].isSet, linked[0].answers.count == 1 {
        ownersOf[identifier] = linked[0].answers[0].text
      } else if let label = labelOf[identifier] {
        ownersOf[identifier] = label
      }
    }
    for identifier in identifiers {
      guard let owner = ownersOf[identifier], let text = texts[identifier] else { continue }
      textsOn[owner, default: []].append(text)
    }
  }

  /// What feedback of a known name is about.
  private enum Subject { case everything, right, wrong }

  /// The names that Canvas, Blackboard, R/exams and Respondus use.
  private static func subject(of identifier: String) -> Subject? {
    switch identifier.lowercased() {
    case "general_fb", "general", "solution": .everything
    case "correct_fb", "correct": .right
    case "general_incorrect_fb", "incorrect_fb", "incorrect": .wrong
    default:
      if identifier.hasSuffix("_ALL") {
        .everything
      } else if identifier.hasSuffix("_IC") {
        .wrong
      } else {
        identifier.hasSuffix("_C") ? .right : nil
      }
    }
  }

  /// The feedback on one answer: on the choice with this identifier, or on this typed text.
  func text(on answer: String) -> String {
    textsOn[answer]?.joined(separator: "\n") ?? ""
  }

  /// The feedback on a typed answer that this program wrote.
  func text(ofAnswer index: Int) -> String { texts[QTIField.feedback(ofAnswer: index)] ?? "" }

  /// The feedback on the question, and whether a text about wrong answers was left out.
  var commentary: (text: String, isWhole: Bool) {
    var general: [String] = []
    var wrong: [String] = []
    for identifier in identifiers
    where ownersOf[identifier] == nil && !QTIField.isFeedbackOfAnswer(identifier) {
      guard let text = texts[identifier] else { continue }
      if Self.subject(of: identifier) == .wrong {
        wrong.append(text)
      } else if !general.contains(text) {
        general.append(text)
      }
    }
    let kept = general.isEmpty ? wrong : general
    return (kept.joined(separator: "\n"), wrong.allSatisfy(kept.contains))
  }
}
