import QuizSupport

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
  /// Whether a box is checked, the beginning of a question has its key in it, or a key needs no
  /// choices.
  var isChecked = false
  /// Whether a key is a text to type.
  var isTyped = false
  /// Whether the line is the answer to a question in a list of answers: `12. B`.
  var isEntry = false
  /// Whether the text of the line ends with a question mark.
  var isAsking = false
  /// The same of the text behind the number or the heading of a question.
  var asks = false
  /// Whether an item begins with a sign that says that it is right.
  var isSigned = false
  /// Whether a blank line comes before the line.
  var isParted = false
  /// Whether the question has a word before its number that only dumps have.
  var isNamed = false
  /// Whether the whole text of a choice is bold and does not ask.
  var isBold = false
  /// Whether the label of a choice has a star before it.
  var isStarred = false
  /// Whether the text of a choice ends in a star.
  var endsInStar = false

  /// The mark of a line; `nil` for lines that have no meaning of their own.
  init?(_ line: DumpLine, at place: Int) {
    self.line = Int32(clamping: place)
    indent = UInt8(clamping: line.line.indent)
    isInList = line.isInList
    switch line.kind {
    case .blank, .code, .wrapper: return nil
    case .text:
      kind = .text
      isAsking = Self.isAsking(line.line.text)
      asks = isAsking
    case .rule: kind = .rule
    case .heading(let level):
      (kind, self.level) = (.heading, UInt8(level))
      if case .heading(_, let text) = line.line.kind { asks = Self.isAsking(text) }
    case .start(let start, let level):
      kind = start.kind == .number ? .number : .word
      value = Int32(start.number)
      self.level = UInt8(level ?? 0)
      style = start.style
      isChecked = !start.key.isEmpty
      isBold = DumpText.insideBold(start.text).map { !Self.isAsking($0) } ?? false
      asks = Self.isAsking(start.text)
      isNamed = kind == .word && !Self.isUsual(line.line)
    case .choice(let label):
      (kind, value, style) = (.choice, Int32(label.place), label.style.rawValue)
      if label.style == .digits { (kind, value) = (.number, Int32(label.place + 1)) }
      isStarred = label.isStarred
      takeMarks(of: label.text)
      isChecked = isChecked || isStarred
      isBold = isBold || label.isEmphasized && !Self.isAsking(label.text)
    case .box(let box): (kind, isChecked) = (.box, box.isChecked)
    case .bullet(let mark, let text):
      (kind, style) = (.bullet, mark.asciiValue ?? 0)
      takeMarks(of: text)
      // Lists of good and bad examples have signs, too.
      (isSigned, isChecked) = (!RightMark.before(text).isEmpty, RightMark.isBehind(text))
    case .key(let word, let value):
      kind = .key
      isTyped = word == "="
      isChecked = isTyped || Vocabulary.truth(of: DumpText.comparable(value)) != nil
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
  private mutating func takeMarks(of text: String) {
    isChecked = RightMark.isIn(text)
    isBold = DumpText.insideBold(text).map { !Self.isAsking($0) } ?? false
    endsInStar = text.hasSuffix("*") && !text.hasSuffix("**") && text.count { $0 == "*" } == 1
  }

  private static func isAsking(_ text: String) -> Bool {
    text.hasSuffix("?") || text.hasSuffix("？")
  }

  /// Whether the number of a question is one that all dialects read.
  private static func isUsual(_ line: MarkdownLine) -> Bool {
    guard case .heading(_, let text) = line.kind else { return false }
    return QuestionNumber.dropped(from: text) != nil
  }
}

/// The mark behind or before a choice that says that it is the right one: `B. two ✅`.
enum RightMark {
  static func isIn(_ text: String) -> Bool { isBehind(text) || !before(text).isEmpty }

  static func isBehind(_ text: String) -> Bool {
    guard let last = text.utf8.last, last == UInt8(ascii: ")") || last >= 0x80 || last == 0x74
    else { return false }
    return Vocabulary.rightMarks.contains { text.hasSuffix($0) }
  }

  /// The mark that a text begins with, and a blank before it; empty if there is none.
  static func before(_ text: String) -> String {
    guard let first = text.utf8.first, first >= 0xE2 else { return "" }
    return signs.first { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }.map { " " + $0 }
      ?? ""
  }

  private static let signs = Vocabulary.rightMarks.filter { ($0.utf8.first ?? 0) >= 0xE2 }

  /// The text without the mark.
  static func dropped(from text: String) -> String {
    dropped(Vocabulary.rightMarks, from: text)
  }

  /// The text without a sign that the choice is wrong.
  static func withoutWrong(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last,
      first >= 0x80 || last >= 0x80 || last == UInt8(ascii: ")")
    else { return text }
    return dropped(Vocabulary.wrongMarks, from: text)
  }

  private static func dropped(_ marks: [String], from text: String) -> String {
    for mark in marks {
      // Emphasis may begin before the letter of the choice and end before the mark.
      if text.hasSuffix(mark), text.utf8.count > mark.utf8.count {
        let rest = DumpText.withoutOpenEmphasis(text.dropLast(mark.count).unicodeScalars)
        return FieldText.make(String(Substring(rest)))
      }
      if text.hasPrefix(mark), text.utf8.count > mark.utf8.count {
        return FieldText.make(String(text.dropFirst(mark.count)))
      }
    }
    return text
  }
}
