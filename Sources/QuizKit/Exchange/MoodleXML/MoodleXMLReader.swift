import QuizSupport

extension QuestionFormat {
  /// Moodle's lossless export format.
  package static let moodleXML = QuestionFormat(
    name: "moodle-xml", title: MoodleXMLReader.formatName, extensions: ["xml"],
    keeps: .moodle, kinds: .all.subtracting([.card]), document: .xml, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("<quiz>") }],
    reader: MoodleXMLReader(), pictures: .embedded,
    writer: { MoodleXMLWriter(encoding: $1.encoding) })
}

/// Reads Moodle's XML export, <https://docs.moodle.org/en/Moodle_XML_format>.
struct MoodleXMLReader: QuestionReader {
  static let formatName = "Moodle XML"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var scanner = MarkupScanner(bytes, maximumBytes: collector.maximumBytes)
      var category: String?
      while let element = try Self.next(&scanner, isFirst: scanner.position == 0, collector) {
        if element.name == "question" {
          if element.attributes["type"] == "category" {
            let path = MoodleCategory.name(FieldText.make(element.wrappedText("category")))
            category = path.isEmpty ? nil : path
          } else {
            var question = MoodleQuestion(element, category: category, collector)
            question.submit()
          }
        }
        try collector.advance(to: scanner.position, of: bytes.count)
      }
    }
  }

  /// Returns the next child of the root element; `nil` at the end or after reporting a fault.
  private static func next(
    _ scanner: inout MarkupScanner, isFirst: Bool, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> MarkupElement? {
    try collector.scan { () throws(MarkupScanner.Failure) in
      if isFirst {
        let root = try scanner.root()
        guard root.name == "quiz" else {
          collector.report(
            .notThisFormat(format: formatName, .outermost("<\(root.name)>")), line: root.line)
          return nil
        }
      }
      return try scanner.nextChild()
    }
  }
}

