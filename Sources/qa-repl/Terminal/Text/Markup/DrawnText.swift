import QuizSupport

/// A question's text in rows, as its author meant it: with emphasis, code, lists, tables, links.
///
/// The live terminal draws it, and so does other output that has colours. Everywhere else, each
/// byte of the text stays.
package struct DrawnText {
  package private(set) var rows: [String] = []
  /// Whether the last row is prose, so that more can follow in it.
  package private(set) var endsInProse = true

  /// - Parameters:
  ///   - text: A text that may contain anything.
  ///   - end: What follows the text, in its last row if that is prose.
  package init(_ text: String, in frame: TextFrame, end: String = "") {
    let text = text.sanitised
    guard let marks = frame.theme.marks, Self.mayHaveMarks(text) else {
      rows = frame.beginning(text, end)
      return
    }
    let blocks = BlockReader.blocks(of: HTMLBlocks.rewritten(text))
    // What would not be seen stays as it is written.
    if blocks.allSatisfy(\.isEmpty) {
      rows = frame.beginning(text, end)
    } else {
      draw(blocks, in: frame, marks, end)
    }
  }

  private mutating func draw(
    _ blocks: [MarkupBlock], in frame: TextFrame, _ marks: Marks, _ end: String
  ) {
    let drawing = BlockDrawing(frame.theme, marks, isPainted: frame.role != nil)
    var standsApart = false
    for (index, block) in blocks.enumerated() {
      let isFirst = index == 0
      if standsApart || block.standsApart, !isFirst, !block.isBlank, !frame.isChoice { separate() }
      standsApart = block.standsApart
      let rest = index == blocks.count - 1 ? end : ""
      switch block {
      case .blank: separate()
      case .paragraph(let text):
        let inline = InlineText(text, isWhole: blocks.count == 1)
        // A choice that consists only of code looks like code in prose.
        let code = blocks.count == 1 && marks == .styled ? inline.code : nil
        append(
          code.map { [.prose($0)] }
            ?? drawing.inline.parts(inline, frame.columns(behind: frame.formulaIndent)),
          in: frame, isFirst: isFirst, rest)
      case .code(let lines, let language) where blocks.count == 1 && frame.holds(code: lines):
        rows += frame.beginning(
          CodeDrawing(drawing.inline).rows(
            lines, language, frame.columns(behind: frame.hang - CodeDrawing.gutter)))
        endsInProse = rows.count == 1
        if endsInProse { rows[0] += rest } else { rows += frame.ending(rest) }
      default:
        let indent = frame.indent(of: block)
        let drawn = drawing.rows(block, frame.columns(behind: indent))
        rows += frame.indented(drawn, by: indent, isFirst: isFirst) + frame.ending(rest)
        endsInProse = false
      }
    }
  }

  /// Appends the parts of a paragraph.
  private mutating func append(
    _ parts: [InlineDrawing.Part], in frame: TextFrame, isFirst: Bool, _ end: String
  ) {
    for (index, part) in parts.enumerated() {
      let isFirst = isFirst && index == 0
      let rest = index == parts.count - 1 ? end : ""
      // A displayed formula stands between blank rows, like code.
      if index > 0, !frame.isChoice { separate() }
      switch part {
      case .prose(let text):
        rows += isFirst ? frame.beginning(text, rest) : frame.prose(text, rest)
        endsInProse = true
      case .formula(let formula):
        rows +=
          frame.indented(formula, by: frame.formulaIndent, isFirst: isFirst) + frame.ending(rest)
        endsInProse = false
      }
    }
  }

  /// Leaves one blank row, if there is none.
  private mutating func separate() {
    if let last = rows.last, !last.isEmpty { rows.append("") }
  }

  /// Whether the text has a character that may be drawn in another way. Most texts have none.
  static func mayHaveMarks(_ text: String) -> Bool {
    var isLineStart = text.utf8.first == UInt8(ascii: ">")
    for byte in text.utf8 {
      if byte == 0x0A {
        isLineStart = true
      } else if marks.contains(byte) || (isLineStart && lineMarks.contains(byte)) {
        return true
      } else if byte != 0x20 {
        isLineStart = false
      }
    }
    return false
  }

  /// Marks that mean something anywhere, and at the beginning of a line after the first.
  private static let marks = Array("*_`~<&[$\\".utf8)
  private static let lineMarks = Array("-+>|:0123456789".utf8)
}

extension MarkupBlock {
  /// Whether blank rows set it apart from prose.
  fileprivate var standsApart: Bool {
    switch self {
    case .code, .table: true
    default: false
    }
  }

