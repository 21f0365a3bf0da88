/// Draws the blocks of a text in rows.
struct BlockDrawing {
  let theme: Theme
  let inline: InlineDrawing

  init(_ theme: Theme, _ marks: Marks, isPainted: Bool = false) {
    self.theme = theme
    inline = InlineDrawing(theme: theme, marks: marks, isPainted: isPainted)
  }

  /// - Parameter columns: The widest row; `nil` when rows are as long as their text.
  func rows(_ block: MarkupBlock, _ columns: Int?) -> [String] {
    switch block {
    case .blank: [""]
    case .paragraph(let text): rows(InlineText(text, isWhole: false), columns)
    case .code(let lines, let language):
      CodeDrawing(inline).rows(lines, language, columns).map(\.afterGutter)
    case .list(let items): items.flatMap { rows($0, columns) }
    case .quote(let blocks): quote(blocks, columns)
    case .table(let table): TableDrawing(table, inline).rows(columns)
    }
  }

  private func rows(_ text: InlineText, _ columns: Int?) -> [String] {
    inline.parts(text, less(columns, CodeDrawing.gutter)).flatMap { part in
      switch part {
      case .prose(let text): wrapped(text, columns)
      case .formula(let rows): rows.map { "  " + $0 }
      }
    }
  }

  private func wrapped(_ text: String, _ columns: Int?) -> [String] {
    columns.map { text.wrapped(to: $0, theme.ambiguous) }
      ?? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func rows(_ item: MarkupBlock.Item, _ columns: Int?) -> [String] {
    let mark = (item.number ?? theme.signs.bullet) + " "
    let width = theme.width(mark)
    let blank = String(repeating: " ", count: width)
    return item.blocks.flatMap { rows($0, less(columns, width)) }.enumerated().map { index, row in
      index == 0 ? mark + row : row.isEmpty ? "" : blank + row
    }
  }

  private func quote(_ blocks: [MarkupBlock], _ columns: Int?) -> [String] {
    let sign = theme.blocks.rules.upright
    let mark = (inline.isPainted ? sign : theme.palette.faint(sign)) + " "
    return blocks.flatMap { rows($0, less(columns, theme.width(mark))) }.map { mark + $0 }
  }

  /// The blocks as one line, without line ends.
  func line(_ blocks: [MarkupBlock]) -> String {
    blocks.flatMap { lines($0, isWhole: blocks.count == 1) }.filter {
      !$0.allSatisfy(\.isWhitespace)
    }.joined(separator: " ")
      .sanitisedLine
  }

  private func lines(_ block: MarkupBlock, isWhole: Bool) -> [String] {
    switch block {
    case .blank: []
    case .paragraph(let text): [inline.drawn(InlineText(text, isWhole: isWhole))]
    case .code(let lines, _): lines.map { String($0.drop(while: \.isWhitespace)) }
    case .list(let items):
      items.map { ($0.number ?? theme.signs.bullet) + " " + line($0.blocks) }
    case .quote(let blocks): [line(blocks)]
    case .table(let table): TableDrawing(table, inline).lines
    }
  }

  private func less(_ columns: Int?, _ taken: Int) -> Int? { columns.map { max(1, $0 - taken) } }
}
