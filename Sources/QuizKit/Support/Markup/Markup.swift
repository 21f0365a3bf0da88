/// Turns HTML into the Markdown that a terminal shows: line breaks, emphasis and code.
///
/// A tag without its partner stays as it is, because the question may be about it.
package struct MarkupRendering {
  private let dropsOthers: Bool

  /// - Parameter dropsOthers: Whether tags without a meaning here are removed. Otherwise they stay.
  package init(dropsOthers: Bool = false) {
    self.dropsOthers = dropsOthers
  }

  package static let breaks = ["br"]
  private static let blocks = ["p", "div", "details", "summary"]
  package static let plain = ["span", "u", "font", "center", "small", "big", "mark"]
  package static let codes = ["code", "kbd", "samp", "tt"]
  package static let emphasis = ["b": "**", "strong": "**", "i": "*", "em": "*"]

  /// Whether a tag of this name is read in Markdown, where other tags are text.
  package static func isKnown(_ name: String) -> Bool {
    name == "img" || name == "pre" || breaks.contains(name) || blocks.contains(name)
      || plain.contains(name) || codes.contains(name) || emphasis[name] != nil
  }

  package func text(of pieces: [MarkupPiece]) -> String {
    let partners = Self.partners(in: pieces)
    var output = MarkupOutput()
    var index = 0
    while index < pieces.count {
      switch pieces[index] {
      case .text(let text):
        output.append(text)
      case .preformatted(let code, let language):
        output.append(block: code, language: language)
      case .tag(let name, let isEnd, let raw):
        if Self.breaks.contains(name) {
          if dropsOthers { output.append("\n") } else { output.breakLine() }
        } else if dropsOthers, Self.isBlock(name) {
          if isEnd { output.append("\n") }
        } else if let partner = partners[index] {
          if Self.codes.contains(name), !isEnd {
            let inside = pieces[(index + 1)..<partner]
            output.append(code: Self.codeText(of: inside))
            index = partner
          } else if let mark = Self.emphasis[name] {
            if isEnd { output.close(mark) } else { output.open(mark) }
          } else if Self.blocks.contains(name) {
            output.endLine()
          } else if !Self.plain.contains(name), !dropsOthers {
            output.append(raw)
          }
        } else if !dropsOthers {
          output.append(raw)
        }
      }
      index += 1
    }
    return output.text
  }

  private static func isBlock(_ name: String) -> Bool {
    blocks.contains(name) || name == "li" || name == "tr"
  }

  /// The partner of each tag that has one. A pair without content does not count.
  package static func partners(in pieces: [MarkupPiece]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: pieces.count)
    var open: [String: [Int]] = [:]
    var lastContent = -1
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): if text.contains(where: { !$0.isWhitespace }) { lastContent = index }
      case .preformatted: lastContent = index
      case .tag(let name, false, _): open[name, default: []].append(index)
      case .tag(let name, true, _):
        guard let begin = open[name]?.popLast(), lastContent > begin else { continue }
        (partners[begin], partners[index]) = (index, begin)
      }
    }
    return partners
  }

  private static func codeText(of pieces: ArraySlice<MarkupPiece>) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .preformatted(let code, _): code
      case .tag(let name, _, _): breaks.contains(name) ? "\n" : ""
      }
    }.joined()
  }
}

/// A part of a text that contains HTML, before it is decided which tags are markup.
package enum MarkupPiece: Equatable {
  /// Text that stays as it is.
  case text(String)
  /// A tag, with its name in lower case.
  case tag(name: String, isEnd: Bool, raw: String)
  /// The contents of a `<pre>` element, with the language of the code if it is named.
  case preformatted(String, language: String)
}