  fileprivate var isBlank: Bool { if case .blank = self { true } else { false } }

  /// Whether nothing of it would be seen.
  var isEmpty: Bool {
    switch self {
    case .blank: true
    case .code(let lines, _): lines.allSatisfy { $0[...].isBlankLine }
    default: false
    }
  }
}

extension Theme {
  /// What becomes of the marks of a text; `nil` when nothing is drawn.
  package var marks: Marks? {
    if keepsTexts { return nil }
    return palette.depth != .none ? .styled : isLive ? .kept : nil
  }

  /// The look for the choices of a question. They stay as they are written when two of them would
  /// look alike if they were drawn, such as `*` and `\*`: the question is then about the marks.
  package func forChoices(_ choices: [String]) -> Theme {
    guard marks != nil, choices.contains(where: DrawnText.mayHaveMarks),
      Set(choices.map(line)).count < Set(choices.map(\.sanitisedLine)).count
    else { return self }
    var theme = self
    theme.keepsTexts = true
    return theme
  }

  /// A question's text in rows.
  ///
  /// - Parameters:
  ///   - label: The words before the text.
  ///   - role: The colour that the text has for a reason of its own.
  ///   - end: What follows the text.
  package func drawn(
    _ text: String, after label: String = "", in role: Palette.Role? = nil, end: String = ""
  ) -> [String] {
    DrawnText(text, in: TextFrame(label: label, role: role, theme: self), end: end).rows
  }

  /// A question's text as a row of a list, without marks.
  package func line(of text: String) -> String {
    let text = text.sanitised
    guard let marks, DrawnText.mayHaveMarks(text) else { return text.sanitisedLine }
    let drawing = BlockDrawing(self, marks == .styled ? .dropped : marks)
    let blocks = BlockReader.blocks(of: HTMLBlocks.rewritten(text))
    if blocks.allSatisfy(\.isEmpty) { return text.sanitisedLine }
    return drawing.line(blocks)
  }
}

/// What becomes of the marks of a text when it is drawn.
package enum Marks: Equatable {
  /// They are styles.
  case styled
  /// Without colours, those that stand for a style stay: nothing else would show it. Those that
  /// stand for a shape, such as a list or a table, become that shape.
  case kept
  /// They are gone, as in a row of a list.
  case dropped
}

/// Where the rows of a question's text stand.
package struct TextFrame {
  package let label: String
  /// The colour that the text has for a reason of its own, such as a verdict.
  package let role: Palette.Role?
  package let theme: Theme
  /// The cells before the rows of the first paragraph, but for its first row.
  let hang: Int
  /// Whether the text is a choice, whose rows stay together.
  let isChoice: Bool

  /// A text behind a label, which may be empty. Code stands two columns in, and so does all that
  /// follows it.
  package init(label: String, role: Palette.Role?, theme: Theme) {
    self.label = label
    self.role = role
    self.theme = theme
    hang = theme.hang(behind: label)
    isChoice = false
  }

  /// A text behind the sign of a choice, which has the choice's colour. All rows begin behind it.
  package init(sign: String, indent: Int, role: Palette.Role?, theme: Theme) {
    label = sign
    self.role = role
    self.theme = theme
    hang = indent
    isChoice = true
  }

  /// A text behind the sign of a choice, whose rows all begin behind the sign.
  package init(behind sign: String, theme: Theme) {
    self.init(sign: sign, indent: theme.width(sign), role: nil, theme: theme)
  }

  /// The room for rows with so many cells before them.
  package func columns(behind indent: Int) -> Int? { theme.columns.map { max($0, 10) - indent } }

  /// The cells before a block, or before a paragraph that is not the first.
  package func indent(of block: MarkupBlock?) -> Int {
    if isChoice { return hang }
    if case .code? = block { return 0 }
    // All paragraphs begin in one column, but for a script, which has read them elsewhere.
    return theme.columns == nil ? min(hang, CodeDrawing.gutter) : hang
  }

  /// The cells before a displayed formula, which stands two columns further in than prose.
  var formulaIndent: Int { indent(of: nil) + (isChoice ? 0 : CodeDrawing.gutter) }

  /// Whether a text that is only code goes beside its label.
  package func holds(code: [String]) -> Bool {
    hang >= CodeDrawing.gutter && (isChoice || code.count == 1)
  }

  /// The first paragraph, behind the label.
  package func beginning(_ text: String, _ end: String) -> [String] {
    let line = isChoice ? painted(label + text) : label + painted(text)
    return theme.lines(line + end, indent: hang)
  }

  /// Code behind the label.
  package func beginning(_ code: [CodeDrawing.CodeRow]) -> [String] {
    let blank = String(repeating: " ", count: hang - CodeDrawing.gutter)
    return code.enumerated().map { index, row in
      if index == 0 { return isChoice ? painted(label + row.text) : label + painted(row.text) }
      return row.afterGutter.isEmpty ? "" : blank + painted(row.afterGutter)
    }
  }

  /// A paragraph that is not the first.
  func prose(_ text: String, _ end: String) -> [String] {
    let indent = indent(of: nil)
    let rows = theme.narrowed(by: indent).lines(painted(text) + end)
    return rows.map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
  }

  /// What follows a text that does not end in prose.
  package func ending(_ end: String) -> [String] {
    end.isEmpty ? [] : [String(repeating: " ", count: indent(of: nil)) + end.trimmingLeadingBlanks]
  }

  /// Rows with `indent` cells before each. The label is before the first ones: beside them if they
  /// are part of a choice, else above them.
  package func indented(_ rows: [String], by indent: Int, isFirst: Bool) -> [String] {
    let blank = String(repeating: " ", count: indent)
    var lines = rows.map { $0.isEmpty ? "" : blank + painted($0) }
    guard isFirst, !label.isEmpty else { return lines }
    if isChoice, let first = rows.first {
      lines[0] = painted(label + first)
      return lines
    }
    return [label.trimmingTrailingBlanks] + lines
  }

  private func painted(_ text: String) -> String {
    role.map { theme.palette.painted(text, $0) } ?? text
  }
}

