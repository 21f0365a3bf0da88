import QuizSupport

/// The inside of a paragraph, a cell or an item: emphasis, code, formulas, links, images, HTML,
/// references.
struct InlineText {
  enum Piece {
    case text(String)
    case code(String, source: String)
    case delimiter(Delimiter)
    /// The character that a reference such as `&lt;` stands for.
    case reference(String, source: String)
    case tag(name: String, isEnd: Bool, source: String)
    case link(InlineText, address: String)
    /// A formula without anything unknown in it.
    case formula(Maths, source: String, isDisplayed: Bool)
    /// An image, by what it shows or the name of its file.
    case image(String)
  }

  var pieces: [Piece]
  /// How the style changes before each piece and at the end.
  var changes: [InlineStyle.Depth]

  /// - Parameters:
  ///   - isWhole: Whether there is nothing before or after the text. At the edges of other texts
  ///     `<br>` is dropped.
  ///   - isInLink: Whether it is the text of a link, in which there are no links.
  init(_ text: String, isWhole: Bool = true, isInLink: Bool = false) {
    pieces = InlineReader.pieces(of: text, isInLink: isInLink)
    changes = []
    // The question may be about the reference itself.
    if pieces.count == 1, case .reference(let character, let source) = pieces[0],
      character.allSatisfy({ $0.isWhitespace || "<>&\"'".contains($0) })
    {
      pieces[0] = .text(source)
    }
    changes = Array(repeating: InlineStyle.Depth(), count: pieces.count + 1)
    matchDelimiters()
    matchTags(isWhole: isWhole)
  }

  /// Each piece with its style.
  var styledPieces: [(piece: Piece, style: InlineStyle)] {
    var depth = InlineStyle.Depth()
    return zip(pieces, changes).map { piece, change in
      depth += change
      var style = depth.style
      if case .code = piece { style.insert(.code) }
      return (piece, style)
    }
  }

  /// The code that makes up the whole text; `nil` when the text contains anything else.
  var code: String? {
    guard pieces.count == 1, case .code(let text, _) = pieces[0] else { return nil }
    return text
  }

  /// Gives what is between two pieces a style.
  mutating func apply(_ style: InlineStyle, from start: Int, to end: Int) {
    changes[start + 1].change(style, by: 1)
    changes[end].change(style, by: -1)
  }
}

extension InlineText {
  /// Finds what is emphasised and struck out, by the algorithm of CommonMark's appendix "phase 2:
  /// inline structure".
  mutating func matchDelimiters() {
    var openers: [Int] = []
    // For each kind of closer, the part of the stack that contains no opener for it.
    var bottoms: [[Int]: Int] = [:]
    for index in pieces.indices {
      guard case .delimiter(var closer) = pieces[index] else { continue }
      while closer.closes, closer.left > 0 {
        let bottom = min(bottoms[closer.kind, default: 0], openers.count)
        guard
          let place = openers[bottom...].lastIndex(where: { delimiter($0).matches(closer) })
        else {
          bottoms[closer.kind] = openers.count
          break
        }
        let opening = openers[place]
        var opener = delimiter(opening)
        let used = min(opener.left, closer.left, 2)
        opener.left -= used
        closer.left -= used
        pieces[opening] = .delimiter(opener)
        apply(closer.style, from: opening, to: index)
        openers.removeSubrange((opener.left > 0 ? place + 1 : place)...)
      }
      pieces[index] = .delimiter(closer)
      if closer.opens, closer.left > 0 { openers.append(index) }
    }
  }

  private func delimiter(_ index: Int) -> Delimiter {
    guard case .delimiter(let delimiter) = pieces[index] else {
      preconditionFailure("only delimiters are on the stack")
    }
    return delimiter
  }
}

extension InlineText {
  /// Reads the tags that come in pairs, and the line breaks between words. Every other tag stays as
  /// it is written, because the question may be about it.
  mutating func matchTags(isWhole: Bool) {
    guard pieces.contains(where: { if case .tag = $0 { true } else { false } }) else { return }
    let parts = pieces.map(\.asMarkup)
    let partners = MarkupRendering.partners(in: parts)
    let words = parts.indices.filter { !parts[$0].isBlank }
    for index in pieces.indices {
      guard case .tag(let name, let isEnd, let source) = pieces[index] else { continue }
      if InlineTag.isLineBreak(name) {
        breakLine(at: index, source, words, isWhole: isWhole)
      } else if let partner = partners[index] {
        if isEnd { continue }
        switch InlineTag.meaning(of: name) {
        case .script(let script): write(script, from: index, to: partner)
        case .style(let style): apply(style, from: index, to: partner)
        case nil: break
        }
      } else {
        pieces[index] = .text(source)
      }
    }
  }

