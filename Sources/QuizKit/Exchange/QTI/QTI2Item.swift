import QuizSupport

/// An `<assessmentItem>` of QTI 2:
/// <https://www.imsglobal.org/question/qtiv2p2/imsqti_v2p2p2_impl.html>.
struct QTI2Item {
  private let item: MarkupElement
  private let collector: QuestionCollector
  private let body: QTI2Body
  private let cases: [QTI2Response.Case]
  private let material: QTIMaterial
  private let images = ImageList()
  /// The feedback that is shown beside the body, by its identifier.
  private let modalFeedback: [(identifier: String, text: String)]
  private var draft: QuestionDraft

  init(_ item: MarkupElement, _ collector: QuestionCollector) {
    (self.item, self.collector) = (item, collector)
    let material = QTIMaterial(images: images.add)
    self.material = material
    body = QTI2Body(item["itemBody"], material)
    cases = QTI2Response.cases(item["responseProcessing"])
    modalFeedback = item.children.filter { $0.name == "modalFeedback" }.map { element in
      (element.attributes["identifier"] ?? "", material.text(ofElements: element))
    }.filter { !$0.text.isEmpty }
    draft = QuestionDraft(line: item.line)
    draft.text = body.text
    let title = FieldText.make(item.attributes["title"] ?? "")
    draft.title = title.isEmpty || title == item.attributes["identifier"] ? nil : title
    draft.commentary = commentary()
  }

  func submit() {
    images.report(draft, to: collector)
    if item["assessmentStimulusRef"] != nil {
      collector.reportOnce(.passageDropped, line: item.line)
    }
    if let kind = unaskable { return collector.refuse(draft, .notMultipleChoice(kind)) }
    let names = Set(body.interactions.map(\.name))
    guard let interaction = body.interactions.first, body.interactions.count == 1 else {
      return names.isSubset(of: ["textEntryInteraction", "inlineChoiceInteraction"])
        ? submitGaps() : collector.refuse(draft, .notMultipleChoice(.composite))
    }
    switch interaction.name {
    case "textEntryInteraction": submitTyped(interaction)
    case "inlineChoiceInteraction": submitGaps()
    case "choiceInteraction": submitChoices(interaction)
    case "orderInteraction": submitOrder(interaction)
    case "matchInteraction", "associateInteraction": submitPairs(interaction)
    case "gapMatchInteraction": submitGapMatch(interaction)
    case let name: collector.refuse(draft, .notMultipleChoice(Self.unaskable[name] ?? .other))
    }
  }

  /// The kind of an item that cannot be asked, whatever its interactions are.
  private var unaskable: Fault.UnaskableKind? {
    if body.interactions.isEmpty { return .description }
    if item.attributes["adaptive"] == "true", body.interactions.count > 1 { return .composite }
    return body.hasVariables || item["templateProcessing"] != nil ? .calculated : nil
  }

  /// The interactions that a quiz cannot ask.
  private static let unaskable: [String: Fault.UnaskableKind] = [
    "extendedTextInteraction": .essay, "uploadInteraction": .upload,
    "hotspotInteraction": .hotSpot, "selectPointInteraction": .hotSpot,
    "graphicOrderInteraction": .hotSpot, "graphicAssociateInteraction": .hotSpot,
    "graphicGapMatchInteraction": .hotSpot, "positionObjectInteraction": .hotSpot,
  ]

  private func response(to interaction: MarkupElement) -> QTI2Response {
    let name = interaction.attributes["responseIdentifier"] ?? ""
    let declaration = item.children.first {
      $0.name == "responseDeclaration" && $0.identifier == name
    }
    return QTI2Response(name, declaredBy: declaration, item["responseProcessing"], cases)
  }

  /// The feedback on the question, without that on the choices with these identifiers.
  private func commentary(besides choices: [String] = []) -> String {
    var texts = body.feedback
    for (identifier, text) in modalFeedback
    where !choices.contains(identifier) && !texts.contains(text) {
      texts.append(text)
    }
    return texts.joined(separator: "\n")
  }

  // MARK: Choices

  private func submitChoices(_ interaction: MarkupElement) {
    var draft = draft
    let all = interaction.children.filter { $0.name == "simpleChoice" }
    if all.count > QuestionContent.maximumChoices {
      return collector.refuse(draft, .tooManyChoices(all.count))
    }
    let response = response(to: interaction)
    // Forms leave fields that stayed empty.
    let elements = all.filter {
      !choice($0).text.isEmpty || response.correct.contains($0.identifier)
    }
    let identifiers = elements.map(\.identifier)
    draft.choices = elements.map(choice)
    draft.commentary = commentary(besides: identifiers)
    let isSeveral =
      response.cardinality.map { $0 == "multiple" } ?? (interaction.attributes["maxChoices"] != "1")
    if isSeveral {
      draft.solution = response.several(identifiers).map { .several($0) }
    } else {
      draft.markRight(response.single(identifiers, isOnly: true))
    }
    collector.submit(draft)
  }

