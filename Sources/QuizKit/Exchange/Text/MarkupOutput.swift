/// The Markdown that is being written.
package struct MarkupOutput {
  /// The text so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// UTF-8, because a string would be copied whenever a blank is removed from its end.
  private var bytes: [UInt8] = []
  /// Whether a line was just ended, so that blanks and a line end after it are ignored.
  private var isAfterBreak = false
  /// The open marks, and how often each is open.
  private var depth: [String: Int] = [:]
  /// Marks that wait for the first visible character.
  private var waiting: [String] = []

  package init() {}

  package mutating func append(_ addition: String) {
    var rest = Array(addition.utf8)[...]
    if isAfterBreak {
      rest = rest.drop(while: Self.isBlank)
      if rest.first == Self.newline { rest = rest.dropFirst() } else if rest.isEmpty { return }
      isAfterBreak = false
    }
    let blanks = rest.prefix { Self.isBlank($0) || $0 == Self.newline }
    if waiting.isEmpty || blanks.endIndex == rest.endIndex {
      bytes += rest
    } else {
      bytes += blanks
      for mark in waiting { bytes += mark.utf8 }
      bytes += rest[blanks.endIndex...]
      waiting.removeAll()
    }
  }

  mutating func breakLine() {
    trimLine()
    bytes.append(Self.newline)
    isAfterBreak = true
  }

  /// Ends the line at the edge of a block. Blocks in a row are not separated by blank lines.
  package mutating func endLine() {
    trimLine()
    guard let last = bytes.last else { return }
    if last != Self.newline { bytes.append(Self.newline) }
    isAfterBreak = true
  }

  /// Begins a line with a mark. Blanks after it are ignored.
  package mutating func beginLine(_ mark: String) {
    endLine()
    bytes += mark.utf8
    isAfterBreak = true
  }

  mutating func open(_ mark: String) {
    depth[mark, default: 0] += 1
    if depth[mark] == 1 { waiting.append(mark) }
  }

  /// Closes a mark before the blanks at the end of the text.
  mutating func close(_ mark: String) {
    depth[mark, default: 0] -= 1
    guard depth[mark] == 0 else { return }
    if let last = waiting.lastIndex(of: mark) {
      waiting.remove(at: last)
      return
    }
    var end = bytes.count
    while end > 0, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == Self.newline { end -= 1 }
    bytes.insert(contentsOf: mark.utf8, at: end)
  }

  mutating func append(code: String) {
    if code.contains("\n") { return append(block: code, language: "") }
    let fence = Self.fence(around: code, atLeast: 1)
    let blank = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
    append(fence + blank + code + blank + fence)
  }

  package mutating func append(block code: String, language: String) {
    var code = code[...]
    if code.first == "\n" { code = code.dropFirst() }
    while code.last?.isWhitespace == true { code = code.dropLast() }
    let fence = Self.fence(around: String(code), atLeast: 3)
    endLine()
    isAfterBreak = false
    append(fence + language + "\n" + code + "\n" + fence)
    breakLine()
  }

  private mutating func trimLine() {
    while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Backticks longer than any in the code.
  private static func fence(around code: String, atLeast least: Int) -> String {
    var longest = 0
    var run = 0
    for byte in code.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest < least ? least : longest + 1)
  }
}
