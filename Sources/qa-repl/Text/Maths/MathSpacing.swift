/// The class of a part of a formula. The distances depend on it, as in TeX.
enum MathClass {
  case ordinary, operation, binary, relation, opening, closing, punctuation
}

/// A part of a row and the blanks before it.
struct SpacedMath {
  let node: MathNode
  let blanks: Int
}

/// Puts blanks between the parts of a row (The TeXbook, chapter 18: the table of atoms). A
/// distance of any size is one blank.
struct MathSpacing {
  private let style: MathStyle
  private(set) var parts: [SpacedMath] = []
  /// The class at the right edge of the part before; `nil` at the beginning.
  private var previous: MathClass?
  private var previousNode: MathNode?
  /// Whether the part before is the sign of a number, which stays at it.
  private var isAfterSign = false
  /// The blanks that the source asks for.
  private var asked = 0

  init(_ nodes: [MathNode], _ style: MathStyle) {
    self.style = style
    let following = Self.following(nodes)
    for (node, next) in zip(nodes, following) {
      if case .blank(let count) = node { asked += count } else { add(node, before: next) }
    }
  }

  /// For each node the class of the part after it.
  private static func following(_ nodes: [MathNode]) -> [MathClass?] {
    var result: [MathClass?] = []
    var next: MathClass?
    for node in nodes.reversed() {
      result.append(next)
      if case .blank = node { continue }
      next = node.edges.left
    }
    return result.reversed()
  }

  private mutating func add(_ node: MathNode, before next: MathClass?) {
    var (left, right) = node.edges
    let isAtBeginning = [nil, .binary, .relation, .opening, .punctuation, .operation]
      .contains(previous)
    if case .sign("|", .ordinary) = node {
      left = isAtBeginning ? .opening : .closing
      right = left
    }
    var isSign = false
    if left == .binary, isAtBeginning || [nil, .relation, .closing, .punctuation].contains(next) {
      (left, right) = (.ordinary, .ordinary)
      isSign = isAtBeginning
    }
    var blanks = 0
    if let previous, let previousNode {
      blanks = Self.isSpaced(previous, left, isTight: style.isTight) ? 1 : 0
      let isSeparate =
        previousNode.standsApartAfter && [.ordinary, .operation, .opening].contains(left)
        || previousNode.isLargeSign && left == .opening
        || node.standsApart && [.ordinary, .closing].contains(previous)
      if isSeparate { blanks = 1 }
      // The line of a fraction must not seem to be a part of the minus before it.
      let isAtLine = style == .display && node.standsApart
      if (isAfterSign && !isAtLine) || previousNode.endsWithBlank || node.beginsWithBlank {
        blanks = 0
      }
      blanks = max(blanks, asked)
    }
    parts.append(SpacedMath(node: node, blanks: blanks))
    (previous, previousNode, isAfterSign, asked) = (right, node, isSign, 0)
  }

  private static func isSpaced(_ left: MathClass, _ right: MathClass, isTight: Bool) -> Bool {
    switch (left, right) {
    case (.operation, .operation), (.operation, .ordinary), (.ordinary, .operation),
      (.closing, .operation):
      true
    case (.opening, _), (_, .closing), (_, .punctuation): false
    case (.punctuation, _): !isTight
    case (.relation, .relation): false
    case (.relation, _), (_, .relation), (.binary, _), (_, .binary): !isTight
    default: false
    }
  }
}

extension MathNode {
  /// The classes at the two edges.
  fileprivate var edges: (left: MathClass, right: MathClass) {
    switch self {
    case .sign(_, let kind): (kind, kind)
    case .operation: (.operation, .operation)
    case .scripted(let base, _, _): base.edges
    case .fenced: (.opening, .closing)
    case .grid(let grid):
      if case .matrix("", "") = grid.kind { (.ordinary, .ordinary) } else { (.opening, .closing) }
    default: (.ordinary, .ordinary)
    }
  }

  /// Whether a factor before it would seem to be a part of it.
  fileprivate var standsApart: Bool {
    switch unwrapped {
    case .fraction, .binomial: true
    case .scripted(let base, _, _): base.standsApart
    default: false
    }
  }

  /// Whether a factor after it would seem to be a part of it.
  fileprivate var standsApartAfter: Bool {
    switch unwrapped {
    case .fraction, .binomial, .root: return true
    case .scripted(_, let scripts, _):
      guard let last = scripts.last, case .sign(let sign, _) = last.node.unwrapped else {
        return false
      }
      return sign.count == 1 && ScriptLetters(isRaised: last.isRaised).text(sign) == nil
    default: return false
    }
  }

  /// Whether it is a sign such as `∑`, with or without bounds.
  fileprivate var isLargeSign: Bool {
    switch self {
    case .operation(let sign, _): sign.first?.isLetter == false
    case .scripted(let base, _, _): base.isLargeSign
    default: false
    }
  }

  fileprivate var endsWithBlank: Bool {
    if case .text(let text) = self { text.last == " " } else { false }
  }

  fileprivate var beginsWithBlank: Bool {
    if case .text(let text) = self { text.first == " " } else { false }
  }
}
