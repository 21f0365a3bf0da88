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
  /// The number of blanks at the beginning; a tab counts as four.
  var indent: Int {
    var indent = 0
    for byte in raw.utf8 {
      guard byte == 0x20 || byte == 0x09 else { break }
      indent += byte == 0x09 ? 4 : 1
    }
    return indent
  }

  /// The line without blanks at its ends.
  var text: String { FieldText.make(raw) }
}

/// Splits Markdown into lines. A fence ends only at a fence of its own kind; HTML comments are
/// removed.
struct MarkdownLines {
  private var scanner: LineScanner
  private let bytes: UnsafeBufferPointer<UInt8>
  private var fence: Fence?
  private var isInComment = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanner = LineScanner(bytes)
  }

  /// The progress in bytes.
  var position: Int { min(scanner.index, bytes.count) }

  /// Whether no code fence is open.
  var isClosed: Bool { fence == nil }

  mutating func next() -> MarkdownLine? {
    while let line = scanner.next() {
      var raw = String(decoding: bytes[line.range], as: UTF8.self)
      if let open = fence {
        if open.isClosed(by: raw) { fence = nil }
        return MarkdownLine(number: line.number, kind: .code, raw: raw)
      }
      let isWhole = Self.dropComments(&raw, &isInComment)
      // A line with only a comment is skipped, so that it does not count as blank.
      if !isWhole, raw.allSatisfy(\.isWhitespace) { continue }
      fence = Fence(raw)
      return MarkdownLine(
        number: line.number, kind: fence == nil ? Self.kind(of: raw) : .code, raw: raw)
    }
    return nil
  }

  /// Removes `<!-- … -->` unless a backslash escapes it; returns `false` if something was removed.
  private static func dropComments(_ raw: inout String, _ isInComment: inout Bool) -> Bool {
    // Few lines have a comment, and searching every line for the whole mark is slow.
    guard isInComment || raw.utf8.contains(UInt8(ascii: "<")), isInComment || raw.contains("<!--")
    else { return true }
    var hasCut = isInComment
    var kept = ""
    var rest = Substring(raw)
    while true {
      if isInComment {
        guard let end = rest.firstRange(of: "-->") else { break }
        rest = rest[end.upperBound...]
        isInComment = false
      }
      guard let start = rest.firstRange(of: "<!--") else {
        kept += rest
        break
      }
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if kept.last == "\\" {
        kept.removeLast()
        kept += "<!--"
      } else {
        isInComment = true
        hasCut = true
      }
    }
    raw = kept
    return !hasCut
  }

  /// Compares scalars instead of characters, so that a mark before a combining accent is
  /// recognised.
  private static func kind(of raw: String) -> MarkdownLine.Kind {
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
    default: return .text
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// An open code fence.
  private struct Fence {
    var mark: Unicode.Scalar
    var length: Int

    init?(_ raw: String) {
      let text = raw.unicodeScalars.drop(while: isBlank)
      guard let first = text.first, first == "`" || first == "~" else { return nil }
      length = text.prefix { $0 == first }.count
      mark = first
      // A line such as ```code``` is an inline code span, not a fence.
      if length < 3 || (first == "`" && text.dropFirst(length).contains("`")) { return nil }
    }

    func isClosed(by raw: String) -> Bool {
      let text = raw.unicodeScalars.drop(while: isBlank)
      let marks = text.prefix { $0 == mark }.count
      return marks >= length && text.dropFirst(marks).allSatisfy(isBlank)
    }
  }
}
