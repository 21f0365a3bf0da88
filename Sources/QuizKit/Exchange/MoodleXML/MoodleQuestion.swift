/// A `<question>` element of a Moodle export.
struct MoodleQuestion {
  private let element: MarkupElement
  private let intake: Intake
  private var draft: QuestionDraft

  init(_ element: MarkupElement, category: String?, _ intake: Intake) {
    self.element = element
    self.intake = intake
    draft = QuestionDraft(line: element.line)
    draft.category = category
    draft.text = Self.plain(element["questiontext"])
    draft.commentary = Self.plain(element["generalfeedback"])
    draft.title = Self.optional(element.wrappedText("name"))
    draft.externalID = Self.optional(element["idnumber"]?.text ?? "")
    draft.tags = (element["tags"]?.children ?? []).compactMap {
      Self.optional($0["text"]?.text ?? "")
    }
  }

  func submit() {
    if FieldText.make(element["hidden"]?.text ?? "") == "1" {
      return intake.refuse(draft, .hidden)
    }
    switch element.attributes["type"] {
    case "multichoice": submitChoices()
    case "truefalse": submitStatement()
    case let type: intake.refuse(draft, .notMultipleChoice(Self.kind(type)))
    }
  }

  private func submitChoices() {
    var draft = draft
    draft.kind = .single
    reportImages(of: element["questiontext"])
    let answers = element.children.filter { $0.name == "answer" }
    for (number, answer) in answers.enumerated() {
      let choice = Choice(Self.plain(answer), feedback: Self.plain(answer["feedback"]))
      if choice.text.hasPrefix("[image:"), choice.text.hasSuffix("]"),
        choice.text.count(where: { $0 == "[" }) == 1
      {
        return intake.refuse(draft, .imageOnlyChoice(number: number + 1))
      }
      reportImages(of: answer)
      draft.choices.append(choice)
    }
    let fractions = answers.map { Double($0.attributes["fraction"] ?? "") ?? 0 }
    let full = fractions.indices.filter { fractions[$0] == 100 }
    let positive = fractions.count { $0 > 0 }
    if full.count > 1 || (full.isEmpty && positive > 0) {
      return intake.refuse(draft, .severalAnswers(max(full.count, positive)))
    }
    draft.correct = 0
    if let fault = draft.fault { return intake.refuse(draft, fault) }
    guard let correct = full.first else {
      return intake.refuse(draft, .noCorrectChoice(.fraction))
    }
    if positive > 1 {
      intake.refuse(draft, .partialCreditDropped)
    } else if FieldText.make(element["single"]?.text ?? "true") == "false" {
      intake.refuse(draft, .weightsDropped)
    }
    draft.correct = correct
    intake.submit(draft)
  }

  private func submitStatement() {
    var draft = draft
    draft.kind = .trueFalse
    reportImages(of: element["questiontext"])
    draft.choices = [Choice("True"), Choice("False")]
    for answer in element.children where answer.name == "answer" {
      let place = FieldText.make(answer["text"]?.text ?? "").lowercased() == "true" ? 0 : 1
      draft.choices[place].feedback = Self.plain(answer["feedback"])
      if Double(answer.attributes["fraction"] ?? "") == 100 { draft.correct = place }
    }
    if draft.correct == nil { return intake.refuse(draft, .noCorrectChoice(.fraction)) }
    intake.submit(draft)
  }

  private func reportImages(of element: MarkupElement?) {
    guard let element, isHTML(element) else { return }
    _ = HTMLText.markdown(element["text"]?.text ?? "") { image in
      intake.refuse(draft, .imageDropped(image))
    }
  }

  private func isHTML(_ element: MarkupElement) -> Bool { Self.isHTML(element) }

  private static func isHTML(_ element: MarkupElement) -> Bool {
    !["plain_text", "markdown"].contains(element.attributes["format"] ?? "html")
  }

  /// The text of an element, which contains HTML unless it says otherwise.
  private static func plain(_ element: MarkupElement?) -> String {
    guard let element, let text = element["text"]?.text else { return "" }
    return isHTML(element) ? HTMLText.markdown(text) : FieldText.make(text)
  }

  private static func optional(_ text: String) -> String? {
    let text = FieldText.make(text)
    return text.isEmpty ? nil : text
  }

  private static func kind(_ type: String?) -> Fault.UnaskableKind {
    switch type {
    case "shortanswer": .shortAnswer
    case "numerical", "calculated", "calculatedsimple": .numerical
    case "matching", "ddmatch": .matching
    case "essay": .essay
    case "description": .description
    case "cloze", "gapselect", "ddwtos": .gaps
    case "ordering": .ordering
    default: .other
    }
  }
}
