/// A part of a formula.
indirect enum MathNode: Equatable {
  /// A letter, a number or a sign.
  case sign(String, MathClass)
  /// A large sign such as `∑`, or the name of a function. Its bounds go below and above it in a
  /// displayed formula if `hasLimits`.
  case operation(String, hasLimits: Bool)
  /// Upright words, with their blanks.
  case text(String)
  case blank(Int)
  case row([MathNode])
  case fraction(MathNode, MathNode, MathSize)
  case binomial(MathNode, MathNode)
  case root(MathNode, degree: MathNode?)
  /// A part with its subscripts and superscripts, in the order of the source.
  case scripted(MathNode, [MathScript], areLimits: Bool)
  case accented(MathNode, MathAccent)
  /// A part with a brace along it.
  case braced(MathNode, isBelow: Bool)
  /// A part between delimiters that grow with it. A delimiter may be empty.
  case fenced(String, MathNode, String)
  case grid(MathGrid)

  /// The only part of a group, or the part itself.
  var unwrapped: MathNode {
    if case .row(let nodes) = self, nodes.count == 1 { return nodes[0].unwrapped }
    return self
  }

  /// The parts of a group, or the part alone.
  var parts: [MathNode] {
    if case .row(let nodes) = unwrapped { return nodes }
    return [unwrapped]
  }
}

/// A subscript or a superscript.
struct MathScript: Equatable {
  let isRaised: Bool
  let node: MathNode
}

/// The size that a fraction asks for: `\frac` is large in a displayed formula, `\dfrac` everywhere
/// and `\tfrac` nowhere.
enum MathSize {
  case usual, large, small
}

/// A mark above every character of a part.
struct MathAccent: Equatable {
  let mark: Unicode.Scalar

  /// Whether it is a line above the part.
  var isOverline: Bool { mark == "\u{304}" || mark == "\u{305}" }
}

/// How much room a part of a formula has.
enum MathStyle {
  /// Several rows may be used.
  case display
  /// One row, with blanks around operators.
  case text
  /// One row without blanks around operators.
  case tight
  /// A subscript or a superscript.
  case script

  var isTight: Bool { self == .tight || self == .script }
}
