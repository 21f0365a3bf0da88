/// The body of an item of QTI 2: a text in which interactions stand, and feedback.
struct QTI2Body {
  /// A place where the person answers.
  struct Interaction {
    let element: MarkupElement
    var name: String { element.name }
    var response: String { element.attributes["responseIdentifier"] ?? "" }
  }

  private(set) var interactions: [Interaction] = []
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

  /// Characters that stand for an interaction in the text. No text has them: they are for private
  /// use.
  private static let mark = "\u{F8F0}"

  init(_ body: MarkupElement?, _ material: QTIMaterial) {
    self.material = material
    if let body { html = take(body) }
  }

  /// The text before, between and after the interactions, with the blanks around them.
  var piecesWithBlanks: [String] {
    material.text(ofHTML: html)
      .split(separator: Character(Self.mark), omittingEmptySubsequences: false)
      .map { String($0) }
  }

  private var pieces: [String] { piecesWithBlanks.map { FieldText.make($0) } }

  /// The text without the interactions.
  var text: String { pieces.filter { !$0.isEmpty }.joined(separator: "\n") }

  /// The text, with a line where the interaction stands inside of a sentence.
  var textWithBlank: String {
    let pieces = pieces
    guard pieces.count == 2, !pieces[1].isEmpty else { return text }
    return pieces[0].isEmpty ? "_____ " + pieces[1] : pieces[0] + " _____ " + pieces[1]
  }

  /// The contents of an element as HTML, with marks in the place of interactions.
  private mutating func take(_ element: MarkupElement) -> String {
    var html = ""
    for node in element.nodes {
      switch node {
      case .text: html += QTIMaterial.html(inside: MarkupElement(element.name, node))
      case .element(let child): html += takeElement(child)
      }
    }
    return html
  }

  private mutating func takeElement(_ element: MarkupElement) -> String {
    switch element.name {
    case "endAttemptInteraction", "stylesheet", "templateBlock", "templateInline", "infoControl",
      "templateBlockFeedback", "catalogInfo", "companionMaterialsInfo":
      return ""
    case "rubricBlock":
      return (element.attributes["view"] ?? "candidate").contains("candidate") ? take(element) : ""
    case "printedVariable":
      hasVariables = true
      return ""
    case "feedbackBlock", "feedbackInline":
      feedbackDepth += 1
      defer { feedbackDepth -= 1 }
      // Each level looks at all that is in it.
      if feedbackDepth > Self.mostFeedback { return take(element) }
      if element.first("printedVariable") != nil { hasVariables = true }
      if Self.hasInteraction(element) { return take(element) }
      let text = material.text(ofElements: element)
      if !text.isEmpty, !feedback.contains(text) { feedback.append(text) }
      return ""
    case let name where name.hasSuffix("Interaction"): return mark(element)
    case "img", "br", "hr": return QTIMaterial.html(of: element)
    case "object", "audio", "video", "source":
      let isNamed = (element.attributes["data"] ?? element.attributes["src"] ?? "") != ""
      return isNamed ? QTIMaterial.html(of: element) : take(element)
    case "math" where !isInFormula:
      if !Self.hasVariable(element) { return QTIMaterial.html(of: element) }
      isInFormula = true
      defer { isInFormula = false }
      return take(element)
    default: return "<\(element.name)>\(take(element))</\(element.name)>"
    }
  }

  private mutating func mark(_ interaction: MarkupElement) -> String {
    interactions.append(Interaction(element: interaction))
    let prompt = interaction["prompt"].map { "<p>\(QTIMaterial.html(inside: $0))</p>" } ?? ""
    return prompt + Self.mark
  }

  private static func hasInteraction(_ element: MarkupElement) -> Bool {
    var found = false
    element.visit { child in
      found = found || child.name.hasSuffix("Interaction")
      return !found
    }
    return found
  }

  /// Whether a formula has values that are computed.
  private static func hasVariable(_ element: MarkupElement) -> Bool {
    element.first("printedVariable") != nil
  }
}

extension MarkupElement {
  /// An element with a single node.
  fileprivate init(_ name: String, _ node: Node) {
    self.init(name: name, line: 0, nodes: [node])
  }
}
