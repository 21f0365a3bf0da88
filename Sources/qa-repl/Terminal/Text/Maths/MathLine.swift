import QuizSupport

/// A formula in one row.
extension MathNode {
  /// The part in one row.
  func line(_ style: MathStyle) -> String {
    switch self {
    case .sign(let text, _), .operation(let text, _), .text(let text): return text
    case .blank(let count): return String(repeating: " ", count: count)
    case .row(let nodes):
      return MathSpacing(nodes, style).parts.map {
        String(repeating: " ", count: $0.blanks) + $0.node.line(style)
      }.joined()
    case .fraction(let numerator, let denominator, _):
      return Self.fraction(numerator, denominator, style)
    case .binomial(let upper, let lower): return "C(\(upper.line(.tight)),\(lower.line(.tight)))"
    case .root(let radicand, let degree):
      return Self.rootSign(degree) + radicand.asFactor(unless: radicand.isAtom)
    case .scripted(let base, let scripts, _):
      return base.asBase(style) + scripts.map { $0.line(of: base) }.joined()
    case .accented(let node, let accent): return accent.line(node.line(.tight))
    case .braced(let node, _): return node.asFactor(unless: node.isAtom)
    case .fenced(let open, let node, let close): return open + node.line(style) + close
    case .grid(let grid): return grid.line(style)
    }
  }

  /// The root's sign with its degree.
  static func rootSign(_ degree: MathNode?) -> String {
    guard let degree = degree?.line(.script), !degree.isEmpty, degree != "2" else { return "√" }
    if degree == "3" { return "∛" }
    if degree == "4" { return "∜" }
    return (ScriptLetters(isRaised: true).text(degree) ?? "[\(degree)]") + "√"
  }

  private static func fraction(
    _ numerator: MathNode, _ denominator: MathNode, _ style: MathStyle
  ) -> String {
    if style != .script, numerator.isAtom, denominator.isAtom {
      return numerator.line(.tight) + "⁄" + denominator.line(.tight)
    }
    return numerator.asFactor(unless: numerator.isProduct) + "/"
      + denominator.asFactor(unless: denominator.isFactor)
  }

  /// The part in one row, in parentheses unless it is seen as a whole without them.
  private func asFactor(unless isWhole: Bool) -> String {
    let text = line(.tight)
    return isWhole && !text.contains(" ") || text.isInParentheses ? text : "(\(text))"
  }

  /// The part as the base of a script.
  private func asBase(_ style: MathStyle) -> String {
    switch unwrapped {
    case .fraction, .root: "(\(line(style)))"
    default: line(style)
    }
  }

  /// Whether the part is one letter or number.
  private var isAtom: Bool {
    switch unwrapped {
    case .sign(let text, .ordinary): text.count == 1 || text.allSatisfy(\.isNumber)
    case .accented(let node, _): node.isAtom
    default: false
    }
  }

  /// Whether the part is seen as one factor after a slash.
  private var isFactor: Bool {
    if isAtom { return true }
    switch unwrapped {
    case .sign(_, let kind): return kind == .ordinary
    case .scripted(let base, _, _): return base.isFactor
    case .accented, .text, .binomial, .root: return true
    case .fenced(let open, _, let close): return !open.isEmpty && !close.isEmpty
    case .row(let nodes):
      // The differential of a variable.
      guard nodes.count == 2, nodes[1].isFactor else { return false }
      switch nodes[0].unwrapped {
      case .sign("d", _), .sign("∂", _), .sign("Δ", _): return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether the part is seen as one before a slash.
  private var isProduct: Bool {
    var depth = 0
    return parts.allSatisfy { part in
      if case .sign(_, .opening) = part { depth += 1 }
      if part.isClosing { depth -= 1 }
      if depth > 0 { return true }
      switch part {
      case .sign(_, let kind): return kind == .ordinary || kind == .closing
      case .fenced, .text: return true
      case .scripted(let base, _, _): return base.isFactor || base.isClosing
      default: return part.isFactor
      }
    }
  }

  /// Whether the part is a closing parenthesis, with or without an exponent.
  private var isClosing: Bool {
    switch self {
    case .sign(let sign, .closing): sign != "!"
    case .scripted(let base, _, _): base.isClosing
    default: false
    }
  }
}

extension MathScript {
  /// Whether small characters exist for the whole script.
  var isSmall: Bool { small(node.line(.script)) != nil }

  private func small(_ text: String) -> String? {
    ScriptLetters(isRaised: isRaised).text(text)
      ?? (isRaised ? ScriptLetters.raisedSigns[text] : nil)
  }

  /// The script behind its base, in small characters where all of them exist.
  fileprivate func line(of base: MathNode) -> String {
    let text = node.line(.script)
    if text.isEmpty { return "" }
    if let small = small(text) { return small }
    let mark = isRaised ? "^" : "_"
    return text.count == 1 || text.isInParentheses ? mark + text : "\(mark)(\(text))"
  }
}

extension MathAccent {
  /// The text with the mark on each character.
  func line(_ text: String) -> String {
    String(
      text.flatMap { character in
        let marked = String(character) + String(mark)
        return character == " " ? " " : marked
      })
  }
}

extension MathGrid {
  /// The rows behind each other.
  fileprivate func line(_ style: MathStyle) -> String {
    switch kind {
    case .matrix(let open, let close): open + table + close
    case .cases: "{ " + listed(between: ", ") + " }"
    case .aligned: listed(between: " ")
    case .lines:
      rows.map { $0.map { $0.line(style) }.joined() }
        .joined(separator: style.isTight ? ", " : "; ")
    }
  }

  /// The rows of a matrix.
  private var table: String {
    let cells = rows.map { $0.map { $0.line(.tight) } }
    let isPlain = cells.allSatisfy { $0.allSatisfy { !$0.contains(" ") && !$0.isEmpty } }
    return cells.map { row in
      var text = ""
      for (column, cell) in row.enumerated() {
        let separator = lines.contains(column) ? " | " : isPlain ? " " : ", "
        text += (column > 0 ? separator : "") + cell
      }
      return text
    }.joined(separator: "; ")
  }

  /// The rows of several equations. One that goes on the one before it has no left side.
  private func listed(between separator: String) -> String {
    var text = ""
    for row in rows {
      let cells = row.map { $0.line(.text) }
      if !text.isEmpty {
        text += cells[0].isEmpty || ",;".contains(text.last ?? " ") ? " " : "; "
      }
      for (column, cell) in cells.enumerated() where !cell.isEmpty {
        let isFirst = cells[..<column].allSatisfy(\.isEmpty)
        text += (isFirst ? "" : text.last == "," ? " " : separator) + cell
      }
    }
    return text
  }
}

extension String {
  /// Whether a pair of parentheses stands around the whole text.
  fileprivate var isInParentheses: Bool {
    guard first == "(" else { return false }
    var depth = 0
    for (index, character) in zip(indices, self) {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth == 0 { return self.index(after: index) == endIndex }
    }
    return false
  }
}

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
