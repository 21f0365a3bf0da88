/// A line as a survey keeps it: a few bytes instead of its text.
struct DumpMark {
  enum Kind: UInt8 {
    /// A line of text. Lines that follow it directly have no mark of their own.
    case text
    case rule
    case heading
    /// A word for a question with a number, or an identifier with its key.
    case word
    /// A number, which begins a question or an item of a list.
    case number
    case choice
    case box
    case bullet
    case key
    case keyTitle
    case explanation
  }

  var kind: Kind
  /// The place of the line among all lines, those of split lines included.
  var line: Int32
  /// The number of a question, the place of a label, or the level of any other heading.
  var value: Int32 = 0
  /// The level of a heading, or 0 for other lines.
  var level: UInt8 = 0
  /// The style of a label or of a number; the character of a bullet.
  var style: UInt8 = 0
  var indent: UInt8 = 0
  var isInList = false
  /// Whether a box is checked, or the beginning of a question has its key in it.
  var isChecked = false
  /// Whether the line is the answer to a question in a list of answers: `12. B`.
  var isEntry = false
  /// Whether the text of the line ends with a question mark.
  var isAsking = false
  /// Whether a blank line comes before the line.
  var isParted = false
  /// Whether the question has a word before its number that only dumps have.
  var isNamed = false

  /// The mark of a line; `nil` for lines that have no meaning of their own.
  init?(_ line: DumpLine, at place: Int) {
    self.line = Int32(clamping: place)
    indent = UInt8(clamping: line.line.indent)
    isInList = line.isInList
    switch line.kind {
    case .blank, .code, .wrapper: return nil
    case .text:
      kind = .text
      isAsking = line.line.text.hasSuffix("?") || line.line.text.hasSuffix("？")
    case .rule: kind = .rule
    case .heading(let level): (kind, self.level) = (.heading, UInt8(level))
    case .start(let start, let level):
      kind = start.kind == .number ? .number : .word
      value = Int32(start.number)
      self.level = UInt8(level ?? 0)
      style = start.style
      isChecked = !start.key.isEmpty
      isNamed = kind == .word && !Self.isUsual(line.line)
    case .choice(let label):
      (kind, value, style) = (.choice, Int32(label.place), label.style.rawValue)
      if label.style == .digits { (kind, value) = (.number, Int32(label.place + 1)) }
      isChecked = RightMark.isBehind(label.text)
    case .box(let box): (kind, isChecked) = (.box, box.isChecked)
    case .bullet(let mark, let text):
      (kind, style) = (.bullet, mark.asciiValue ?? 0)
      isChecked = RightMark.isBehind(text)
    case .key: kind = .key
    case .statement: kind = .key
    case .keyTitle:
      kind = .keyTitle
      if case .heading(let level, _) = line.line.kind { self.level = UInt8(level) }
    case .explanation:
      kind = .explanation
      if case .heading(let level, _) = line.line.kind { self.level = UInt8(level) }
    }
  }
}

extension DumpMark {
  /// Whether the number of a question is one that all dialects read.
  private static func isUsual(_ line: MarkdownLine) -> Bool {
    guard case .heading(_, let text) = line.kind else { return false }
    return QuestionNumber.dropped(from: text) != nil
  }
}

/// The mark behind a choice that says that it is the right one: `B. two ✅`.
enum RightMark {
  static func isBehind(_ text: String) -> Bool {
    guard let last = text.utf8.last, last == UInt8(ascii: ")") || last >= 0x80 || last == 0x74
    else { return false }
    return DumpWords.rightMarks.contains { text.hasSuffix($0) }
  }

  /// The text without the mark.
  static func dropped(from text: String) -> String {
    guard let mark = DumpWords.rightMarks.first(where: { text.hasSuffix($0) }) else { return text }
    return FieldText.make(String(text.dropLast(mark.count)))
  }
}
