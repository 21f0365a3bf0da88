import QuizKit
import QuizSupport

/// A formula as MathML Core (<https://www.w3.org/TR/mathml-core/>), which browsers draw without a
/// script.
extension Maths {
  func mathML(isDisplayed: Bool) -> String {
    let kind = isDisplayed ? " display=\"block\" class=\"formula\"" : ""
    return "<math\(kind)>\(node.mathML)</math>"
  }
}

extension MathNode {
  fileprivate var mathML: String {
    switch self {
    case .sign(let text, let kind): return Self.sign(text, kind)
    case .operation(let text, let hasLimits):
      guard text.first?.isLetter == true else {
        return Self.element("mo", text, hasLimits ? "movablelimits=\"true\"" : "")
      }
      return Self.element("mi", text)
    case .text(let text): return Self.element("mtext", text.replacing(" ", with: "\u{A0}"))
    case .blank(let count): return "<mspace width=\"\(Double(count) * 0.3)em\"/>"
    case .row(let nodes): return Self.row(nodes)
    case .fraction(let upper, let lower, _):
      return "<mfrac>\(upper.group)\(lower.group)</mfrac>"
    case .binomial(let upper, let lower):
      return "<mrow><mo>(</mo><mfrac linethickness=\"0\">\(upper.group)\(lower.group)</mfrac>"
        + "<mo>)</mo></mrow>"
    case .root(let radicand, let degree):
      guard let degree else { return "<msqrt>\(radicand.group)</msqrt>" }
      return "<mroot>\(radicand.group)\(degree.group)</mroot>"
    case .scripted(let base, let scripts, let areLimits):
      return Self.scripted(base, scripts, areLimits: areLimits)
    case .accented(let node, let accent): return Self.accented(node, accent)
    case .braced(let node, let isBelow):
      return isBelow
        ? "<munder>\(node.group)<mo>⏟</mo></munder>" : "<mover>\(node.group)<mo>⏞</mo></mover>"
    case .fenced(let open, let node, let close):
      return "<mrow>\(Self.fence(open))\(node.group)\(Self.fence(close))</mrow>"
    case .grid(let grid): return Self.grid(grid)
    }
  }

  /// The part as one element.
  private var group: String {
    if case .row(let nodes) = self { return Self.row(nodes) }
    return mathML
  }

  private static func row(_ nodes: [MathNode]) -> String {
    nodes.count == 1 ? nodes[0].mathML : "<mrow>" + nodes.map(\.mathML).joined() + "</mrow>"
  }

  private static func element(_ name: String, _ text: String, _ attributes: String = "") -> String {
    let start = attributes.isEmpty ? name : name + " " + attributes
    return "<\(start)>\(HTML.escaped(text))</\(name)>"
  }

  private static func sign(_ text: String, _ kind: MathClass) -> String {
    switch kind {
    case .ordinary:
      if text.allSatisfy({ $0.isNumber || $0 == "." }) { return element("mn", text) }
      return element(text == "/" || text == "|" ? "mo" : "mi", text)
    case .opening, .closing: return element("mo", text, "stretchy=\"false\"")
    case .operation, .binary, .relation, .punctuation: return element("mo", text)
    }
  }

  private static func fence(_ sign: String) -> String {
    sign.isEmpty ? "" : element("mo", sign, "stretchy=\"true\"")
  }

  /// A base with its subscripts in one element and its superscripts in another.
  private static func scripted(
    _ base: MathNode, _ scripts: [MathScript], areLimits: Bool
  ) -> String {
    let lower = scripts.filter { !$0.isRaised }.map(\.node)
    let upper = scripts.filter(\.isRaised).map(\.node)
    var hasLimits = areLimits
    if case .operation(_, true) = base { hasLimits = true }
    let (below, above, both) =
      hasLimits ? ("munder", "mover", "munderover") : ("msub", "msup", "msubsup")
    let name = lower.isEmpty ? above : upper.isEmpty ? below : both
    let parts = [[base], lower, upper].filter { !$0.isEmpty }.map(row).joined()
    return lower.isEmpty && upper.isEmpty ? base.mathML : "<\(name)>\(parts)</\(name)>"
  }

  private static func accented(_ node: MathNode, _ accent: MathAccent) -> String {
    // MathML wants the spacing form of a combining mark.
    let signs: [Unicode.Scalar: String] = [
      "\u{302}": "^", "\u{303}": "~", "\u{304}": "¯", "\u{305}": "¯", "\u{306}": "˘",
      "\u{307}": "˙", "\u{308}": "¨", "\u{30A}": "˚", "\u{30C}": "ˇ", "\u{300}": "`",
      "\u{301}": "´", "\u{20D7}": "→", "\u{20D6}": "←", "\u{20DB}": "⃛",
    ]
    if accent.mark == "\u{332}" { return "<munder>\(node.group)<mo>_</mo></munder>" }
    let sign = element("mo", signs[accent.mark] ?? String(accent.mark), "stretchy=\"true\"")
    return "<mover accent=\"true\">\(node.group)\(sign)</mover>"
  }

  private static func grid(_ grid: MathGrid) -> String {
    let rows = grid.rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let align =
          switch grid.alignment(of: column) {
          case .leading: "left"
          case .centre: "center"
          case .trailing: "right"
          }
        return "<mtd style=\"text-align: \(align)\">\(cell.group)</mtd>"
      }
      return "<mtr>\(cells.joined())</mtr>"
    }
    let table = "<mtable>\(rows.joined())</mtable>"
    switch grid.kind {
    case .matrix(let open, let close): return "<mrow>\(fence(open))\(table)\(fence(close))</mrow>"
    case .cases: return "<mrow>\(fence("{"))\(table)</mrow>"
    case .aligned, .lines: return table
    }
  }
}
