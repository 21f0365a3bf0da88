/// Where the rows of a question's text stand.
struct TextFrame {
  let label: String
  /// The colour that the text has for a reason of its own, such as a verdict.
  let role: Palette.Role?
  let theme: Theme
  /// The cells before the rows of the first paragraph, but for its first row.
  let hang: Int
  /// Whether the text is a choice, whose rows stay together.
  let isChoice: Bool

  /// A text behind a label, which may be empty. Code stands two columns in, and so does all that
  /// follows it.
  init(label: String, role: Palette.Role?, theme: Theme) {
    (self.label, self.role, self.theme) = (label, role, theme)
    hang = min(theme.width(label), 12)
    isChoice = false
  }

  /// A text behind the sign of a choice, which has the choice's colour. All rows begin behind it.
  init(sign: String, indent: Int, role: Palette.Role?, theme: Theme) {
    (label, self.role, self.theme) = (sign, role, theme)
    hang = indent
    isChoice = true
  }

  /// The room for rows with so many cells before them.
  func columns(behind indent: Int) -> Int? { theme.columns.map { max($0, 10) - indent } }

  /// The cells before a block, or before a paragraph that is not the first.
  func indent(of block: MarkupBlock?) -> Int {
    if isChoice { return hang }
    if case .code? = block { return 0 }
    return label.isEmpty ? 0 : CodeDrawing.gutter
  }

  /// The cells before a displayed formula, which stands two columns further in than prose.
  var formulaIndent: Int { indent(of: nil) + (isChoice ? 0 : CodeDrawing.gutter) }

  /// Whether a text that is only code goes beside its label.
  func holds(code: [String]) -> Bool {
    hang >= CodeDrawing.gutter && (isChoice || code.count == 1)
  }

  /// The first paragraph, behind the label.
  func beginning(_ text: String, _ end: String) -> [String] {
    let line = isChoice ? painted(label + text) : label + painted(text)
    return theme.lines(line + end, indent: hang)
  }

  /// Code behind the label.
  func beginning(_ code: [CodeDrawing.CodeRow]) -> [String] {
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
  func ending(_ end: String) -> [String] {
    end.isEmpty ? [] : [String(repeating: " ", count: indent(of: nil)) + end.trimmingLeadingBlanks]
  }

  /// Rows with `indent` cells before each. The label is before the first ones: beside them if they
  /// are part of a choice, else above them.
  func indented(_ rows: [String], by indent: Int, isFirst: Bool) -> [String] {
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