/// A `<question>` element of a Moodle export.
struct MoodleQuestion {
  private let element: MarkupElement
  private let collector: QuestionCollector
  private var draft: QuestionDraft
  /// The images that the question and its answers show.
  private var images: [ImageReference] = []
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
    let fault = fill()
    collector.pictures?.embedded = MoodleFiles.all(in: element)
    defer { collector.pictures?.embedded = [:] }
    if fault == nil || collector.pictures == nil { collector.keep(images, in: &draft) }
    if let fault { collector.refuse(draft, fault) } else { collector.submit(draft) }
  }

  /// Fills the draft.
  ///
  /// - Returns: Why the element cannot be a question, or `nil` if it may be one.
  private mutating func fill() -> Fault? {
    if FieldText.make(element["hidden"]?.text ?? "") == "1" { return .hidden }
    let type = element.attributes["type"] ?? ""
    guard let kind = Self.kinds[type] else { return .notMultipleChoice(.other) }
    if case .unaskable(let kind) = kind { return .notMultipleChoice(kind) }
    addImages(of: element["questiontext"])
    if collector.pictures != nil { addFeedbackImages() }
    switch kind {
    case .oneChoice, .severalChoices: return fillChoices()
    case .statement: return fillStatement()
    case .text: fillTexts()
    case .number: return fillNumbers()
    case .pairs: fillPairs()
    case .order: fillOrder()
    case .gaps(isTyped: true): return fillCloze()
    case .gaps: fillGaps(of: type == "ddwtos" ? "dragbox" : "selectoption")
    case .unaskable: break
    }
    return nil
  }

  private static let kinds: [String: Item.Kind] = [
    "multichoice": .oneChoice, "truefalse": .statement, "shortanswer": .text,
    "numerical": .number, "matching": .pairs, "ddmatch": .pairs, "ordering": .order,
    "ddwtos": .gaps(isTyped: false), "gapselect": .gaps(isTyped: false),
    "cloze": .gaps(isTyped: true), "multianswer": .gaps(isTyped: true),
    "calculated": .unaskable(.calculated), "calculatedmulti": .unaskable(.calculated),
    "calculatedsimple": .unaskable(.calculated), "essay": .unaskable(.essay),
    "description": .unaskable(.description),
  ]

  private mutating func fillChoices() -> Fault? {
    draft.kind = marks.contains(QuestionContent.Kind.trueFalse.rawValue) ? .trueFalse : .single
    for (number, answer) in answers.enumerated() {
      let choice = Choice(Self.plain(answer), feedback: Self.plain(answer["feedback"]))
      if Self.isHTML(answer), collector.pictures == nil, choice.text.hasPrefix("[image:"),
        choice.text.hasSuffix("]"), choice.text.count(where: { $0 == "[" }) == 1
      {
        return .imageOnlyChoice(number: number + 1)
      }
      addImages(of: answer)
      draft.choices.append(choice)
    }
    let credits = answers.map(Self.credit)
    let full = credits.indices.filter { credits[$0] == 1 }
    let mark = marks.compactMap(KindMark.init).first
    if mark != nil || !asksForOne && full.count != 1 && credits.contains(where: { $0 > 0 }) {
      draft.solution = .several(SeveralSolution(weights: credits, mark: mark))
      return nil
    }
    draft.correct = 0
    if let fault = draft.fault { return fault }
    guard let best = SingleSolution(weights: credits) else { return .noCorrectChoice(.fraction) }
    draft.markRight(best)
    if !asksForOne { draft.warnings.append(.severalReadAsOne) }
    if full.isEmpty { draft.warnings.append(.bestChoiceRight) }
    return nil
  }

  /// Whether the player picks one choice, as Moodle understands the element.
  private var asksForOne: Bool {
    guard let text = element["single"]?.text else { return true }
    return !["", "0", "false"].contains(FieldText.make(text).lowercased())
  }

  private mutating func fillStatement() -> Fault? {
    draft.kind = .trueFalse
    draft.choices = [Choice("True"), Choice("False")]
    for answer in answers {
      let place = FieldText.make(answer["text"]?.text ?? "").lowercased() == "true" ? 0 : 1
      draft.choices[place].feedback = Self.plain(answer["feedback"])
      if Self.credit(answer) == 1 { draft.correct = place }
    }
    return draft.correct == nil ? .noCorrectChoice(.fraction) : nil
  }

  private mutating func fillTexts() {
    let usesCase = FieldText.make(element["usecase"]?.text ?? "")
    draft.solution = .text(
      TextSolution(
        accepted: answers.map { answer in
          AcceptedText(
            FieldText.make(Self.typedText(answer)), fraction: max(Self.credit(answer), 0),
            feedback: Self.plain(answer["feedback"]))
        }, isCaseSensitive: ["1", "true"].contains(usesCase)))
  }

  private mutating func fillNumbers() -> Fault? {
    var solution = NumberSolution(accepted: [])
    for answer in answers {
      do throws(Fault) {
        solution.accepted.append(
          AcceptedNumber(
            try Self.span(answer), fraction: max(Self.credit(answer), 0),
            feedback: Self.plain(answer["feedback"])))
      } catch {
        return error
      }
    }
    draft.solution = .number(solution)
    if draft.fault == nil, element["units"]?["unit"] != nil {
      collector.refuse(draft, .fieldsIgnored(["units"]))
    }
    return nil
  }

  // MARK: Several parts

  /// Reads `matching` and `ddmatch`. A text on the right that has none on the left belongs to
  /// nothing.
  private mutating func fillPairs() {
    var solution = MatchSolution([])
    for part in element.children where part.name == "subquestion" {
      addImages(of: part)
      let left = Self.plain(part)
      let right = Self.label(part["answer"])
      if left.isEmpty {
        if !right.isEmpty { solution.extra.append(right) }
      } else {
        solution.pairs.append(MatchPair(left, right))
      }
    }
    draft.solution = .match(solution)
  }

  /// Reads `ordering`. The credit for an answer is its place.
  private mutating func fillOrder() {
    let places = answers.map { Double(FieldText.make($0.attributes["fraction"] ?? "")) ?? 0 }
    let isNumbered = Set(places).count == places.count
    let order = places.indices.sorted { isNumbered ? places[$0] < places[$1] : $0 < $1 }
    for place in order {
      addImages(of: answers[place])
      draft.choices.append(
        Choice(Self.plain(answers[place]), feedback: Self.plain(answers[place]["feedback"])))
    }
    draft.solution = .order
  }

  /// Reads `ddwtos` and `gapselect`. `[[3]]` in the text is the place of the third choice, and the
  /// choices of the same group can be put there.
  ///
  /// - Parameter name: the elements of the choices.
  private mutating func fillGaps(of name: String) {
    let boxes = element.children(name)
    let texts = boxes.map(Self.label)
    func distinct(_ texts: [String]) -> [String] {
      var known: Set<String> = []
      return texts.filter { known.insert($0).inserted }
    }
    let groups = boxes.map { FieldText.make($0["group"]?.text ?? "1") }
    var gaps: [Gap] = []
    draft.text = GapText(draft.text).text { box in
      guard texts.indices.contains(box) else { return GapText.mark(box) }
      var choices = distinct(texts.indices.filter { groups[$0] == groups[box] }.map { texts[$0] })
      // A choice that is alone in its group would need no thought.
      if choices.count < 2 { choices = distinct(texts) }
      gaps.append(
        .picked(GapChoices(choices, correct: choices.firstIndex(of: texts[box]) ?? 0)))
      return GapText.mark(gaps.count - 1)
    }
    draft.solution = .gaps(GapsSolution(gaps))
  }

  /// Reads `cloze`, whose text contains the answers.
  private mutating func fillCloze() -> Fault? {
    let isHTML = element["questiontext"].map(Self.isHTML) ?? true
    let cloze = ClozeText(element["questiontext"]?["text"]?.text ?? "", isHTML: isHTML)
    if let fault = cloze.fault {
      draft.text = cloze.text
      return fault
    }
    draft.text = isHTML ? HTMLText.markdown(cloze.text) : FieldText.make(cloze.text)
    draft.warnings += cloze.warnings
    draft.solution = .gaps(GapsSolution(cloze.gaps))
    return nil
  }

  /// A text that Moodle shows in a menu or on a label. It is plain, unless the element states a
  /// format.
  private static func label(_ element: MarkupElement?) -> String {
    guard let element else { return "" }
    return element.attributes["format"] == nil
      ? FieldText.make(element["text"]?.text ?? "") : plain(element)
  }

  // MARK: Elements

  private var answers: [MarkupElement] { element.children("answer") }

  /// The credit for an answer, from -1 to 1. Old files have an element instead of an attribute.
  private static func credit(_ answer: MarkupElement) -> Double {
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

  /// Adds the images of what is shown after the answer. Where pictures are only named, nobody misses
  /// them.
  private mutating func addFeedbackImages() {
    addImages(of: element["generalfeedback"])
    for answer in answers { addImages(of: answer["feedback"]) }
  }

  private mutating func addImages(of element: MarkupElement?) {
    guard let element, Self.isHTML(element) else { return }
    images += HTMLText.images(in: element["text"]?.text ?? "")
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
}

extension MarkupElement {
  /// The text of a child's `text` element. Moodle wraps every text in this way.
  func wrappedText(_ name: String) -> String { self[name]?["text"]?.text ?? "" }
}

/// The files that a question of Moodle has in itself, for `@@PLUGINFILE@@`.
private enum MoodleFiles {
  static func all(in element: MarkupElement) -> [String: FoundPicture] {
    var files: [String: FoundPicture] = [:]
    add(element, to: &files)
    return files
  }

  private static func add(_ element: MarkupElement, to files: inout [String: FoundPicture]) {
    for child in element.children {
      guard child.name == "file", child.attributes["encoding"] == "base64",
        let name = child.attributes["name"]
      else {
        add(child, to: &files)
        continue
      }
      let folder = (child.attributes["path"] ?? "/").drop { $0 == "/" }
      files[folder + name] = PictureIntake.picture(inBase64: child.text)
    }
  }
}