extension String {
  /// The text without blanks at its beginning, even if a style begins before them.
  fileprivate var trimmingLeadingBlanks: String {
    let glyphs = glyphs(in: self)
    let first = glyphs.firstIndex { !$0.isStyle && !$0.isSpace } ?? glyphs.endIndex
    return glyphs.enumerated().filter { $0.element.isStyle || $0.offset >= first }
      .map(\.element.text).joined()
  }
}

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

/// Draws a question's text as HTML, with all that the terminal draws: emphasis, code in the colours
/// of its language, lists, tables and formulas.
package struct HTMLDrawing {
  package let language: Language

  package init(language: Language) {
    self.language = language
  }

  /// The style of the elements.
  package static let style = """
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
    """

  /// The text in elements of their own.
  ///
  /// - Parameters:
  ///   - start: HTML at the beginning of the first paragraph.
  ///   - end: HTML at the end of the last paragraph.
  package func blocks(of text: String, after start: String = "", before end: String = "") -> String
  {
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

/// A table with pipes between its cells, as GitHub writes it.
package struct MarkupTable {
  enum Side {
    case leading, middle, trailing
  }

  let header: [String]
  let sides: [Side]
  private(set) var rows: [[String]] = []

  /// - Parameter rule: The line below the header, such as `|---|:-:|`.
  /// - Returns: `nil` when the two lines do not begin a table.
  init?(header: Substring, rule: Substring) {
    guard rule.utf8.contains(UInt8(ascii: "-")), header.utf8.contains(Self.pipe),
      rule.utf8.allSatisfy({ " |:-".utf8.contains($0) })
    else { return nil }
    let sides = Self.cells(of: rule).map(Self.side)
    self.header = Self.cells(of: header)
    guard sides.count == self.header.count, sides.allSatisfy({ $0 != nil }) else { return nil }
    self.sides = sides.compactMap(\.self)
    guard sides.count > 1 || rule.utf8.contains(Self.pipe) else { return nil }
  }

  mutating func append(_ line: Substring) {
    var cells = Self.cells(of: line)
    // A cell too many belongs to the last column: nothing of the text is left out.
    if cells.count > header.count {
      let last = cells[(header.count - 1)...].joined(separator: " | ")
      cells.replaceSubrange((header.count - 1)..., with: [last])
    }
    rows.append(cells + Array(repeating: "", count: header.count - cells.count))
  }

  private static func side(_ cell: String) -> Side? {
    let marks = cell.utf8.drop { $0 == colon }
    let dashes = marks.prefix { $0 == UInt8(ascii: "-") }
    let ends = marks.dropFirst(dashes.count)
    let starts = cell.utf8.count - marks.count
    guard !dashes.isEmpty, starts <= 1, ends.count <= 1, ends.allSatisfy({ $0 == colon }) else {
      return nil
    }
    return ends.isEmpty ? .leading : starts == 1 ? .middle : .trailing
  }

  /// The texts between the pipes. A pipe after a backslash is part of a text.
  private static func cells(of line: Substring) -> [String] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line.utf8 {
      if byte == pipe, !isEscaped {
        cells.append([])
      } else {
        if byte == pipe { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    var texts = cells.map { cell in
      let text = cell.drop { $0 == 0x20 }
      let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex
      return String(decoding: text[..<end], as: UTF8.self)
    }
    if texts.count > 1, texts[0].isEmpty { texts.removeFirst() }
    if texts.count > 1, texts[texts.count - 1].isEmpty { texts.removeLast() }
    return texts
  }

  private static let pipe = UInt8(ascii: "|")
  private static let colon = UInt8(ascii: ":")
}

/// Draws a table with aligned columns. Where there is little room, its texts are wrapped in their
/// columns.
struct TableDrawing {
  private let inline: InlineDrawing
  private let theme: Theme
  private let header: [String]
  private let rows: [[String]]
  private let sides: [MarkupTable.Side]
  /// The cells that each column needs.
  private let widths: [Int]

  /// The smallest width of a column that is wrapped.
  private static let least = 4

  init(_ table: MarkupTable, _ inline: InlineDrawing) {
    self.inline = inline
    theme = inline.theme
    sides = table.sides
    func drawn(_ text: String) -> String { inline.drawn(InlineText(text)) }
    let isStyled = inline.marks == .styled
    header = table.header.map {
      isStyled ? inline.theme.palette.heading(drawn($0)) : drawn($0)
    }
    rows = table.rows.map { $0.map(drawn) }
    let (theme, lines) = (inline.theme, [header] + rows)
    widths = header.indices.map { column in
      lines.map { line in
        line[column].split(separator: "\n").map { theme.width(String($0)) }.max() ?? 0
      }.max() ?? 0
    }
  }

  /// The cells of each line with a sign between them, for a row of a list.
  var lines: [String] {
    let lines: [[String]] = [header] + rows
    return lines.map { $0.joined(separator: " | ") }
  }

  func rows(_ columns: Int?) -> [String] {
    let gap = 3
    let room = columns.map { $0 - gap * (widths.count - 1) } ?? .max
    // Columns that would be too narrow to read are not drawn as such.
    guard room >= Self.least * widths.count || widths.reduce(0, +) <= room else {
      return lines.flatMap { $0.wrapped(to: max(columns ?? 0, 1), theme.ambiguous) }
    }
    let fitted = widths(within: room)
    let signs = theme.blocks.rules
    let rule = fitted.map { String(repeating: signs.across, count: $0 / theme.width(signs.across)) }
      .joined(separator: signs.across + signs.crossing + signs.across)
    let body = rows.flatMap { line($0, fitted) }
    return line(header, fitted) + [faint(rule)] + body
  }

  /// The widths, with those that are more than their share made narrower.
  private func widths(within room: Int) -> [Int] {
    var widths = widths
    guard widths.reduce(0, +) > room else { return widths }
    var left = room
    var open = Set(widths.indices)
    while let narrow = open.filter({ widths[$0] <= left / open.count }).nonEmpty {
      for column in narrow { left -= widths[column] }
      open.subtract(narrow)
    }
    for (place, column) in open.sorted().enumerated() {
      widths[column] = left / open.count + (place < left % open.count ? 1 : 0)
    }
    return widths
  }

  /// The rows of one line of the table.
  private func line(_ cells: [String], _ widths: [Int]) -> [String] {
    let texts = cells.indices.map { cells[$0].wrapped(to: max(widths[$0], 1), theme.ambiguous) }
    let sign = " " + faint(theme.blocks.rules.upright) + " "
    return (0..<(texts.map(\.count).max() ?? 0)).map { row in
      texts.indices.map { column in
        aligned(row < texts[column].count ? texts[column][row] : "", widths[column], sides[column])
      }.joined(separator: sign).trimmingTrailingBlanks
    }
  }

  private func aligned(_ text: String, _ width: Int, _ side: MarkupTable.Side) -> String {
    switch side {
    case .leading: text.padded(to: width, .leading, theme.ambiguous)
    case .trailing: text.padded(to: width, .trailing, theme.ambiguous)
    case .middle:
      text.padded(to: (width + theme.width(text)) / 2, .trailing, theme.ambiguous)
        .padded(to: width, .leading, theme.ambiguous)
    }
  }

  private func faint(_ text: String) -> String {
    inline.isPainted ? text : theme.palette.faint(text)
  }
}

extension Set {
  fileprivate var nonEmpty: Set? { isEmpty ? nil : self }
}
