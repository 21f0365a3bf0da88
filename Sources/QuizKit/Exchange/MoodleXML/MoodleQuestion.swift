import QuizSupport

/// A `<question>` element of a Moodle export.
struct MoodleQuestion {
  let element: MarkupElement
  let collector: QuestionCollector
  private(set) var draft: QuestionDraft
  /// The marks that this program wrote in an attribute that Moodle ignores.
  private let marks: [String]

  init(_ element: MarkupElement, category: String?, _ collector: QuestionCollector) {
    self.element = element
    self.collector = collector
    marks = (element.attributes[Self.markAttribute] ?? "").split(separator: " ").map(String.init)
    draft = QuestionDraft(line: element.line)
    draft.category = category
    draft.text = Self.plain(element["questiontext"])
    draft.commentary = Self.plain(element["generalfeedback"])
    draft.title =
      marks.contains(Self.untitledMark) ? nil : Self.optional(element.wrappedText("name"))
    draft.externalID = Self.optional(element["idnumber"]?.text ?? "")
    draft.tags = (element["tags"]?.children ?? []).compactMap {
      Self.optional($0["text"]?.text ?? "")
    }
  }

  func submit() {
    if FieldText.make(element["hidden"]?.text ?? "") == "1" {
      return collector.refuse(draft, .hidden)
    }
    switch element.attributes["type"] {
    case "multichoice": submitChoices()
    case "truefalse": submitStatement()
    case "shortanswer": submitTexts()
    case "numerical": submitNumbers()
    case "matching", "ddmatch": submitPairs()
    case "ordering": submitOrder()
    case "ddwtos": submitGaps(of: "dragbox")
    case "gapselect": submitGaps(of: "selectoption")
    case "cloze", "multianswer": submitCloze()
    case let type: collector.refuse(draft, .notMultipleChoice(Self.kind(type)))
    }
  }

  private func submitChoices() {
    var draft = draft
    draft.kind = marks.contains(QuestionContent.Kind.trueFalse.rawValue) ? .trueFalse : .single
    reportImages(of: element["questiontext"])
    for (number, answer) in answers.enumerated() {
      let choice = Choice(Self.plain(answer), feedback: Self.plain(answer["feedback"]))
      if isHTML(answer), choice.text.hasPrefix("[image:"), choice.text.hasSuffix("]"),
        choice.text.count(where: { $0 == "[" }) == 1
      {
        return collector.refuse(draft, .imageOnlyChoice(number: number + 1))
      }
      reportImages(of: answer)
      draft.choices.append(choice)
    }
    let worths = answers.map(Self.worth)
    let full = worths.indices.filter { worths[$0] == 1 }
    let mark = marks.compactMap(KindMark.init).first
    if mark != nil || !asksForOne && full.count != 1 && worths.contains(where: { $0 > 0 }) {
      draft.solution = .several(SeveralSolution(weights: worths, mark: mark))
      return collector.submit(draft)
    }
    draft.correct = 0
    if let fault = draft.fault { return collector.refuse(draft, fault) }
    guard let best = SingleSolution(weights: worths) else {
      return collector.refuse(draft, .noCorrectChoice(.fraction))
    }
    draft.correct = best.correct
    if best.weights != nil { draft.solution = .single(best) }
    if !asksForOne { draft.warnings.append(.severalReadAsOne) }
    if full.isEmpty { draft.warnings.append(.bestChoiceRight) }
    collector.submit(draft)
  }

  /// Whether the player picks one choice, as Moodle understands the element.
  private var asksForOne: Bool {
    guard let text = element["single"]?.text else { return true }
    return !["", "0", "false"].contains(FieldText.make(text).lowercased())
  }

