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
    modalFeedback = item.children("modalFeedback").map { element in
      (element.attributes["identifier"] ?? "", material.text(ofElements: element))
    }.filter { !$0.text.isEmpty }
    draft = QuestionDraft(line: item.line)
    draft.text = body.text
    let title = FieldText.make(item.attributes["title"] ?? "")
    draft.title = title.isEmpty || title == item.attributes["identifier"] ? nil : title
    draft.commentary = commentary()
  }

  mutating func submit() {
    images.keep(in: &draft, collector)
    if item["assessmentStimulusRef"] != nil {
      collector.reportOnce(.passageDropped, line: item.line)
    }
    let names = Set(body.interactions.map(\.name))
    if let kind = unaskable {
      collector.refuse(draft, .notMultipleChoice(kind))
    } else if body.interactions.count == 1, names != ["inlineChoiceInteraction"] {
      submit(body.interactions[0])
    } else if names.isSubset(of: ["textEntryInteraction", "inlineChoiceInteraction"]) {
      submitBlanks()
    } else {
      collector.refuse(draft, .notMultipleChoice(.composite))
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
  private func commentary(besides choices: Set<String> = []) -> String {
    var texts = body.feedback
    for (identifier, text) in modalFeedback
    where !choices.contains(identifier) && !texts.contains(text) {
      texts.append(text)
    }
    return texts.joined(separator: "\n")
  }

  /// Submits an item with one interaction.
  private func submit(_ interaction: MarkupElement) {
    let response = response(to: interaction)
    var item = Item(draft: draft)
    item.responses = [
      Item.Response(
        identifier: response.name, labels: interaction.children("simpleChoice").map(label))
    ]
    switch interaction.name {
    case "textEntryInteraction":
      item.draft.text = body.textWithBlank
      item.answers = response.texts
      item.submit(as: response.isNumber ? .number : .text, to: collector) { _ in response.numbers }
    case "choiceInteraction":
      item.feedback = Dictionary(modalFeedback.map { ($0.identifier, $0.text) }) { $0 + "\n" + $1 }
      item.draft.commentary = commentary(besides: Set(item.labels.map(\.identifier)))
      item.answers = response.values(response.correct)
      let isSeveral =
        response.cardinality.map { $0 == "multiple" }
        ?? (interaction.attributes["maxChoices"] != "1")
      item.submit(as: isSeveral ? .severalChoices : .oneChoice, to: collector) { labels in
        let choices = labels.map(\.identifier)
        return isSeveral
          ? response.several(choices).map { .several($0) }
          : response.single(choices, isOnly: true).map { .single($0) }
      }
    case "orderInteraction":
      item.answers = response.values(response.order)
      item.submit(as: .order, to: collector)
    case "matchInteraction", "associateInteraction":
      item.submit(as: .pairs, to: collector) { _ in .match(pairs(interaction, response)) }
    case "gapMatchInteraction": submitGapMatch(interaction, response)
    case let name:
      collector.refuse(draft, .notMultipleChoice(Self.unaskable[name] ?? .other))
    }
  }

  private func pairs(_ interaction: MarkupElement, _ response: QTI2Response) -> MatchSolution {
    let labels = interaction.all("simpleAssociableChoice").map(label)
    let texts = Dictionary(
      labels.map { ($0.identifier, $0.text) }, uniquingKeysWith: { first, _ in first })
    let pairs = response.pairs(best: \.left)
    let used = Set(pairs.flatMap { [$0.left, $0.right] })
    let set = interaction.children("simpleMatchSet").last
    let candidates = set.map { $0.all("simpleAssociableChoice").map(label) } ?? labels
    return MatchSolution(
      pairs.map { MatchPair(texts[$0.left] ?? "", texts[$0.right] ?? "") },
      extra: candidates.filter { !used.contains($0.identifier) }.map(\.text))
  }

  private func label(_ element: MarkupElement) -> Item.Label {
    Item.Label(
      identifier: element.identifier,
      text: material.text(ofElements: element.without("feedbackInline")),
      feedback: element.children("feedbackInline").map(material.text(ofElements:))
        .filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  // MARK: Blanks

  private func submitBlanks() {
    var item = Item(draft: draft)
    let count = body.interactions.count
    if count > GapsSolution.most { return collector.refuse(draft, .tooManyGaps(count)) }
    for interaction in body.interactions {
      let response = response(to: interaction)
      let labels = interaction.children("inlineChoice").map(label)
      let isTyped = interaction.name == "textEntryInteraction"
      item.responses.append(
        Item.Response(identifier: response.name, form: isTyped ? .text : .choices, labels: labels))
      item.answers +=
        isTyped ? response.texts : response.values(response.best(of: labels.map(\.identifier)))
    }
    item.ask(between: body.piecesWithBlanks)
    item.submit(as: .gaps(isTyped: false), to: collector)
  }

  /// The blanks of a text into which words are dragged.
  private func submitGapMatch(_ interaction: MarkupElement, _ response: QTI2Response) {
    var item = Item(draft: draft)
    let words = interaction.children("gapText", "gapImg").map(label)
    let content = QTI2Body(interaction.without("gapText", "gapImg", "prompt"), material)
    item.responses = content.interactions.map {
      Item.Response(identifier: $0.identifier, labels: words)
    }
    item.answers = response.pairs(best: \.right).map {
      Scoring.Value(response: $0.right, text: $0.left)
    }
    let pieces = content.piecesWithBlanks
    item.ask(between: [body.text + "\n" + pieces[0]] + pieces.dropFirst())
    item.submit(as: .gaps(isTyped: false), to: collector)
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

/// The right answers for a response to an item of QTI 2: those that are declared, or else those that the rules
/// give points for.
struct QTI2Response {
  let name: String
  /// One value, several of them, or several in an order; `nil` where nothing is declared.
  let cardinality: String?
  let isNumber: Bool
  /// The values of the right response, in their order.
  let correct: [String]
  private let entries: [Entry]
  /// The points for a response without an entry.
  private let otherPoints: Double
  /// The part of the item that computes the points.
  private let processing: MarkupElement?
  private let cases: [Case]

  /// The points for a value.
  private typealias Entry = (key: String, points: Double, isCaseSensitive: Bool)

  /// A condition that gives points.
  typealias Case = (condition: Scoring.Condition, points: Double)

  /// - Parameters:
  ///   - element: The declaration.
  ///   - cases: The conditions of the item that give points.
  init(
    _ name: String, declaredBy element: MarkupElement?, _ processing: MarkupElement?,
    _ cases: [Case]
  ) {
    (self.name, self.processing, self.cases) = (name, processing, cases)
    cardinality = element.map { $0.attributes["cardinality"] ?? "single" }
    isNumber = ["integer", "float"].contains(element?.attributes["baseType"])
    let values = element?["correctResponse"]?.children("value") ?? []
    correct = values.map(\.allText).filter { !$0.isEmpty }
    let mapping = element?["mapping"]
    entries = (mapping?.children ?? []).compactMap { entry in
      guard let key = entry.attributes["mapKey"],
        let points = TypedNumber.value(of: entry.attributes["mappedValue"] ?? "")
      else { return nil }
      return (FieldText.make(key), points, entry.attributes["caseSensitive"] == "true")
    }
    otherPoints = TypedNumber.value(of: mapping?.attributes["defaultValue"] ?? "") ?? 0
  }

  /// The responses that give points.
  private var rewarded: [Entry] { entries.filter { $0.points > 0 } }

  private func points(for key: String) -> Double {
    entries.first { $0.key == key }?.points ?? otherPoints
  }

  /// The values to which the rules give the most points, one list for each way to get them.
  private var best: [[String]] {
    let own = cases.flatMap { rule in
      rule.condition.values(of: name).map { (values: $0, points: rule.points) }
    }
    let most = own.map(\.points).max()
    return own.filter { $0.points == most }.map(\.values)
  }

  // MARK: Choices

  /// The solution for one of these choices to pick.
  ///
  /// - Parameter isOnly: Whether the choices are all that the item asks for.
  func single(_ choices: [String], isOnly: Bool = false) -> SingleSolution? {
    let (keys, scoring) = keys(choices, isOnly: isOnly)
    if let solution = scoring?.single(among: choices) { return solution }
    let points = weights(choices)
    if let key = keys.first, key.contains(where: { points[$0] == points.max() }),
      let solution = Credits(points).singleOfPoints
    {
      return solution
    }
    let right = Set(keys.flatMap(\.self))
    return SingleSolution(weights: choices.indices.map { right.contains($0) ? 1 : 0 })
  }

  /// Which of these choices of a blank are right.
  func best(of choices: [String]) -> [String] {
    (single(choices)?.right ?? []).map { choices[$0] }
  }

  /// The solution for several choices to pick, which are all that the item asks for. Two ways to get
  /// all points cannot be expressed.
  func several(_ choices: [String]) -> SeveralSolution? {
    let (keys, scoring) = keys(choices, isOnly: true)
    if let scoring, let points = scoring.points(forEach: choices) {
      // The points of several choices may be the sum of those of each.
      let right = points.indices.filter { points[$0] > 0 }
      let all = right.reduce(0) { $0 + points[$1] }
      func score(_ positions: [Int]) -> Double? {
        scoring.points(for: positions.map { choices[$0] })
      }
      if all > 0, score(right) == all, (keys.first.flatMap(score) ?? all) <= all {
        return Credits(points).severalOfPoints
      }
    }
    guard let key = keys.first, Set(keys.map(Set.init)).count == 1 else { return nil }
    let points = weights(choices)
    let positive = points.indices.filter { points[$0] > 0 }
    return Set(positive) == Set(key)
      ? Credits(points).severalOfPoints : SeveralSolution(correct: key)
  }

  /// The lists of positions that are right, usually one, and the rules where nothing is declared.
  private func keys(_ choices: [String], isOnly: Bool) -> (keys: [[Int]], scoring: Scoring?) {
    func positions(_ values: [String]) -> [Int] {
      values.compactMap { choices.firstIndex(of: $0) }
    }
    for values in [correct, rewarded.map(\.key)] {
      let key = positions(values)
      if !key.isEmpty { return ([key], nil) }
    }
    return (best.map(positions).filter { !$0.isEmpty }, isOnly ? scoring : nil)
  }

  /// The points for each choice; all zero if the item does not say any.
  private func weights(_ choices: [String]) -> [Double] {
    rewarded.isEmpty ? choices.map { _ in 0 } : choices.map(points)
  }

  // MARK: Typed answers

  /// These values as answers to the response.
  func values(_ texts: [String]) -> [Scoring.Value] {
    texts.map { Scoring.Value(response: name, text: $0) }
  }

  /// The texts that are accepted.
  var texts: [Scoring.Value] {
    let most = rewarded.map(\.points).max() ?? 1
    let words = comparisons("stringMatch").map { $0.attributes["caseSensitive"] }
    let isCaseSensitive =
      rewarded.isEmpty
      ? words.contains("true") && !words.contains("false")
      : rewarded.allSatisfy(\.isCaseSensitive)
    var known: Set<String> = []
    func texts(_ points: [(text: String, points: Double)]) -> [Scoring.Value] {
      points.map {
        Scoring.Value(
          response: name, text: FieldText.make($0.text), isCaseSensitive: isCaseSensitive,
          points: $0.points)
      }.filter { !$0.text.isEmpty && known.insert($0.text).inserted }
    }
    let declared = texts(correct.map { ($0, 1) } + rewarded.map { ($0.key, $0.points / most) })
    return declared.isEmpty ? texts(best.flatMap(\.self).map { ($0, 1) }) : declared
  }

  /// The numbers that are accepted: the ranges to which the rules give points, unless they ask for
  /// what is declared. `nil` if there are none.
  var numbers: Solution? {
    let asked = processing?.all("correct", "mapResponse") ?? []
    let ranges = cases.flatMap { rule in
      rule.condition.spans(of: name).map { (span: $0, points: rule.points) }
    }.sorted { $0.points > $1.points }
    let isRange =
      !ranges.isEmpty && !asked.contains(where: { $0.attributes["identifier"] == name })
    let accepted =
      isRange
      ? ranges.map { AcceptedNumber($0.span, fraction: $0.points / ranges[0].points) }
      : texts.compactMap { text in
        TypedNumber.value(of: text.text).map { AcceptedNumber(span(of: $0), fraction: text.points) }
      }
    return accepted.isEmpty ? nil : .number(NumberSolution(accepted: accepted))
  }

  /// The rules that compare the response in one of these ways.
  private func comparisons(_ names: String...) -> [MarkupElement] {
    var found: [MarkupElement] = []
    processing?.visit { element in
      if !names.contains(element.name) { return true }
      if element["variable"]?.attributes["identifier"] == name { found.append(element) }
      return false
    }
    return found
  }

  /// The numbers that count as a value.
  private func span(of value: Double) -> NumberSpan {
    comparisons("equal", "equalRounded").compactMap { Self.span(of: value, by: $0) }.last
      ?? .value(value, tolerance: 0)
  }

  private static func span(of value: Double, by equal: MarkupElement) -> NumberSpan? {
    if equal.name == "equalRounded" {
      guard equal.attributes["roundingMode"] == "decimalPlaces",
        let places = equal.attributes["figures"].flatMap({ Int($0) }), (0...15).contains(places)
      else { return nil }
      // The numbers that are equal when they are rounded to some places behind the point.
      let scale = (0..<places).reduce(1.0) { unit, _ in unit * 10 }
      return .value((value * scale).rounded() / scale, tolerance: 0.5 / scale)
    }
    let mode = equal.attributes["toleranceMode"] ?? "exact"
    if mode == "exact" { return nil }
    let margins = (equal.attributes["tolerance"] ?? "").split(separator: " ")
      .compactMap { TypedNumber.value(of: String($0)) }
      .map { mode == "relative" ? $0 * abs(value) / 100 : $0 }
    guard let below = margins.first, let above = margins.last else { return nil }
    return below == above
      ? .value(value, tolerance: above) : .range(value - below, value + above)
  }

  // MARK: Pairs and order

  /// The values in their right order; empty if there are several orders.
  var order: [String] {
    let orders = Set(best)
    return correct.isEmpty && orders.count == 1 ? orders.first ?? [] : correct
  }

  typealias Pair = (left: String, right: String)

  /// The pairs of identifiers that belong together.
  ///
  /// - Parameter side: The side for which other pairs with fewer points are left out.
  func pairs(best side: (Pair) -> String) -> [Pair] {
    func pair(_ text: String) -> Pair? {
      let parts = text.split { $0.isWhitespace }
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    if !correct.isEmpty { return correct.compactMap(pair) }
    let entries = rewarded.compactMap { entry in
      pair(entry.key).map { (pair: $0, points: entry.points) }
    }
    if entries.isEmpty { return best.count == 1 ? best[0].compactMap(pair) : [] }
    let most = Dictionary(entries.map { (side($0.pair), $0.points) }, uniquingKeysWith: max)
    return entries.filter { $0.points == most[side($0.pair)] }.map(\.pair)
  }
}

// MARK: - Rules

extension QTI2Response {
  private static let score = "SCORE"
  private static let mostElements = 1_000

  /// The conditions that give points, with the points. One may be inside another, which asks whether
  /// there is an answer at all.
  static func cases(_ processing: MarkupElement?) -> [Case] {
    var cases: [Case] = []
    processing?.visit { element in
      if ["responseIf", "responseElseIf"].contains(element.name),
        let condition = element.children.first, let points = points(of: element)
      {
        cases.append((Scoring.Condition(condition) { _ in nil }, points))
      }
      return true
    }
    return cases
  }

  /// The points that a branch gives; `nil` if it gives none.
  private static func points(of branch: MarkupElement) -> Double? {
    let sets = branch.children.filter { set in
      set.name == "setOutcomeValue" && set["subtract"] == nil
        && (set.attributes["identifier"] ?? "").hasPrefix(score)
    }
    // Some items have points of their own for each response.
    let own = sets.filter { $0.attributes["identifier"] == score }
    let points = (own.isEmpty ? sets : own)
      .compactMap { TypedNumber.value(of: $0.first("baseValue")?.allText ?? "") }.max()
    return points.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The rules as a platform goes through them; `nil` if there are more of them than an author
  /// writes, because they are gone through for each choice.
  private var scoring: Scoring? {
    guard let processing else { return nil }
    var count = 0
    processing.visit { _ in
      count += 1
      return true
    }
    return count > Self.mostElements
      ? nil : Scoring(steps: steps(processing), response: name)
  }

  private func steps(_ element: MarkupElement) -> [Scoring.Step] {
    func isScore(_ set: MarkupElement) -> Bool { set.attributes["identifier"] == Self.score }
    return element.children.flatMap { child -> [Scoring.Step] in
      switch child.name {
      case "setOutcomeValue" where isScore(child): [.change(child.children.first.flatMap(change))]
      case "responseProcessingFragment": steps(child)
      // What shows feedback may ask for anything.
      case "responseCondition" where child.all("setOutcomeValue").contains(where: isScore):
        [.choose(child.children.map(rule))]
      case "exitResponse": [.end]
      default: []
      }
    }
  }

  private func rule(_ branch: MarkupElement) -> Scoring.Rule {
    let condition = branch.children.first.map { first in
      Scoring.Condition(first) { $0 == name && cardinality != nil ? correct : nil }
    }
    return Scoring.Rule(
      conditions: branch.name == "responseElse" ? [] : [condition ?? .unknown([])],
      steps: steps(branch))
  }

  /// The change of the points by an expression; `nil` if it is not known.
  private func change(_ element: MarkupElement) -> Scoring.Change? {
    let parts = element.children.compactMap(change)
    let areKnown = parts.count == element.children.count
    switch element.name {
    case "baseValue":
      return TypedNumber.value(of: element.allText).map { Scoring.Change(points: $0) }
    case "variable" where element.attributes["identifier"] == Self.score:
      return Scoring.Change(isAdded: true)
    case "sum" where areKnown:
      return Scoring.Change(
        isAdded: parts.contains(where: \.isAdded), points: parts.reduce(0) { $0 + $1.points })
    case "subtract" where areKnown && parts.count == 2 && !parts[1].isAdded:
      var change = parts[0]
      change.points -= parts[1].points
      return change
    default: return nil
    }
  }
}

extension Scoring.Condition {
  /// A condition of QTI 2.
  ///
  /// - Parameter correct: Returns what is declared to be right for a response.
  fileprivate init(_ element: MarkupElement, correct: (String) -> [String]?) {
    let children = element.children
    let name = element["variable"]?.attributes["identifier"] ?? ""
    func parts() -> [Self] { children.map { Self($0, correct: correct) } }
    func values(_ element: MarkupElement) -> [String]? {
      switch element.name {
      case "baseValue": return [element.allText]
      case "correct": return correct(element.attributes["identifier"] ?? "")
      case "multiple", "ordered":
        let known = element.children.compactMap(values)
        return known.count == element.children.count ? known.flatMap(\.self) : nil
      default: return nil
      }
    }
    switch element.name {
    case _ where element["containerSize"] != nil: self = .count
    case "match", "equal", "stringMatch", "member", "contains":
      let place = children.firstIndex { $0.name == "variable" }
      guard children.count == 2, let place, let values = values(children[1 - place]) else {
        let written = element.all("baseValue").map(\.allText)
        self = .unknown(place == nil || written.isEmpty ? parts() : [.same(name, written)])
        return
      }
      switch (element.name, place) {
      case ("member", 0), ("contains", 1): self = .within(name, values)
      case ("member", _), ("contains", _):
        let all = values.map { Self.equal(Scoring.Value(response: name, text: $0)) }
        self = all.count == 1 ? all[0] : .all(all)
      default: self = .same(name, values)
      }
    case "isNull": self = .same(name, [])
    case "not": self = .not(parts().first ?? .unknown([]))
    case "and": self = .all(parts())
    case "or": self = .any(parts())
    case "gte", "gt", "lte", "lt":
      let isOwn = children.first?.name == "variable"
      let number = isOwn ? TypedNumber.value(of: element["baseValue"]?.allText ?? "") : nil
      self =
        number.map { .bound(name, $0, isLower: element.name.hasPrefix("g")) } ?? .unknown([])
    default: self = .unknown(parts())
    }
  }
}
