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

extension MathParser {
  /// An environment whose `\begin` was taken.
  mutating func environment() throws(UnknownMaths) -> MathNode {
    let name = try cursor.group()
    let plain = name.hasSuffix("*") ? String(name.dropLast()) : name
    guard let kind = Self.kinds[plain] else { throw UnknownMaths() }
    var grid = MathGrid(kind: kind)
    if plain == "array" {
      try readColumns(cursor.group(), into: &grid)
    } else if plain.hasPrefix("alignat") || plain == "alignedat" {
      _ = try cursor.group()
    }
    try readRows(into: &grid, until: name)
    if kind == .aligned, grid.rows.count == 1, grid.rows[0].count == 1 { return grid.rows[0][0] }
    return .grid(grid)
  }

  /// Lines above each other, in a group.
  mutating func lines() throws(UnknownMaths) -> MathNode {
    cursor.skipBlanks()
    guard cursor.take("{") else { throw UnknownMaths() }
    var grid = MathGrid(kind: .lines)
    while true {
      let (nodes, end) = try sequence(until: .line)
      grid.rows.append([.row(nodes)])
      if end != .rowEnd { return .grid(grid) }
      cursor.skipDistance()
    }
  }

  private mutating func readRows(into grid: inout MathGrid, until name: String)
    throws(UnknownMaths)
  {
    var row: [MathNode] = []
    while true {
      let (nodes, end) = try sequence(until: .cell)
      row.append(.row(nodes))
      if end == .cellEnd { continue }
      // A line break after the last row begins no row.
      let isEmpty = row.allSatisfy { $0 == .row([]) }
      if end == .rowEnd || !isEmpty || grid.rows.isEmpty { grid.rows.append(row) }
      row = []
      cursor.skipDistance()
      guard end != .rowEnd else { continue }
      guard try cursor.group() == name else { throw UnknownMaths() }
      return
    }
  }

  /// The letters and lines that say how the columns of an array are aligned.
  private func readColumns(_ source: String, into grid: inout MathGrid) throws(UnknownMaths) {
    for character in source where !character.isWhitespace {
      switch character {
      case "l": grid.alignments.append(.leading)
      case "c": grid.alignments.append(.centre)
      case "r": grid.alignments.append(.trailing)
      case "|": grid.lines.insert(grid.alignments.count)
      default: throw UnknownMaths()
      }
    }
  }

  private static let kinds: [String: MathGrid.Kind] = [
    "matrix": .matrix("", ""), "smallmatrix": .matrix("", ""), "array": .matrix("", ""),
    "pmatrix": .matrix("(", ")"), "bmatrix": .matrix("[", "]"), "Bmatrix": .matrix("{", "}"),
    "vmatrix": .matrix("|", "|"), "Vmatrix": .matrix("‖", "‖"), "cases": .cases,
    "dcases": .cases, "aligned": .aligned, "align": .aligned, "split": .aligned,
    "gathered": .lines, "gather": .lines, "multline": .lines, "equation": .aligned,
    "displaymath": .aligned, "alignat": .aligned, "alignedat": .aligned,
  ]
}

/// Rows of cells: a matrix, cases, or aligned equations.
struct MathGrid: Equatable {
  enum Kind: Equatable {
    /// A matrix between two delimiters, which may be empty.
    case matrix(String, String)
    case cases
    case aligned
    /// Lines above each other, such as several conditions below a sum.
    case lines
  }

  enum Alignment: Equatable {
    case leading, centre, trailing
  }

  var kind: Kind
  /// The cells of each row. Rows may have fewer cells than others.
  var rows: [[MathNode]] = []
  /// How the columns of an array are aligned; empty for the usual alignment.
  var alignments: [Alignment] = []
  /// The columns of an array before which a line stands.
  var lines: Set<Int> = []

  /// How a column is aligned.
  func alignment(of column: Int) -> Alignment {
    if column < alignments.count { return alignments[column] }
    switch kind {
    case .matrix, .lines: return .centre
    case .cases: return .leading
    case .aligned: return column.isMultiple(of: 2) ? .trailing : .leading
    }
  }

  /// The cells between a column and the one before it.
  func gap(before column: Int) -> Int {
    switch kind {
    case .matrix, .cases, .lines: 2
    case .aligned: column.isMultiple(of: 2) ? 3 : 1
    }
  }
}

/// Something that `Maths` does not know.
struct UnknownMaths: Error {}

/// Reads the source of a formula from left to right.
struct MathCursor {
  enum Token: Equatable {
    case character(Character)
    case command(String)
    /// `&`, which ends a cell of a table.
    case cellEnd
    /// `\\`, which ends a row of a table.
    case rowEnd
  }

  private let characters: [Character]
  private var index = 0

  init(_ source: String) { characters = Array(source) }

  /// The next character; `nil` at the end.
  var following: Character? { index < characters.count ? characters[index] : nil }

  /// The character before the next one.
  private var preceding: Character? { index > 0 ? characters[index - 1] : nil }

  mutating func skipBlanks() {
    while following?.isWhitespace == true { index += 1 }
  }

