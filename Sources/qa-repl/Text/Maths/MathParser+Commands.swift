extension MathParser {
  /// The part that a command stands for, with its arguments.
  mutating func node(_ command: MathCommand) throws(UnknownMaths) -> MathNode {
    switch command {
    case .sign(let sign, let kind):
      guard let letter = sign.first, sign.count == 1, letter.isLetter else {
        return .sign(sign, kind)
      }
      return .sign(font?.letter(letter) ?? sign, kind)
    case .operation(let sign, let hasLimits): return .operation(sign, hasLimits: hasLimits)
    case .blank(let count): return .blank(count)
    case .accent(let accent): return .accented(try argument(), accent)
    case .font(let chosen):
      let outer = font
      defer { font = outer }
      font = chosen
      return try argument()
    case .words: return try words(cursor.group())
    case .operatorName:
      let hasLimits = cursor.take("*")
      return .operation(try operatorName(cursor.group()), hasLimits: hasLimits)
    case .fraction(let size): return .fraction(try argument(), try argument(), size)
    case .binomial: return .binomial(try argument(), try argument())
    case .root:
      cursor.skipBlanks()
      let degree: MathNode? =
        cursor.take("[") ? .row(try sequence(until: .option).nodes) : nil
      return .root(try argument(), degree: degree)
    case .stacked(let isAbove):
      let script = MathScript(isRaised: isAbove, node: try argument())
      return .scripted(try argument().unwrapped, [script], areLimits: true)
    case .brace(let isBelow): return .braced(try argument(), isBelow: isBelow)
    case .labelledArrow(let start, let end):
      // A text below the arrow is an option in brackets.
      guard cursor.following != "[" else { throw UnknownMaths() }
      let label = try argument()
      return .sign(start + label.line(.script) + end, .relation)
    case .negation: return try negated(argument())
    case .delimiter(let kind):
      let sign = try delimiter()
      return .sign(sign, kind ?? sign.first.flatMap(MathCommand.kind(of:)) ?? .ordinary)
    case .fence:
      let open = try delimiter()
      let inner = try sequence(until: .fence).nodes
      return fenced(open, .row(inner), try delimiter())
    case .fenceMiddle: return .sign(try delimiter(), .relation)
    case .lines: return try lines()
    case .environment: return try environment()
    case .remainder(let isParenthesised):
      guard isParenthesised else { return .text(" mod ") }
      return .row([.text(" (mod "), try argument(), .sign(")", .closing)])
    case .fontSwitch, .infixFraction, .infixBinomial, .fenceEnd, .environmentEnd, .limits,
      .nothing:
      throw UnknownMaths()
    }
  }

  /// A part between two delimiters. An array behind a single brace has cases.
  private func fenced(_ open: String, _ inner: MathNode, _ close: String) -> MathNode {
    if open == "{", close.isEmpty, case .grid(var grid) = inner.unwrapped,
      grid.kind == .matrix("", "")
    {
      grid.kind = .cases
      return .grid(grid)
    }
    return .fenced(open, inner, close)
  }

  /// The sign of a delimiter; empty for the point that stands for none.
  private mutating func delimiter() throws(UnknownMaths) -> String {
    switch cursor.token() {
    case .character("."): return ""
    case .character("<"): return "⟨"
    case .character(">"): return "⟩"
    case .character(let character) where "()[]|/".contains(character): return String(character)
    case .command(let name):
      guard case .sign(let sign, _)? = MathCommand(named: name), sign.count == 1,
        sign.first?.isLetter == false
      else { throw UnknownMaths() }
      return sign
    default: throw UnknownMaths()
    }
  }

  /// Words with their blanks. They may contain maths between dollar signs.
  private func words(_ source: String) throws(UnknownMaths) -> MathNode {
    var parts: [MathNode] = []
    var text = ""
    var rest = source[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let escaped = rest.popFirst(), "%$#&_{} ".contains(escaped) else {
          throw UnknownMaths()
        }
        text.append(escaped)
      case "$":
        guard let end = rest.firstIndex(of: "$") else { throw UnknownMaths() }
        parts += [.text(text), try inner(String(rest[..<end]))]
        text = ""
        rest = rest[rest.index(after: end)...]
      case "{", "}", "^", "&": throw UnknownMaths()
      default: text.append(character == "~" || character.isWhitespace ? " " : character)
      }
    }
    if parts.isEmpty { return .text(text) }
    return .row(parts + [.text(text)])
  }

  /// A formula within the words of another formula.
  private func inner(_ source: String) throws(UnknownMaths) -> MathNode {
    var parser = self
    parser.cursor = MathCursor(source)
    return .row(try parser.sequence(until: .source).nodes)
  }

  private func operatorName(_ source: String) throws(UnknownMaths) -> String {
    let name = source.replacing("\\,", with: " ")
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
    else { throw UnknownMaths() }
    return name
  }

  private func negated(_ node: MathNode) throws(UnknownMaths) -> MathNode {
    guard case .sign(let sign, let kind) = node.unwrapped else { throw UnknownMaths() }
    return .sign(Self.negations[sign] ?? sign + "\u{338}", kind)
  }

  private static let negations = [
    "=": "≠", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "∈": "∉", "∋": "∌", "⊂": "⊄", "⊃": "⊅",
    "⊆": "⊈", "⊇": "⊉", "≡": "≢", "∼": "≁", "≈": "≉", "≅": "≇", "∃": "∄", "|": "∤", "∥": "∦",
    "→": "↛", "⇒": "⇏", "⇔": "⇎",
  ]
}
