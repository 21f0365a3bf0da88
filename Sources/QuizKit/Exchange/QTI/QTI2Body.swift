import QuizSupport

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
    if let body { take(body) }
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

  /// Adds the contents of an element as HTML, with marks in the place of interactions.
  private mutating func take(_ element: MarkupElement) {
    for node in element.nodes {
      switch node {
      case .text: html += QTIMaterial.html(inside: MarkupElement(element.name, node))
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
    case let name where name.hasSuffix("Interaction"): mark(element)
    case "img", "br", "hr": html += QTIMaterial.html(of: element)
    case "object", "audio", "video", "source":
      let file = element.attributes["data"] ?? element.attributes["src"] ?? ""
      if file.isEmpty { take(element) } else { html += QTIMaterial.html(of: element) }
    case "math" where !isInFormula:
      // The values that are computed are left out of a formula, which has no source then.
      if element.first("printedVariable") == nil {
        html += QTIMaterial.html(of: element)
      } else {
        isInFormula = true
        take(element)
        isInFormula = false
      }
    default:
      html += "<\(element.name)>"
      take(element)
      html += "</\(element.name)>"
    }
  }

  private mutating func takeFeedback(_ element: MarkupElement) {
    feedbackDepth += 1
    defer { feedbackDepth -= 1 }
    // Each level looks at all that is in it.
    if feedbackDepth > Self.mostFeedback { return take(element) }
    if element.first("printedVariable") != nil { hasVariables = true }
    if Self.hasInteraction(element) { return take(element) }
    let text = material.text(ofElements: element)
    if !text.isEmpty, !feedback.contains(text) { feedback.append(text) }
  }

  private mutating func mark(_ interaction: MarkupElement) {
    interactions.append(Interaction(element: interaction))
    if let prompt = interaction["prompt"] { html += "<p>\(QTIMaterial.html(inside: prompt))</p>" }
    html += Self.mark
  }

  private static func hasInteraction(_ element: MarkupElement) -> Bool {
    var found = false
    element.visit { child in
      found = found || child.name.hasSuffix("Interaction")
      return !found
    }
    return found
  }
}

extension MarkupElement {
  /// An element with a single node.
  fileprivate init(_ name: String, _ node: Node) {
    self.init(name: name, line: 0, nodes: [node])
  }
}
