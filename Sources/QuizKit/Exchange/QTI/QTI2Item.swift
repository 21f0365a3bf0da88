import QuizSupport

/// An `<assessmentItem>` of QTI 2:
/// <https://www.imsglobal.org/question/qtiv2p2/imsqti_v2p2p2_impl.html>.
struct QTI2Item {
  private let item: MarkupElement
  private let collector: QuestionCollector
  private let declarations: [String: QTI2Declaration]
  private let rules: QTI2Rules
  private let body: QTI2Body
  private let material: QTIMaterial
  private let images = ImageList()
  /// The feedback that is shown beside the body, by its identifier.
  private let modalFeedback: [(identifier: String, text: String)]
  private var draft: QuestionDraft

  init(_ item: MarkupElement, _ collector: QuestionCollector) {
    (self.item, self.collector) = (item, collector)
    let declarations = item.children.filter { $0.name == "responseDeclaration" }
      .map(QTI2Declaration.init)
    self.declarations = Dictionary(
      declarations.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    rules = QTI2Rules(item["responseProcessing"])
    material = QTIMaterial(images: images.add)
    body = QTI2Body(item["itemBody"], material)
    let material = material
    modalFeedback = item.children.filter { $0.name == "modalFeedback" }.map { element in
      (element.attributes["identifier"] ?? "", material.text(ofElements: element))
    }.filter { !$0.text.isEmpty }
    draft = QuestionDraft(line: item.line)
    draft.text = body.text
    let title = FieldText.make(item.attributes["title"] ?? "")
    draft.title = title.isEmpty || title == item.attributes["identifier"] ? nil : title
  }

  func submit() {
    images.report(draft, to: collector)
    if item["assessmentStimulusRef"] != nil {
      collector.reportOnce(.passageDropped, line: item.line)
    }
    if let kind = unaskable { return collector.refuse(draft, .notMultipleChoice(kind)) }
    let names = Set(body.interactions.map(\.name))
    if names.isSubset(of: ["textEntryInteraction", "inlineChoiceInteraction"]) {
      return body.interactions.count == 1 && names == ["textEntryInteraction"]
        ? submitTyped(body.interactions[0]) : submitGaps()
    }
    guard let interaction = body.interactions.first, body.interactions.count == 1 else {
      return collector.refuse(draft, .notMultipleChoice(.composite))
    }
    switch interaction.name {
    case "choiceInteraction": submitChoices(interaction, "simpleChoice")
    case "orderInteraction": submitOrder(interaction)
    case "matchInteraction", "associateInteraction": submitPairs(interaction)
    case "gapMatchInteraction": submitGapMatch(interaction)
    case "extendedTextInteraction": collector.refuse(draft, .notMultipleChoice(.essay))
    case "uploadInteraction": collector.refuse(draft, .notMultipleChoice(.upload))
    case "hotspotInteraction", "selectPointInteraction", "graphicOrderInteraction",
      "graphicAssociateInteraction", "graphicGapMatchInteraction", "positionObjectInteraction":
      collector.refuse(draft, .notMultipleChoice(.hotSpot))
    default: collector.refuse(draft, .notMultipleChoice(.other))
    }
  }

  /// The kind of an item that cannot be asked, whatever its interactions are.
  private var unaskable: Fault.UnaskableKind? {
    if body.interactions.isEmpty { return .description }
    if item.attributes["adaptive"] == "true", body.interactions.count > 1 { return .composite }
    return body.hasVariables || item["templateProcessing"] != nil ? .calculated : nil
  }

  private func declaration(_ interaction: QTI2Body.Interaction) -> QTI2Declaration? {
    declarations[interaction.response]
  }

  // MARK: Feedback

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

  private func submitChoices(_ interaction: QTI2Body.Interaction, _ name: String) {
    var draft = draft
    let all = interaction.element.children.filter { $0.name == name }
    if all.count > QuestionContent.maximumChoices {
      return collector.refuse(draft, .tooManyChoices(all.count))
    }
    let declaration = declaration(interaction)
    let right = declaration?.correct ?? []
    // Forms leave fields that stayed empty.
    let elements = all.filter { element in
      !choice(element).text.isEmpty || right.contains(element.attributes["identifier"] ?? "")
    }
    let identifiers = elements.map { $0.attributes["identifier"] ?? "" }
    draft.choices = elements.map(choice)
    draft.commentary = commentary(besides: identifiers)
    let isSeveral =
      declaration.map { $0.cardinality == "multiple" }
      ?? (interaction.element.attributes["maxChoices"] != "1")
    let key = QTI2Key(
      declaration, rules, response: interaction.response, identifiers, isOnly: true)
    if isSeveral {
      draft.solution = key.several.map { .several($0) }
    } else if let single = key.single {
      draft.correct = single.correct
      if single.weights != nil { draft.solution = .single(single) }
    }
    collector.submit(draft)
  }

  private func choice(_ element: MarkupElement) -> Choice {
    var bare = element
    bare.nodes.removeAll {
      if case .element(let child) = $0 { child.name == "feedbackInline" } else { false }
    }
    let own = element.children.filter { $0.name == "feedbackInline" }.map(
      material.text(ofElements:))
    let modal = modalFeedback.filter { $0.identifier == element.attributes["identifier"] }
    return Choice(
      material.text(ofElements: bare),
      feedback: (own + modal.map(\.text)).filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  // MARK: Typed answers

  private func submitTyped(_ interaction: QTI2Body.Interaction) {
    var draft = draft
    draft.text = body.textWithBlank
    draft.commentary = commentary()
    let declaration = declaration(interaction)
    let texts = QTI2Texts(declaration, rules, response: interaction.response)
    let ranges = rules.ranges(for: interaction.response)
    if !ranges.isEmpty, declaration?.isNumber == true {
      draft.solution = .number(NumberSolution(accepted: ranges))
      return collector.submit(draft)
    }
    if texts.accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
    if declaration?.isNumber == true {
      let numbers = texts.accepted.compactMap { accepted in
        TypedNumber.value(of: accepted.pattern).map { value in
          AcceptedNumber(
            rules.span(of: value, for: interaction.response), fraction: accepted.fraction)
        }
      }
      draft.solution = .number(NumberSolution(accepted: numbers))
    } else {
      draft.solution = .text(
        TextSolution(accepted: texts.accepted, isCaseSensitive: texts.isCaseSensitive))
    }
    collector.submit(draft)
  }

  // MARK: Blanks

  private func submitGaps() {
    var draft = draft
    draft.commentary = commentary()
    if body.interactions.count > GapsSolution.most {
      return collector.refuse(draft, .tooManyGaps(body.interactions.count))
    }
    let gaps = body.interactions.map { interaction in
      interaction.name == "inlineChoiceInteraction" ? choiceGap(interaction) : typedGap(interaction)
    }
    PartSolution.gaps(Self.parts(body.piecesWithBlanks, gaps)).submit(draft, to: collector)
  }

  private func typedGap(_ interaction: QTI2Body.Interaction) -> PartSolution.FoundGap {
    let texts = QTI2Texts(declaration(interaction), rules, response: interaction.response)
    return PartSolution.FoundGap(
      accepted: texts.accepted.map(\.pattern), isCaseSensitive: texts.isCaseSensitive,
      fractions: Dictionary(
        texts.accepted.map { ($0.pattern, $0.fraction) }, uniquingKeysWith: max))
  }

  private func choiceGap(_ interaction: QTI2Body.Interaction) -> PartSolution.FoundGap {
    let elements = interaction.element.children.filter { $0.name == "inlineChoice" }
    let identifiers = elements.map { $0.attributes["identifier"] ?? "" }
    let texts = elements.map(material.text(ofElements:))
    let key = QTI2Key(
      declaration(interaction), rules, response: interaction.response, identifiers)
    return PartSolution.FoundGap(
      accepted: (key.single?.right ?? []).map { texts[$0] }, choices: texts)
  }

  /// The blanks of a text into which words are dragged.
  private func submitGapMatch(_ interaction: QTI2Body.Interaction) {
    var draft = draft
    draft.commentary = commentary()
    let words = interaction.element.children.filter { ["gapText", "gapImg"].contains($0.name) }
    let texts = words.map(material.text(ofElements:))
    let values = pairs(interaction, best: \.right)
    var content = interaction.element
    content.nodes.removeAll {
      if case .element(let child) = $0 {
        ["gapText", "gapImg", "prompt"].contains(child.name)
      } else {
        false
      }
    }
    let (pieces, names) = QTI2GapText(content, material).split
    if names.count > GapsSolution.most {
      return collector.refuse(draft, .tooManyGaps(names.count))
    }
    let gaps = names.map { name in
      let right = values.filter { $0.right == name }.compactMap { value in
        words.firstIndex { $0.attributes["identifier"] == value.left }
      }
      return PartSolution.FoundGap(accepted: right.map { texts[$0] }, choices: texts)
    }
    if draft.text.isEmpty { draft.text = pieces.joined(separator: " ") }
    PartSolution.gaps([.text(body.text + "\n")] + Self.parts(pieces, gaps))
      .submit(draft, to: collector)
  }

  private static func parts(
    _ pieces: [String], _ gaps: [PartSolution.FoundGap]
  ) -> [PartSolution.GapPart] {
    zip(pieces, gaps).flatMap { [.text($0), .gap($1)] } + [.text(pieces.last ?? "")]
  }

  // MARK: Order and pairs

  private func submitOrder(_ interaction: QTI2Body.Interaction) {
    var draft = draft
    draft.commentary = commentary()
    let elements = interaction.element.children.filter { $0.name == "simpleChoice" }
    if elements.count > QuestionContent.maximumChoices {
      return collector.refuse(draft, .tooManyChoices(elements.count))
    }
    var order = declaration(interaction)?.correct ?? []
    let orders = Set(rules.best(for: interaction.response))
    if order.isEmpty, orders.count == 1 { order = orders.first ?? [] }
    let items = order.compactMap { value in
      elements.first { $0.attributes["identifier"] == value }.map(material.text(ofElements:))
    }
    if items.count != elements.count { return collector.refuse(draft, .noCorrectChoice(nil)) }
    PartSolution.order(items.map { Choice($0) }).submit(draft, to: collector)
  }

  private func pairs(
    _ interaction: QTI2Body.Interaction, best side: (QTI2Pairs.Pair) -> String
  ) -> [QTI2Pairs.Pair] {
    QTI2Pairs(declaration(interaction), rules, response: interaction.response, best: side).pairs
  }

  private func submitPairs(_ interaction: QTI2Body.Interaction) {
    var draft = draft
    draft.commentary = commentary()
    let elements = interaction.element.all("simpleAssociableChoice")
    let texts = Dictionary(
      elements.map { ($0.attributes["identifier"], material.text(ofElements: $0)) },
      uniquingKeysWith: { first, _ in first })
    func text(_ identifier: String) -> String { texts[identifier] ?? "" }
    let values = pairs(interaction, best: \.left)
    let used = Set(values.flatMap { [$0.left, $0.right] })
    let sets = interaction.element.children.filter { $0.name == "simpleMatchSet" }
    let candidates = sets.last?.all("simpleAssociableChoice") ?? elements
    let others = candidates.compactMap { $0.attributes["identifier"] }.filter { !used.contains($0) }
    PartSolution.pairs(values.map { (text($0.left), text($0.right)) }, others: others.map(text))
      .submit(draft, to: collector)
  }
}
