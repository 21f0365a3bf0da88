import QuizSupport

/// A line of Markdown, classified for question lists.
struct MarkdownLine {
  /// The syntactic kind of a line; a dialect decides what it means. Blanks at the end of a text are
  /// kept, because another line may follow.
  enum Kind: Equatable {
    case blank
    /// A line inside a fence, or the fence itself. It is never a mark.
    case code
    case heading(level: Int, text: String)
    /// `- text`, `* text` or `+ text`. In one dialect the mark tells right choices from wrong ones.
    case item(mark: Character, text: String)
    /// `---` alone.
    case rule
    case text
  }

  var number: Int
  var kind: Kind
  /// The unchanged line.
  var raw: String
  /// The indentation of the fence that a line of code belongs to.
  var fenceIndent = 0
  /// The number of blanks at the beginning; a tab counts as four.
  var indent: Int { Self.indent(of: raw) }

  static func indent(of raw: String) -> Int {
    var indent = 0
    for byte in raw.utf8 {
      guard byte == 0x20 || byte == 0x09 else { break }
      indent += byte == 0x09 ? 4 : 1
    }
    return indent
  }

  /// The line without blanks at its ends.
  var text: String { FieldText.make(raw) }

  /// The line as a part of a question's text.
  func textLine(_ text: String) -> MarkdownTextLine {
    MarkdownTextLine(number: number, text: text, isCode: kind == .code)
  }

  /// Compares scalars instead of characters, so that a mark before a combining accent is
  /// recognised.
  static func kind(of raw: String) -> Kind {
    let text = raw.unicodeScalars.drop(while: isBlank)
    guard let first = text.first, !FieldText.make(raw).isEmpty else { return .blank }
    switch first {
    case "#":
      let level = text.prefix { $0 == "#" }.count
      let rest = text.dropFirst(level)
      guard level <= 6, rest.first.map(isBlank) ?? true else { return .text }
      return .heading(level: level, text: String(rest.drop(while: isBlank)))
    case "-", "*", "+":
      let rule = FieldText.make(raw).unicodeScalars
      if first != "+", rule.count >= 3, rule.allSatisfy({ $0 == first }) { return .rule }
      let rest = text.dropFirst()
      guard rest.first.map(isBlank) ?? true else { return .text }
      return .item(mark: Character(first), text: String(rest.drop(while: isBlank)))
    case "0"..."9", "A"..."Z", "a"..."z":
      return numberedBox(text).map { .item(mark: ".", text: $0) } ?? .text
    default: return .text
    }
  }

  /// The box of an item with a number or a letter: the `[x] text` of `1. [x] text`.
  static func numberedBox(_ text: Substring.UnicodeScalarView) -> String? {
    var rest = text.drop { ("0"..."9").contains($0) }
    if rest.startIndex == text.startIndex { rest = rest.dropFirst() }
    guard let mark = rest.popFirst(), mark == "." || mark == ")", rest.first.map(isBlank) == true,
      case let item = rest.drop(while: isBlank), let open = item.first, open == "[" || open == "(",
      case let box = String(item), CheckBox.isIn(box)
    else { return nil }
    return box
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
