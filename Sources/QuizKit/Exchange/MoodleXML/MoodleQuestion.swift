import QuizSupport

/// A `<question>` element of a Moodle export.
struct MoodleQuestion {
  private let element: MarkupElement
  private let collector: QuestionCollector
  private var draft: QuestionDraft
  /// The marks that this program wrote in an attribute that Moodle ignores.
  private let marks: [String]

  init(_ element: MarkupElement, category: String?, _ collector: QuestionCollector) {
    (self.element, self.collector) = (element, collector)
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

  mutating func submit() {
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

  private mutating func submitChoices() {
    draft.kind = marks.contains(QuestionContent.Kind.trueFalse.rawValue) ? .trueFalse : .single
    reportImages(of: element["questiontext"])
    for (number, answer) in answers.enumerated() {
      let choice = Choice(Self.plain(answer), feedback: Self.plain(answer["feedback"]))
      if Self.isHTML(answer), choice.text.hasPrefix("[image:"), choice.text.hasSuffix("]"),
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
    draft.markRight(best)
    if !asksForOne { draft.warnings.append(.severalReadAsOne) }
    if full.isEmpty { draft.warnings.append(.bestChoiceRight) }
    collector.submit(draft)
  }

  /// Whether the player picks one choice, as Moodle understands the element.
  private var asksForOne: Bool {
    guard let text = element["single"]?.text else { return true }
    return !["", "0", "false"].contains(FieldText.make(text).lowercased())
  }

  private mutating func submitStatement() {
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

  private mutating func submitTexts() {
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

  private mutating func submitNumbers() {
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

  // MARK: Several parts

  /// Reads `matching` and `ddmatch`. A text on the right that has none on the left belongs to
  /// nothing.
  private mutating func submitPairs() {
    reportImages(of: element["questiontext"])
    var solution = MatchSolution([])
    for part in element.children where part.name == "subquestion" {
      reportImages(of: part)
      let left = Self.plain(part)
      let right = Self.label(part["answer"])
      if left.isEmpty {
        if !right.isEmpty { solution.extra.append(right) }
      } else {
        solution.pairs.append(MatchPair(left, right))
      }
    }
    draft.solution = .match(solution)
    collector.submit(draft)
  }

  /// Reads `ordering`. The credit for an answer is its place.
  private mutating func submitOrder() {
    reportImages(of: element["questiontext"])
    let places = answers.map { Double(FieldText.make($0.attributes["fraction"] ?? "")) ?? 0 }
    let isNumbered = Set(places).count == places.count
    let order = places.indices.sorted { isNumbered ? places[$0] < places[$1] : $0 < $1 }
    for place in order {
      reportImages(of: answers[place])
      draft.choices.append(
        Choice(Self.plain(answers[place]), feedback: Self.plain(answers[place]["feedback"])))
    }
    draft.solution = .order
    collector.submit(draft)
  }

  /// Reads `ddwtos` and `gapselect`. `[[3]]` in the text is the place of the third choice, and the
  /// choices of the same group can be put there.
  ///
  /// - Parameter name: the elements of the choices.
  private mutating func submitGaps(of name: String) {
    reportImages(of: element["questiontext"])
    let boxes = element.children.filter { $0.name == name }
    let texts = boxes.map(Self.label)
    func distinct(_ texts: [String]) -> [String] {
      var known: Set<String> = []
      return texts.filter { known.insert($0).inserted }
    }
    let groups = boxes.map { FieldText.make($0["group"]?.text ?? "1") }
    var gaps: [Gap] = []
    var text = ""
    for part in GapText(draft.text).parts {
      let box: Int
      switch part {
      case .gap(let place) where texts.indices.contains(place): box = place
      case .gap(let place):
        text += GapText.mark(place)
        continue
      case .text(let plain):
        text += plain
        continue
      }
      text += GapText.mark(gaps.count)
      var choices = distinct(texts.indices.filter { groups[$0] == groups[box] }.map { texts[$0] })
      // A choice that is alone in its group would need no thought.
      if choices.count < 2 { choices = distinct(texts) }
      gaps.append(
        .picked(GapChoices(choices, correct: choices.firstIndex(of: texts[box]) ?? 0)))
    }
    draft.text = text
    draft.solution = .gaps(GapsSolution(gaps))
    collector.submit(draft)
  }

  /// Reads `cloze`, whose text contains the answers.
  private mutating func submitCloze() {
    reportImages(of: element["questiontext"])
    let isHTML = element["questiontext"].map(Self.isHTML) ?? true
    let cloze = ClozeText(element["questiontext"]?["text"]?.text ?? "", isHTML: isHTML)
    if let fault = cloze.fault {
      draft.text = cloze.text
      return collector.refuse(draft, fault)
    }
    draft.text = isHTML ? HTMLText.markdown(cloze.text) : FieldText.make(cloze.text)
    draft.warnings += cloze.warnings
    draft.solution = .gaps(GapsSolution(cloze.gaps))
    collector.submit(draft)
  }

  /// A text that Moodle shows in a menu or on a label. It is plain, unless the element states a
  /// format.
  private static func label(_ element: MarkupElement?) -> String {
    guard let element else { return "" }
    return element.attributes["format"] == nil
      ? FieldText.make(element["text"]?.text ?? "") : plain(element)
  }

  // MARK: Elements

  private var answers: [MarkupElement] { element.children.filter { $0.name == "answer" } }

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

  private func reportImages(of element: MarkupElement?) {
    guard let element, Self.isHTML(element) else { return }
    _ = HTMLText.markdown(element["text"]?.text ?? "") { image in
      collector.refuse(draft, .imageDropped(image))
    }
  }

  private static func isHTML(_ element: MarkupElement) -> Bool {
    !["plain_text", "markdown"].contains(element.attributes["format"] ?? "html")
  }

  /// The text of an element, which contains HTML unless the element states another format.
  private static func plain(_ element: MarkupElement?) -> String {
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