  private mutating func breakLine(at index: Int, _ source: String, _ words: [Int], isWhole: Bool) {
    guard let first = words.first, let last = words.last,
      !isWhole || (first < index && index < last)
    else {
      pieces[index] = .text(source)
      return
    }
    // A line end beside the tag is the same one.
    if index > 0, case .text(let text) = pieces[index - 1] {
      let line = text.trimmingTrailingBlanks
      pieces[index - 1] = .text(line.last == "\n" ? String(line.dropLast()) : line)
    }
    if index + 1 < pieces.count, case .text(let text) = pieces[index + 1] {
      let line = text.drop { $0 == " " }
      let next = line.first == "\n" ? line.dropFirst().drop { $0 == " " } : line
      pieces[index + 1] = .text(String(next))
    }
    pieces[index] = .reference(first < index && index < last ? "\n" : "", source: source)
  }

  /// Writes what is between two tags above or below the line.
  private mutating func write(_ script: Script, from start: Int, to end: Int) {
    if let small = plain(start + 1..<end).flatMap(script.small) {
      pieces[start] = .text(small)
      for index in (start + 1)...end { pieces[index] = .text("") }
    } else {
      (pieces[start], pieces[end]) = (.text(script.sign + "("), .text(")"))
    }
  }
}

extension InlineText {
  /// The text of some pieces; `nil` where one of them is more than text. What follows that one is not
  /// looked at, or tags within tags would each read all that is in them.
  private func plain(_ range: Range<Int>) -> String? {
    var content = ""
    for piece in pieces[range] {
      switch piece {
      case .text(let text), .reference(let text, _): content += text
      case .delimiter(let delimiter): content += delimiter.wholeSource
      case .code, .formula, .image, .link, .tag: return nil
      }
    }
    return content
  }
}

extension InlineText.Piece {
  /// The piece as far as the pairs of tags are concerned.
  fileprivate var asMarkup: MarkupPiece {
    switch self {
    case .text(let text): .text(text)
    case .tag(let name, let isEnd, let source): .tag(name: name, isEnd: isEnd, raw: source)
    case .reference(let text, _): .text(text)
    case .delimiter(let delimiter): .text(delimiter.wholeSource)
    case .code, .link, .image, .formula: .text("\u{FFFC}")
    }
  }
}

extension MarkupPiece {
  fileprivate var isBlank: Bool {
    if case .text(let text) = self { return text.allSatisfy(\.isWhitespace) }
    return true
  }
}

/// The tags that have a meaning within a line.
enum InlineTag {
  case style(InlineStyle)
  case script(Script)

  private static let underlines: Set = ["u", "ins"]
  private static let strikes: Set = ["s", "del", "strike"]

  /// The meaning of a pair of tags; `nil` for tags that change nothing.
  static func meaning(of name: String) -> InlineTag? {
    if MarkupRendering.emphasis[name] != nil { return .style(.emphasis) }
    if underlines.contains(name) { return .style(.underlined) }
    if strikes.contains(name) { return .style(.struck) }
    return name == "sub" ? .script(.below) : name == "sup" ? .script(.above) : nil
  }

  static func isLineBreak(_ name: String) -> Bool { MarkupRendering.breaks.contains(name) }

  static func isCode(_ name: String) -> Bool { MarkupRendering.codes.contains(name) }

  /// Whether a tag of this name is read. Any other is text.
  static func isKnown(_ name: String) -> Bool {
    name == "img" || meaning(of: name) != nil || isLineBreak(name) || isCode(name)
      || MarkupRendering.plain.contains(name)
  }
}

/// Small signs above or below the line.
enum Script {
  case above, below

  /// The sign for text for which there are no small characters.
  var sign: String { self == .above ? "^" : "_" }

  /// The text in small characters; `nil` when one of them does not exist.
  func small(_ text: String) -> String? {
    let small = ScriptLetters(isRaised: self == .above).text(text.replacing("-", with: "−"))
    return small?.isEmpty == false ? small : nil
  }
}