  private func submitStatement() {
    var draft = draft
    draft.kind = .trueFalse
    reportImages(of: element["questiontext"])
    draft.choices = [Choice("True"), Choice("False")]
    for answer in answers {
      let place = FieldText.make(answer["text"]?.text ?? "").lowercased() == "true" ? 0 : 1
      draft.choices[place].feedback = Self.plain(answer["feedback"])
      if Self.worth(answer) == 1 { draft.correct = place }
    }
    if draft.correct == nil { return collector.refuse(draft, .noCorrectChoice(.fraction)) }
    collector.submit(draft)
  }

  private func submitTexts() {
    var draft = draft
    reportImages(of: element["questiontext"])
    let usesCase = FieldText.make(element["usecase"]?.text ?? "")
    draft.solution = .text(
      TextSolution(
        accepted: answers.map { answer in
          AcceptedText(
            FieldText.make(Self.typedText(answer)), fraction: max(Self.worth(answer), 0),
            feedback: Self.plain(answer["feedback"]))
        }, isCaseSensitive: ["1", "true"].contains(usesCase)))
    collector.submit(draft)
  }

  private func submitNumbers() {
    var draft = draft
    reportImages(of: element["questiontext"])
    var solution = NumberSolution(accepted: [])
    for answer in answers {
      do throws(Fault) {
        solution.accepted.append(
          AcceptedNumber(
            try Self.span(answer), fraction: max(Self.worth(answer), 0),
            feedback: Self.plain(answer["feedback"])))
      } catch {
        return collector.refuse(draft, error)
      }
    }
    draft.solution = .number(solution)
    if draft.fault == nil, element["units"]?["unit"] != nil {
      collector.refuse(draft, .fieldsIgnored(["units"]))
    }
    collector.submit(draft)
  }

  var answers: [MarkupElement] { element.children.filter { $0.name == "answer" } }

  /// The credit for an answer, from -1 to 1. Old files have an element instead of an attribute.
  private static func worth(_ answer: MarkupElement) -> Double {
    let percent = answer["fraction"]?.text ?? answer.attributes["fraction"] ?? ""
    return MoodlePercent.fraction(FieldText.make(percent)) ?? 0
  }

  /// The text of an answer to be typed, which is not HTML. Old files have no element around it.
  private static func typedText(_ answer: MarkupElement) -> String {
    answer["text"]?.text ?? answer.text
  }

  private static func span(_ answer: MarkupElement) throws(Fault) -> NumberSpan {
    if let range = answer.attributes[markAttribute] { return try NumberSpan(moodle: range) }
    return try NumberSpan(
      moodle: typedText(answer), tolerance: answer["tolerance"]?.text ?? "")
  }

  func reportImages(of element: MarkupElement?) {
    guard let element, isHTML(element) else { return }
    _ = HTMLText.markdown(element["text"]?.text ?? "") { image in
      collector.refuse(draft, .imageDropped(image))
    }
  }

  private func isHTML(_ element: MarkupElement) -> Bool { Self.isHTML(element) }

  static func isHTML(_ element: MarkupElement) -> Bool {
    !["plain_text", "markdown"].contains(element.attributes["format"] ?? "html")
  }

  /// The text of an element, which contains HTML unless the element states another format.
  static func plain(_ element: MarkupElement?) -> String {
    guard let element, let text = element["text"]?.text else { return "" }
    return isHTML(element) ? HTMLText.markdown(text) : FieldText.make(text)
  }

  /// The attribute for information that Moodle's format cannot express.
  static let markAttribute = "qa-repl"

  /// The mark of a question whose name is only the beginning of its text.
  static let untitledMark = "untitled"

  private static func optional(_ text: String) -> String? {
    let text = FieldText.make(text)
    return text.isEmpty ? nil : text
  }

  private static func kind(_ type: String?) -> Fault.UnaskableKind {
    switch type {
    case "calculated", "calculatedmulti", "calculatedsimple": .calculated
    case "essay": .essay
    case "description": .description
    default: .other
    }
  }
}

extension MarkupElement {
  /// The text of a child's `text` element. Moodle wraps every text in this way.
  func wrappedText(_ name: String) -> String { self[name]?["text"]?.text ?? "" }
}
