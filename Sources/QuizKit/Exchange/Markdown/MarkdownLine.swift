/// A line of Markdown as the question lists need it.
struct MarkdownLine {
  /// What the line is at first sight; a dialect decides what it means. Blanks at the end of a text stay,
  /// because another line may follow.
  enum Kind: Equatable {
    case blank
    /// Inside a fence, or the fence itself: never a mark.
    case code
    case heading(level: Int, text: String)
    /// `- text`, `* text` or `+ text`; the mark tells right from wrong in one dialect.
    case item(mark: Character, text: String)
    /// `---` alone.
    case rule
    case text
  }

  var number: Int
  var kind: Kind
  /// The line as it stands.
  var raw: String
  /// How many blanks it begins with; a tab counts four.
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

/// Cuts Markdown into lines, with fences closed by their own kind and HTML comments left out.
struct MarkdownLines {
  private var scanner: LineScanner
  private let bytes: UnsafeBufferPointer<UInt8>
  private var fence: Fence?
  private var isInComment = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanner = LineScanner(bytes)
  }

  /// How far the reading has come, in bytes.
  var position: Int { min(scanner.index, bytes.count) }

  /// Whether no fence is open.
  var isClosed: Bool { fence == nil }

  mutating func next() -> MarkdownLine? {
    while let line = scanner.next() {
      var raw = String(decoding: bytes[line.range], as: UTF8.self)
      if let open = fence {
        if open.isClosed(by: raw) { fence = nil }
        return MarkdownLine(number: line.number, kind: .code, raw: raw)
      }
      let isWhole = Self.dropComments(&raw, &isInComment)
      // A line that was nothing but a comment parts nothing.
      if !isWhole, raw.allSatisfy(\.isWhitespace) { continue }
      fence = Fence(raw)
      return MarkdownLine(
        number: line.number, kind: fence == nil ? Self.kind(of: raw) : .code, raw: raw)
    }
    return nil
  }

  /// Cuts `<!-- … -->` out, but not behind a backslash; `false` if something was cut.
  private static func dropComments(_ raw: inout String, _ isInComment: inout Bool) -> Bool {
    // Nearly no line has one; a search for the whole mark in each line took a tenth of the reading.
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

  /// By scalars, not characters: a mark before a combining accent is a mark still.
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

  /// An open fence of code.
  private struct Fence {
    var mark: Unicode.Scalar
    var length: Int

    init?(_ raw: String) {
      let text = raw.unicodeScalars.drop(while: isBlank)
      guard let first = text.first, first == "`" || first == "~" else { return nil }
      length = text.prefix { $0 == first }.count
      mark = first
      // A line such as ```code``` opens and closes a span, not a block.
      if length < 3 || (first == "`" && text.dropFirst(length).contains("`")) { return nil }
    }

    func isClosed(by raw: String) -> Bool {
      let text = raw.unicodeScalars.drop(while: isBlank)
      let marks = text.prefix { $0 == mark }.count
      return marks >= length && text.dropFirst(marks).allSatisfy(isBlank)
    }
  }
}