/// How a part of a paragraph looks.
package struct InlineStyle: OptionSet {
  package let rawValue: UInt8

  static let emphasis = InlineStyle(rawValue: 1)
  static let underlined = InlineStyle(rawValue: 2)
  static let struck = InlineStyle(rawValue: 4)
  static let code = InlineStyle(rawValue: 8)

  /// A style for each kind of emphasis that is on; the same kind may be on more than once.
  struct Depth {
    private var counts = SIMD4<Int>()

    var style: InlineStyle {
      var style: InlineStyle = []
      for bit in 0..<3 where counts[bit] > 0 { style.insert(InlineStyle(rawValue: 1 << bit)) }
      return style
    }

    mutating func change(_ style: InlineStyle, by count: Int) {
      for bit in 0..<3 where style.contains(InlineStyle(rawValue: 1 << bit)) {
        counts[bit] += count
      }
    }

    static func += (depth: inout Depth, change: Depth) { depth.counts &+= change.counts }
  }

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// Puts the parts of a paragraph together. Neighbours with the same style are drawn together.
struct StyledRuns {
  private let drawn: (_ run: String, InlineStyle) -> String
  private var text = ""
  private var run = ""
  private var style: InlineStyle = []

  /// - Parameter drawn: Draws neighbours with the same style.
  init(drawn: @escaping (_ run: String, InlineStyle) -> String) { self.drawn = drawn }

  mutating func append(_ part: String, _ style: InlineStyle) {
    if style != self.style {
      endRun()
      self.style = style
    }
    run += part
  }

  /// The text so far. What follows begins anew.
  mutating func take() -> String {
    endRun()
    defer { text = "" }
    return text
  }

  private mutating func endRun() {
    if !run.isEmpty { text += drawn(run, style) }
    run = ""
  }
}

extension Palette {
  /// - Parameter isPainted: Whether the text is going to have the colour of a role. Code then has
  ///   no style of its own.
  package func painted(_ text: String, _ style: InlineStyle, isPainted: Bool) -> String {
    var text = text
    if style.contains(.code), !isPainted { text = code(text) }
    if style.contains(.struck) { text = painted(text, .struck) }
    if style.contains(.underlined) { text = painted(text, .underlined) }
    return style.contains(.emphasis) ? heading(text) : text
  }
}

/// Draws what is inside a paragraph.
struct InlineDrawing {
  let theme: Theme
  let marks: Marks
  /// Whether the text is going to have the colour of a role.
  var isPainted = false

  /// A part of a paragraph with rows of its own.
  enum Part {
    case prose(String)
    /// The rows of a displayed formula.
    case formula([String])
  }

  /// Whether the terminal shows the signs of formulas. Elsewhere, and where programs read the text,
  /// a formula stands as it is written.
  private var drawsFormulas: Bool { theme.signs == .unicode }

  /// The text with each formula in one row.
  func drawn(_ text: InlineText) -> String {
    parts(text) { _ in nil }.reduce("") { result, part in
      if case .prose(let text) = part { result + text } else { result }
    }
  }

  /// The text, with the displayed formulas between its parts that need more than one row.
  ///
  /// - Parameter columns: The room for a formula.
  func parts(_ text: InlineText, _ columns: Int?) -> [Part] {
    parts(text) { formula in
      let rows = drawsFormulas ? formula.rows(columns: columns, theme.ambiguous) : []
      return rows.count > 1 ? rows : nil
    }.filter { if case .prose(let text) = $0 { !text.isBlank } else { true } }
  }

  /// - Parameter rows: The rows of a displayed formula; `nil` when one is enough.
  private func parts(_ text: InlineText, rows: (Maths) -> [String]?) -> [Part] {
    var parts: [Part] = []
    var runs = StyledRuns { run, style in
      marks == .styled ? theme.palette.painted(run, style, isPainted: isPainted) : run
    }
    for (piece, style) in text.styledPieces {
      if case .formula(let maths, _, isDisplayed: true) = piece, let rows = rows(maths) {
        parts += [.prose(Self.trimmed(runs.take())), .formula(rows)]
      } else {
        runs.append(shown(piece), style)
      }
    }
    let rest = runs.take()
    return parts + [.prose(parts.isEmpty ? rest : Self.trimmed(rest))]
  }

  /// The text without the blanks and line ends beside a formula.
  private static func trimmed(_ text: String) -> String {
    let blanks: Set<Character> = [" ", "\n"]
    var rest = text.drop(while: blanks.contains)
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    return String(rest)
  }

  private func shown(_ piece: InlineText.Piece) -> String {
    switch piece {
    case .text(let text): text
    case .reference(let character, _): character
    case .code(let code, let source): marks == .kept ? source : code
    case .delimiter(let delimiter):
      marks == .kept && !delimiter.isEscaped ? delimiter.wholeSource : delimiter.source
    case .tag(_, _, let source): marks == .kept ? source : ""
    case .formula(let maths, let source, _): drawsFormulas ? maths.line : source
    case .image(let name): theme.strings.image(name)
    case .link(let text, let address): link(text, address)
    }
  }

  /// The text of a link, with the address dim behind it.
  private func link(_ text: InlineText, _ address: String) -> String {
    let shown = drawn(text)
    if marks == .dropped || shown == address { return shown }
    let rest = "(\(address))"
    return shown + " " + (isPainted ? rest : theme.palette.painted(rest, .address))
  }
}

extension Strings {
  /// The text in place of an image.
  package func image(_ name: String) -> String {
    name.isEmpty ? self("[image]", "[画像]") : self("[image: \(name)]", "[画像: \(name)]")
  }
}