  private func choice(_ element: MarkupElement) -> Choice {
    let own = element.children.filter { $0.name == "feedbackInline" }.map(
      material.text(ofElements:))
    let modal = modalFeedback.filter { $0.identifier == element.attributes["identifier"] }
    return Choice(
      material.text(ofElements: element.without("feedbackInline")),
      feedback: (own + modal.map(\.text)).filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  // MARK: Typed answers and blanks

  private func submitTyped(_ interaction: MarkupElement) {
    var draft = draft
    draft.text = body.textWithBlank
    let response = response(to: interaction)
    let (texts, numbers) = (response.texts, response.numbers)
    let isNumber = response.isNumber && !numbers.accepted.isEmpty
    if texts.accepted.isEmpty && !isNumber {
      return collector.refuse(draft, .noCorrectChoice(nil))
    }
    draft.solution = response.isNumber ? .number(numbers) : .text(texts)
    collector.submit(draft)
  }

  private func submitGaps() {
    if body.interactions.count > GapsSolution.most {
      return collector.refuse(draft, .tooManyGaps(body.interactions.count))
    }
    PartSolution.gaps(body.piecesWithBlanks, body.interactions.map(gap))
      .submit(draft, to: collector)
  }

  private func gap(_ interaction: MarkupElement) -> PartSolution.FoundGap {
    let response = response(to: interaction)
    if interaction.name == "textEntryInteraction" {
      let texts = response.texts
      return PartSolution.FoundGap(
        accepted: texts.accepted.map(\.pattern), isCaseSensitive: texts.isCaseSensitive,
        fractions: Dictionary(
          texts.accepted.map { ($0.pattern, $0.fraction) }, uniquingKeysWith: max))
    }
    let choices = interaction.children.filter { $0.name == "inlineChoice" }
    let texts = choices.map(material.text(ofElements:))
    return PartSolution.FoundGap(
      accepted: (response.single(choices.map(\.identifier))?.right ?? []).map { texts[$0] },
      choices: texts)
  }

  /// The blanks of a text into which words are dragged.
  private func submitGapMatch(_ interaction: MarkupElement) {
    var draft = draft
    let words = interaction.children.filter { ["gapText", "gapImg"].contains($0.name) }
    let texts = words.map(material.text(ofElements:))
    let pairs = response(to: interaction).pairs(best: \.right)
    let content = QTI2Body(interaction.without("gapText", "gapImg", "prompt"), material)
    if content.interactions.count > GapsSolution.most {
      return collector.refuse(draft, .tooManyGaps(content.interactions.count))
    }
    let gaps = content.interactions.map { gap in
      let right = pairs.filter { $0.right == gap.identifier }.compactMap { pair in
        words.firstIndex { $0.attributes["identifier"] == pair.left }
      }
      return PartSolution.FoundGap(accepted: right.map { texts[$0] }, choices: texts)
    }
    let pieces = content.piecesWithBlanks
    if draft.text.isEmpty { draft.text = pieces.joined(separator: " ") }
    PartSolution.gaps([body.text + "\n" + pieces[0]] + pieces.dropFirst(), gaps)
      .submit(draft, to: collector)
  }

  // MARK: Order and pairs

  private func submitOrder(_ interaction: MarkupElement) {
    let elements = interaction.children.filter { $0.name == "simpleChoice" }
    if elements.count > QuestionContent.maximumChoices {
      return collector.refuse(draft, .tooManyChoices(elements.count))
    }
    let items = response(to: interaction).order.compactMap { value in
      elements.first { $0.attributes["identifier"] == value }.map(material.text(ofElements:))
    }
    if items.count != elements.count { return collector.refuse(draft, .noCorrectChoice(nil)) }
    PartSolution.order(items.map { Choice($0) }).submit(draft, to: collector)
  }

  private func submitPairs(_ interaction: MarkupElement) {
    let elements = interaction.all("simpleAssociableChoice")
    let texts = Dictionary(
      elements.map { ($0.attributes["identifier"], material.text(ofElements: $0)) },
      uniquingKeysWith: { first, _ in first })
    func text(_ identifier: String) -> String { texts[identifier] ?? "" }
    let pairs = response(to: interaction).pairs(best: \.left)
    let used = Set(pairs.flatMap { [$0.left, $0.right] })
    let sets = interaction.children.filter { $0.name == "simpleMatchSet" }
    let candidates = sets.last?.all("simpleAssociableChoice") ?? elements
    let others = candidates.compactMap { $0.attributes["identifier"] }.filter { !used.contains($0) }
    PartSolution.pairs(pairs.map { (text($0.left), text($0.right)) }, others: others.map(text))
      .submit(draft, to: collector)
  }
}

/// The body of an item of QTI 2: a text in which interactions stand, and feedback.
private struct QTI2Body {
  /// The places where the person answers.
  private(set) var interactions: [MarkupElement] = []
  /// The feedback in the body, which is shown after the answer.
  private(set) var feedback: [String] = []
  /// Whether the text has values that are computed again each time.
  private(set) var hasVariables = false

  private var html = ""
  /// How many elements with feedback are around the current one, and how many are looked into.
  private var feedbackDepth = 0
  private static let mostFeedback = 5
  /// Whether the current element is in a formula with values that are computed.
  private var isInFormula = false
  private let material: QTIMaterial

  init(_ body: MarkupElement?, _ material: QTIMaterial) {
    self.material = material
    if let body { take(body) }
  }

  /// The text before, between and after the interactions, with the blanks around them.
  var piecesWithBlanks: [String] { material.pieces(ofHTML: html) }

  private var pieces: [String] { piecesWithBlanks.map { FieldText.make($0) } }

  /// The text without the interactions.
  var text: String { pieces.filter { !$0.isEmpty }.joined(separator: "\n") }

  /// The text, with a line where the interaction stands inside of a sentence.
  var textWithBlank: String {
    let pieces = pieces
    guard pieces.count == 2, !pieces[1].isEmpty else { return text }
    return pieces[0].isEmpty ? "_____ " + pieces[1] : pieces[0] + " _____ " + pieces[1]
  }

  /// Adds the contents of an element as HTML, with marks in the place of interactions.
  private mutating func take(_ element: MarkupElement) {
    for node in element.nodes {
      switch node {
      case .text:
        html += QTIMaterial.html(
          inside: MarkupElement(name: element.name, line: 0, nodes: [node]))
      case .element(let child): takeElement(child)
      }
    }
  }

  private mutating func takeElement(_ element: MarkupElement) {
    switch element.name {
    case "endAttemptInteraction", "stylesheet", "templateBlock", "templateInline", "infoControl",
      "templateBlockFeedback", "catalogInfo", "companionMaterialsInfo":
      break
    case "rubricBlock":
      if (element.attributes["view"] ?? "candidate").contains("candidate") { take(element) }
    case "printedVariable": hasVariables = true
    case "feedbackBlock", "feedbackInline": takeFeedback(element)
    case "gap",
      _ where Self.isInteraction(element):
      interactions.append(element)
      if let prompt = element["prompt"] { html += "<p>\(QTIMaterial.html(inside: prompt))</p>" }
      html += QTIMaterial.mark
    case "img", "br", "hr": html += QTIMaterial.html(of: element)
    case "object", "audio", "video", "source":
      let file = element.attributes["data"] ?? element.attributes["src"] ?? ""
      if file.isEmpty { take(element) } else { html += QTIMaterial.html(of: element) }
    case "math" where !isInFormula:
      // The values that are computed are left out of a formula, which has no source then.
      isInFormula = element.first("printedVariable") != nil
      if isInFormula { take(element) } else { html += QTIMaterial.html(of: element) }
      isInFormula = false
    default:
      html += "<\(element.name)>"
      take(element)
      html += "</\(element.name)>"
    }
  }

  private static func isInteraction(_ element: MarkupElement) -> Bool {
    element.name.hasSuffix("Interaction")
  }

  private mutating func takeFeedback(_ element: MarkupElement) {
    feedbackDepth += 1
    defer { feedbackDepth -= 1 }
    // Each level looks at all that is in it.
    if feedbackDepth > Self.mostFeedback { return take(element) }
    if element.first("printedVariable") != nil { hasVariables = true }
    if element.first(where: Self.isInteraction) != nil { return take(element) }
    let text = material.text(ofElements: element)
    if !text.isEmpty, !feedback.contains(text) { feedback.append(text) }
  }
}

extension MarkupElement {
  fileprivate var identifier: String { attributes["identifier"] ?? "" }

  /// The element without the elements directly in it that have one of these names.
  fileprivate func without(_ names: String...) -> MarkupElement {
    var rest = self
    rest.nodes.removeAll {
      if case .element(let child) = $0 { names.contains(child.name) } else { false }
    }
    return rest
  }
}
