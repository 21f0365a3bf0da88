/// Reads the source of a formula as LaTeX does.
struct MathParser {
  /// What ends a sequence of parts.
  enum Ending {
    case source, group, option, fence
    /// A cell ends at `&`, `\\` or `\end`.
    case cell
    /// A line of a group ends at `\\` or with the group.
    case line
  }

  /// How deep groups may be nested.
  private static let deepest = 40

  var cursor: MathCursor
  var font: MathFont?
  private var depth = 0

  init(_ source: String) { cursor = MathCursor(source) }

  /// The whole formula.
  static func read(_ source: String) throws(UnknownMaths) -> MathNode {
    var parser = MathParser(source)
    return .row(try parser.sequence(until: .source).nodes)
  }

  /// The parts up to the end, and the token that ended them.
  mutating func sequence(until ending: Ending) throws(UnknownMaths)
    -> (nodes: [MathNode], end: MathCursor.Token?)
  {
    guard depth < Self.deepest else { throw UnknownMaths() }
    depth += 1
    let outerFont = font
    defer {
      depth -= 1
      font = outerFont
    }
    var nodes: [MathNode] = []
    var beforeInfix: (nodes: [MathNode], isBinomial: Bool)?
    while true {
      let token = cursor.token()
      if Self.ends(token, ending) {
        guard let before = beforeInfix else { return (nodes, token) }
        let parts = (MathNode.row(before.nodes), MathNode.row(nodes))
        let node: MathNode =
          before.isBinomial
          ? .binomial(parts.0, parts.1) : .fraction(parts.0, parts.1, .usual)
        return ([node], token)
      }
      guard let token else { throw UnknownMaths() }
      switch (token, command(token)) {
      case (.character("^"), _): try attachScript(isRaised: true, to: &nodes)
      case (.character("_"), _): try attachScript(isRaised: false, to: &nodes)
      case (.character("'"), _): attachPrimes(to: &nodes)
      case (_, .limits(let areLimits)):
        guard case .operation(let sign, _)? = nodes.last else { throw UnknownMaths() }
        nodes[nodes.count - 1] = .operation(sign, hasLimits: areLimits)
      case (_, .fontSwitch(let chosen)): font = chosen
      case (_, .infixFraction), (_, .infixBinomial):
        guard beforeInfix == nil else { throw UnknownMaths() }
        if case .infixBinomial? = command(token) {
          beforeInfix = (nodes, true)
        } else {
          beforeInfix = (nodes, false)
        }
        nodes = []
      case (_, .nothing): break
      default: nodes.append(try part(token, isArgument: false))
      }
    }
  }

  private static func ends(_ token: MathCursor.Token?, _ ending: Ending) -> Bool {
    switch ending {
    case .source: token == nil
    case .group: token == .character("}")
    case .option: token == .character("]")
    case .fence: token == .command("right")
    case .line: token == .rowEnd || token == .character("}")
    case .cell: token == .cellEnd || token == .rowEnd || token == .command("end")
    }
  }

  private func command(_ token: MathCursor.Token) -> MathCommand? {
    if case .command(let name) = token { MathCommand(named: name) } else { nil }
  }

  /// The argument of a command: a group, or one sign.
  mutating func argument() throws(UnknownMaths) -> MathNode {
    guard let token = cursor.token() else { throw UnknownMaths() }
    return try part(token, isArgument: true)
  }

  /// The part that begins with the token.
  ///
  /// - Parameter isArgument: Whether one digit is the whole part.
  private mutating func part(_ token: MathCursor.Token, isArgument: Bool) throws(UnknownMaths)
    -> MathNode
  {
    switch token {
    case .character("{"): return .row(try sequence(until: .group).nodes)
    case .character(let character):
      if character.isASCIIDigit {
        let digits = String(character) + (isArgument ? "" : cursor.restOfNumber())
        return .sign(digits.map { font?.letter($0) ?? String($0) }.joined(), .ordinary)
      }
      return try sign(character)
    case .command(let name):
      guard let command = MathCommand(named: name) else { throw UnknownMaths() }
      // Arguments without braces may follow each other: `\sqrt\sqrt\sqrt x`.
      guard depth < Self.deepest else { throw UnknownMaths() }
      depth += 1
      defer { depth -= 1 }
      return try node(command)
    case .cellEnd, .rowEnd: throw UnknownMaths()
    }
  }

  private func sign(_ character: Character) throws(UnknownMaths) -> MathNode {
    if character.isLetter || (character.isNumber && !character.isASCII) {
      return .sign(font?.letter(character) ?? String(character), .ordinary)
    }
    switch character {
    case "-": return .sign("−", .binary)
    case "~": return .blank(1)
    default:
      guard let kind = MathCommand.kind(of: character) else { throw UnknownMaths() }
      return .sign(String(character), kind)
    }
  }

  // MARK: Scripts

  private mutating func attachScript(isRaised: Bool, to nodes: inout [MathNode])
    throws(UnknownMaths)
  {
    let script = MathScript(isRaised: isRaised, node: try argument())
    try attach(script, to: &nodes)
  }

  private func attach(_ script: MathScript, to nodes: inout [MathNode]) throws(UnknownMaths) {
    let last = nodes.popLast()
    switch last {
    case .scripted(let base, let scripts, let areLimits)?:
      let isTwice = scripts.contains { $0.isRaised == script.isRaised && !$0.isPrime }
      guard !isTwice else { throw UnknownMaths() }
      nodes.append(.scripted(base, scripts + [script], areLimits: areLimits))
    case .blank?, nil:
      if let last { nodes.append(last) }
      nodes.append(.scripted(.row([]), [script], areLimits: false))
    case .operation(_, let hasLimits)?:
      nodes.append(.scripted(last ?? .row([]), [script], areLimits: hasLimits))
    case .braced?: nodes.append(.scripted(last ?? .row([]), [script], areLimits: true))
    case let base?: nodes.append(.scripted(base, [script], areLimits: false))
    }
  }

  private mutating func attachPrimes(to nodes: inout [MathNode]) {
    var count = 1
    while cursor.take("'") { count += 1 }
    let primes = ["", "′", "″", "‴"]
    let sign =
      count < primes.count ? primes[count] : String(repeating: "′", count: count)
    let base = nodes.popLast() ?? .row([])
    let script = MathScript(isRaised: true, node: .sign(sign, .ordinary))
    if case .scripted(let inner, let scripts, let areLimits) = base {
      nodes.append(.scripted(inner, scripts + [script], areLimits: areLimits))
    } else {
      nodes.append(.scripted(base, [script], areLimits: false))
    }
  }
}

extension MathScript {
  fileprivate var isPrime: Bool {
    if case .sign(let sign, _) = node.unwrapped { sign.allSatisfy("′″‴".contains) } else { false }
  }
}