/// The Markdown that is being written.
package struct MarkupOutput {
  /// The text so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// UTF-8, because a string would be copied whenever a blank is removed from its end.
  private var bytes: [UInt8] = []
  /// Whether a line was just ended, so that blanks and a line end after it are ignored.
  private var isAfterBreak = false
  /// The open marks, and how often each is open.
  private var depth: [String: Int] = [:]
  /// Marks that wait for the first visible character.
  private var waiting: [String] = []

  package init() {}

  package mutating func append(_ addition: String) {
    var rest = Array(addition.utf8)[...]
    if isAfterBreak {
      rest = rest.drop(while: Self.isBlank)
      if rest.first == Self.newline { rest = rest.dropFirst() } else if rest.isEmpty { return }
      isAfterBreak = false
    }
    let blanks = rest.prefix { Self.isBlank($0) || $0 == Self.newline }
    if waiting.isEmpty || blanks.endIndex == rest.endIndex {
      bytes += rest
    } else {
      bytes += blanks
      for mark in waiting { bytes += mark.utf8 }
      bytes += rest[blanks.endIndex...]
      waiting.removeAll()
    }
  }

  package mutating func breakLine() {
    trimLine()
    bytes.append(Self.newline)
    isAfterBreak = true
  }

  /// Ends the line at the edge of a block. Blocks in a row are not separated by blank lines.
  package mutating func endLine() {
    trimLine()
    guard let last = bytes.last else { return }
    if last != Self.newline { bytes.append(Self.newline) }
    isAfterBreak = true
  }

  /// Begins a line with a mark. Blanks after it are ignored.
  package mutating func beginLine(_ mark: String) {
    endLine()
    bytes += mark.utf8
    isAfterBreak = true
  }

  package mutating func open(_ mark: String) {
    depth[mark, default: 0] += 1
    if depth[mark] == 1 { waiting.append(mark) }
  }

  /// Closes a mark before the blanks at the end of the text.
  package mutating func close(_ mark: String) {
    depth[mark, default: 0] -= 1
    guard depth[mark] == 0 else { return }
    if let last = waiting.lastIndex(of: mark) {
      waiting.remove(at: last)
      return
    }
    var end = bytes.count
    while end > 0, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == Self.newline { end -= 1 }
    bytes.insert(contentsOf: mark.utf8, at: end)
  }

  package mutating func append(code: String) {
    if code.contains("\n") { return append(block: code, language: "") }
    let fence = Self.fence(around: code, atLeast: 1)
    let blank = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
    append(fence + blank + code + blank + fence)
  }

  package mutating func append(block code: String, language: String) {
    var code = code[...]
    if code.first == "\n" { code = code.dropFirst() }
    while code.last?.isWhitespace == true { code = code.dropLast() }
    let fence = Self.fence(around: String(code), atLeast: 3)
    endLine()
    isAfterBreak = false
    append(fence + language + "\n" + code + "\n" + fence)
    breakLine()
  }

  private mutating func trimLine() {
    while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Backticks longer than any in the code.
  private static func fence(around code: String, atLeast least: Int) -> String {
    var longest = 0
    var run = 0
    for byte in code.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest < least ? least : longest + 1)
  }
}

/// The contents of a `<pre>` element: code, in which tags are dropped and references decoded.
package enum Preformatted {
  package static func piece(_ tag: String, _ content: String) -> MarkupPiece {
    var language = language(of: tag)
    var text: [UInt8] = []
    var constructs = MarkdownConstructs(Array(content.utf8))
    let bytes = constructs.line
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "!"), let construct = constructs.construct(at: index) {
        switch construct {
        case .reference(let character, _): text += character.utf8
        case .tag("br", _, _): text.append(UInt8(ascii: "\n"))
        case .tag, .image:
          let raw = String(decoding: bytes[index..<construct.end], as: UTF8.self)
          if language.isEmpty { language = Self.language(of: raw) }
        }
        index = construct.end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return .preformatted(String(decoding: text, as: UTF8.self), language: language)
  }

  /// The language that a class such as `language-swift` names.
  private static func language(of tag: String) -> String {
    guard let start = tag.firstRange(of: "language-")?.upperBound else { return "" }
    return String(tag[start...].prefix { $0.isLetter || $0.isNumber || "+-#_".contains($0) })
  }

  /// The range of `</pre>`.
  package static func end(in line: ArraySlice<UInt8>) -> Range<Int>? {
    let mark = Array("</pre>".utf8)
    var index = line.startIndex
    while let found = line[index...].firstIndex(of: mark[0]) {
      let end = found + mark.count
      if end <= line.endIndex, zip(line[found..<end], mark).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
        return found..<end
      }
      index = found + 1
    }
    return nil
  }
}