  /// Takes the character if it is the next one.
  mutating func take(_ character: Character) -> Bool {
    guard following == character else { return false }
    index += 1
    return true
  }

  /// The next token after blanks; `nil` at the end.
  mutating func token() -> Token? {
    skipBlanks()
    guard let character = following else { return nil }
    index += 1
    switch character {
    case "&": return entity().map(Token.character) ?? .cellEnd
    case "\\": return command()
    default: return .character(character)
    }
  }

  /// The token without taking it.
  var nextToken: Token? {
    var copy = self
    return copy.token()
  }

  private mutating func command() -> Token {
    guard let first = following else { return .command("") }
    if first == "\\" {
      index += 1
      return .rowEnd
    }
    guard first.isASCII, first.isLetter else {
      index += 1
      return .command(first.isWhitespace ? " " : String(first))
    }
    let start = index
    while let letter = following, letter.isASCII, letter.isLetter { index += 1 }
    return .command(String(characters[start..<index]))
  }

  // A table for the same reason as the delimiters of ``MathSpan``.
  private static let entities: [(name: String, sign: Character)] = [("lt;", "<"), ("gt;", ">")]

  /// A sign that is written as in HTML; `nil` for the end of a cell, which may be written so too.
  private mutating func entity() -> Character? {
    for (name, sign) in Self.entities where characters[index...].starts(with: name) {
      index += name.count
      return sign
    }
    if characters[index...].starts(with: "amp;") { index += 4 }
    return nil
  }

  /// The rest of a number whose first digit was taken. A point or comma belongs to it between two
  /// digits.
  mutating func restOfNumber() -> String {
    let start = index
    while let character = following {
      let isSeparator =
        (character == "." || character == ",") && preceding?.isASCIIDigit == true
        && index + 1 < characters.count && characters[index + 1].isASCIIDigit
      guard character.isASCIIDigit || isSeparator else { break }
      index += 1
    }
    return String(characters[start..<index])
  }

  /// The source of a group in braces, without the braces.
  mutating func group() throws(UnknownMaths) -> String {
    skipBlanks()
    guard take("{") else { throw UnknownMaths() }
    let start = index
    var depth = 1
    while let character = following {
      index += 1
      switch character {
      case "\\": index = min(index + 1, characters.count)
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      if depth == 0 { return String(characters[start..<(index - 1)]) }
    }
    throw UnknownMaths()
  }

  /// Passes over the distance that may follow `\\`, such as `[2pt]`.
  mutating func skipDistance() {
    guard following == "[",
      let end = characters[index...].prefix(9).firstIndex(of: "]"),
      characters[index..<end].suffix(2).allSatisfy(\.isLetter),
      characters[index..<end].contains(where: \.isASCIIDigit)
    else { return }
    index = end + 1
  }
}

extension Character {
  /// Whether it is a digit of ASCII.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// A font of letters in a formula that means something. Unicode has the letters as characters.
enum MathFont {
  case roman, bold, doubleStruck, script, fraktur

  /// The letter in this font; the letter itself where the font has none.
  func letter(_ letter: Character) -> String {
    if let exception = exceptions[letter] { return String(exception) }
    guard self != .roman, letter.unicodeScalars.count == 1,
      let value = letter.unicodeScalars.first?.value,
      let start = beginnings.first(where: { $0.letters.contains(value) }),
      let scalar = Unicode.Scalar(start.first + value - start.letters.lowerBound)
    else { return String(letter) }
    return String(scalar)
  }

  private typealias Beginning = (letters: ClosedRange<UInt32>, first: UInt32)

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  /// Where the letters of the font begin in the block of mathematical letters.
  private var beginnings: [Beginning] {
    switch self {
    case .roman: []
    case .bold: Self.boldBeginnings
    case .doubleStruck: Self.doubleStruckBeginnings
    case .script: [(Self.capitals, 0x1D49C), (Self.small, 0x1D4B6)]
    case .fraktur: [(Self.capitals, 0x1D504), (Self.small, 0x1D51E)]
    }
  }

  private static let boldBeginnings: [Beginning] = [
    (capitals, 0x1D400), (small, 0x1D41A), (digits, 0x1D7CE), (0x391...0x3A9, 0x1D6A8),
    (0x3B1...0x3C9, 0x1D6C2),
  ]

  private static let doubleStruckBeginnings: [Beginning] = [
    (capitals, 0x1D538), (small, 0x1D552), (digits, 0x1D7D8),
  ]

  /// The letters that Unicode had before that block.
  private var exceptions: [Character: Character] {
    switch self {
    case .roman, .bold: [:]
    case .doubleStruck: Self.doubleStruckLetters
    case .script: Self.scriptLetters
    case .fraktur: Self.frakturLetters
    }
  }

  private static let doubleStruckLetters = pairs("CHNPQRZ", "ℂℍℕℙℚℝℤ")
  private static let scriptLetters = pairs("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ")
  private static let frakturLetters = pairs("CHIRZ", "ℭℌℑℜℨ")

  private static func pairs(_ plain: String, _ drawn: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, drawn))
  }
}
