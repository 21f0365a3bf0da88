/// Draws the Markdown of a text: emphasis, code and fenced blocks of code.
///
/// It follows CommonMark 0.31, but a run of `*` between two letters or digits of ASCII is not
/// emphasis, so that `2*3*4` stays a product. No other Markdown is drawn, and a backslash stays
/// visible. Foundation reads Markdown on Apple's systems only.
struct Markup {
  let palette: Palette
  /// Whether the surrounding text has a colour with a meaning. Code then has no style of its own.
  var isPainted = false

  /// The text with styles in place of its marks; unchanged when the palette has no styles.
  ///
  /// - Parameter text: A sanitised text.
  func drawn(_ text: String) -> String {
    guard palette.depth != .none, text.utf8.contains(where: Self.marks.contains) else {
      return text
    }
    let blocks = Self.blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false))
    // A choice that consists only of code looks like code in prose.
    if blocks.count == 1 {
      if case .code(let lines) = blocks[0], lines.count == 1 { return lines[0] }
      if case .text(let text) = blocks[0], let code = InlineMarkup(text).code { return code }
    }
    // A block does not begin on the line of a label.
    var beginning = ""
    if case .code? = blocks.first { beginning = "\n" }
    return beginning + blocks.map(drawn).joined(separator: "\n")
  }

  /// The text on one line, without its marks; with them when the palette has no styles.
  ///
  /// - Parameter text: A sanitised text.
  func line(_ text: String) -> String {
    guard palette.depth != .none, text.utf8.contains(where: Self.marks.contains) else {
      return text.sanitisedLine
    }
    let lines = Self.blocks(
      of: text.split(separator: "\n", omittingEmptySubsequences: false)
    ).flatMap { block in
      switch block {
      case .code(let lines): lines.map { String($0.drop(while: \.isWhitespace)) }
      case .text(let text): [InlineMarkup(text).drawn(emphasis: \.self, code: \.self)]
      }
    }
    return lines.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ").sanitisedLine
  }

  private static let marks = Set("*_`~".utf8)

  private enum Block {
    case code([String])
    /// The lines of a paragraph, or blank ones.
    case text(String)
  }

  private func drawn(_ block: Block) -> String {
    switch block {
    case .code(let lines):
      lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    case .text(let text): InlineMarkup(text).drawn(emphasis: palette.heading, code: code)
    }
  }

  private func code(_ text: String) -> String { isPainted ? text : palette.code(text) }

  private static func blocks(of lines: [Substring]) -> [Block] {
    var blocks: [Block] = []
    var paragraph: [Substring] = []
    func endParagraph() {
      if !paragraph.isEmpty { blocks.append(.text(paragraph.joined(separator: "\n"))) }
      paragraph = []
    }
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if let fence = Fence(opening: line),
        let end = lines[index...].firstIndex(where: fence.isClosed)
      {
        endParagraph()
        blocks.append(.code(lines[index..<end].map(fence.content)))
        index = end + 1
      } else if line.allSatisfy(\.isWhitespace) {
        endParagraph()
        blocks.append(.text(String(line)))
      } else {
        paragraph.append(line)
      }
    }
    endParagraph()
    return blocks
  }
}

/// The line that begins a fenced block of code.
private struct Fence {
  private let mark: Character
  private let length: Int
  private let indent: Int

  /// - Returns: `nil` for any other line.
  init?(opening line: Substring) {
    indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard indent < 4, let mark = rest.first, mark == "`" || mark == "~" else { return nil }
    self.mark = mark
    length = rest.prefix { $0 == mark }.count
    guard length >= 3, mark == "~" || !rest.dropFirst(length).contains("`") else { return nil }
  }

  func isClosed(by line: Substring) -> Bool {
    let blanks = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(blanks)
    let count = rest.prefix { $0 == mark }.count
    return blanks < 4 && count >= length && rest.dropFirst(count).allSatisfy(\.isWhitespace)
  }

  /// A line of the block, without the indentation of the fence.
  func content(_ line: Substring) -> String {
    String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
  }
}

extension Theme {
  /// A question's text as its author meant it: sanitised, with emphasis and code drawn.
  ///
  /// - Parameter isPainted: Whether the text is going to have the colour of a role.
  func drawn(_ text: String, isPainted: Bool = false) -> String {
    Markup(palette: palette, isPainted: isPainted).drawn(text.sanitised)
  }

  /// A question's text as a row of a list: sanitised, without the marks of emphasis and code.
  func line(of text: String) -> String { Markup(palette: palette).line(text.sanitised) }
}
