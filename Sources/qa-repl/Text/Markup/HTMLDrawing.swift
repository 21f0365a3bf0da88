import QuizKit
import QuizSupport

/// Draws a question's text as HTML, with all that the terminal draws: emphasis, code in the colours
/// of its language, lists, tables and formulas.
struct HTMLDrawing {
  let language: Language

  /// How a printed exam draws its texts.
  static let sheet = SheetDrawing(
    text: { text, start, end, language in
      HTMLDrawing(language: language).blocks(of: text, after: start, before: end)
    },
    time: { Strings(language: $1).brief($0) },
    style: """
      pre { border-left: 2px solid #bbb; font-family: monospace; font-size: 0.9em; \
      margin: 0.6em 0; overflow-wrap: anywhere; padding-left: 0.8em; white-space: pre-wrap; }
      code { font-family: monospace; font-size: 0.95em; }
      .k { color: #7c3fd6; } .s { color: #0a4b78; } .n { color: #a3460b; } .c { color: #5f6770; }
      table.grid { margin: 0.6em 0; width: auto; }
      table.grid td, table.grid th { border: 1px solid #999; padding: 0.15em 0.6em; }
      table.grid th { font-weight: bold; }
      blockquote { border-left: 2px solid #bbb; margin: 0.6em 0; padding-left: 0.8em; }
      .item { display: grid; grid-template-columns: 1.6em 1fr; } .item p { margin: 0; }
      .formula { display: block; margin: 0.6em 0; }
      """)

  /// The text in elements of their own.
  ///
  /// - Parameters:
  ///   - start: HTML at the beginning of the first paragraph.
  ///   - end: HTML at the end of the last paragraph.
  func blocks(of text: String, after start: String = "", before end: String = "") -> String {
    let text = text.sanitised
    guard DrawnText.mayHaveMarks(text) else { return paragraph(start + HTML.escaped(text) + end) }
    let blocks = BlockReader.blocks(of: HTMLBlocks.rewritten(text))
    // What would not be seen stays as it is written.
    if blocks.allSatisfy(\.isEmpty) { return paragraph(start + HTML.escaped(text) + end) }
    return drawn(blocks, start, end)
  }

  private func paragraph(_ html: String) -> String { html.isEmpty ? "" : "<p>\(html)</p>" }

  /// The blocks. The HTML before or after them goes into the first or the last paragraph if there is
  /// one.
  private func drawn(_ blocks: [MarkupBlock], _ start: String = "", _ end: String = "") -> String {
    let shown = blocks.filter { if case .blank = $0 { false } else { true } }
    var parts: [String] = []
    for (index, block) in shown.enumerated() {
      guard case .paragraph(let text) = block else {
        if index == 0 { parts.append(paragraph(start)) }
        parts.append(drawn(block))
        if index == shown.count - 1 { parts.append(paragraph(end)) }
        continue
      }
      let inside = drawn(InlineText(text, isWhole: shown.count == 1))
      parts.append(
        paragraph((index == 0 ? start : "") + inside + (index == shown.count - 1 ? end : "")))
    }
    return parts.joined()
  }

  private func drawn(_ block: MarkupBlock) -> String {
    switch block {
    case .blank: ""
    case .paragraph(let text): paragraph(drawn(InlineText(text, isWhole: false)))
    case .code(let lines, let language):
      "<pre><code>" + code(lines, language).joined(separator: "\n") + "</code></pre>"
    case .list(let items):
      items.map { item in
        let mark = HTML.escaped(item.number ?? Signs.unicode.bullet)
        return "<div class=\"item\"><span>\(mark)</span><div>\(drawn(item.blocks))</div></div>"
      }.joined()
    case .quote(let blocks): "<blockquote>\(drawn(blocks))</blockquote>"
    case .table(let table): drawn(table)
    }
  }

  private func code(_ lines: [String], _ language: CodeLanguage?) -> [String] {
    guard let language else { return lines.map(HTML.escaped) }
    return CodeLexer.lines(of: lines, language).map { tokens in
      tokens.map { token in
        let text = HTML.escaped(token.text)
        return Self.className(of: token.role).map { "<span class=\"\($0)\">\(text)</span>" } ?? text
      }.joined()
    }
  }

  private static func className(of role: Palette.Role?) -> String? {
    switch role {
    case .keyword: "k"
    case .string: "s"
    case .number: "n"
    case .comment: "c"
    default: nil
    }
  }

  private func drawn(_ table: MarkupTable) -> String {
    func row(_ cells: [String], _ name: String) -> String {
      let shown = zip(cells, table.sides).map { cell, side in
        let align =
          switch side {
          case .leading: "left"
          case .middle: "center"
          case .trailing: "right"
          }
        return "<\(name) style=\"text-align: \(align)\">\(drawn(InlineText(cell)))</\(name)>"
      }
      return "<tr>" + shown.joined() + "</tr>"
    }
    return "<table class=\"grid\">" + row(table.header, "th")
      + table.rows.map { row($0, "td") }.joined() + "</table>"
  }

  // MARK: - Inside a paragraph

  private func drawn(_ text: InlineText) -> String {
    var runs = StyledRuns(drawn: Self.styled)
    for (piece, style) in text.styledPieces { runs.append(shown(piece), style) }
    return runs.take()
  }

  private static func styled(_ html: String, _ style: InlineStyle) -> String {
    let names: [(style: InlineStyle, name: String)] = [
      (.code, "code"), (.struck, "s"), (.underlined, "u"), (.emphasis, "strong"),
    ]
    return names.filter { style.contains($0.style) }.reduce(html) {
      "<\($1.name)>\($0)</\($1.name)>"
    }
  }

  private func shown(_ piece: InlineText.Piece) -> String {
    switch piece {
    case .text(let text), .reference(let text, _), .code(let text, _): return HTML.escaped(text)
    case .delimiter(let delimiter): return HTML.escaped(delimiter.source)
    case .tag: return ""
    case .formula(let maths, _, let isDisplayed): return maths.mathML(isDisplayed: isDisplayed)
    case .image(let name): return HTML.escaped(Strings(language: language).image(name))
    case .link(let text, let address):
      let shown = drawn(text)
      let source = HTML.escaped(address)
      return shown == source ? shown : shown + " (\(source))"
    }
  }
}
