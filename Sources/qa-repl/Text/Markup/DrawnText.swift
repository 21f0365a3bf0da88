/// A question's text in rows, as its author meant it: with emphasis, code, lists, tables, links.
///
/// The live terminal draws it, and so does other output that has colours. Everywhere else, each
/// byte of the text stays.
struct DrawnText {
  private(set) var rows: [String] = []
  /// Whether the last row is prose, so that more can follow in it.
  private(set) var endsInProse = true

  /// - Parameters:
  ///   - text: A text that may contain anything.
  ///   - end: What follows the text, in its last row if that is prose.
  init(_ text: String, in frame: TextFrame, end: String = "") {
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
  var marks: Marks? {
    if keepsTexts { return nil }
    return palette.depth != .none ? .styled : isLive ? .kept : nil
  }

  /// The look for the choices of a question. They stay as they are written when two of them would
  /// look alike if they were drawn, such as `*` and `\*`: the question is then about the marks.
  func forChoices(_ choices: [String]) -> Theme {
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
  func drawn(
    _ text: String, after label: String = "", in role: Palette.Role? = nil, end: String = ""
  ) -> [String] {
    DrawnText(text, in: TextFrame(label: label, role: role, theme: self), end: end).rows
  }

  /// A question's text as a row of a list, without marks.
  func line(of text: String) -> String {
    let text = text.sanitised
    guard let marks, DrawnText.mayHaveMarks(text) else { return text.sanitisedLine }
    let drawing = BlockDrawing(self, marks == .styled ? .dropped : marks)
    let blocks = BlockReader.blocks(of: HTMLBlocks.rewritten(text))
    if blocks.allSatisfy(\.isEmpty) { return text.sanitisedLine }
    return drawing.line(blocks)
  }
}
