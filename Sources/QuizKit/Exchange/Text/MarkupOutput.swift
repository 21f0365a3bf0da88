/// The Markdown that is being written.
struct MarkupOutput {
  private(set) var text = ""
  /// Whether a line was just ended, so that blanks and a line end that follow mean nothing.
  private var isAfterBreak = false
  /// The marks that are open, and how often.
  private var depth: [String: Int] = [:]
  /// Marks that wait for the first visible character.
  private var waiting: [String] = []

  mutating func append(_ addition: String) {
    var rest = addition.unicodeScalars[...]
    if isAfterBreak {
      let line = rest.drop { $0 == " " || $0 == "\t" }
      if line.first == "\n" { rest = line.dropFirst() }
      if line.isEmpty { return }
      isAfterBreak = false
    }
    let blanks = rest.prefix { $0 == " " || $0 == "\t" || $0 == "\n" }
    if waiting.isEmpty || blanks.endIndex == rest.endIndex {
      text += String(rest)
    } else {
      text += String(blanks) + waiting.joined() + String(rest[blanks.endIndex...])
      waiting.removeAll()
    }
  }

  mutating func breakLine() {
    trimLine()
    text += "\n"
    isAfterBreak = true
  }

  /// Ends the line at the edge of a block. Blocks in a row are not separated by blank lines.
  mutating func endLine() {
    trimLine()
    guard !text.isEmpty else { return }
    if text.unicodeScalars.last != "\n" { text += "\n" }
    isAfterBreak = true
  }

  mutating func open(_ mark: String) {
    depth[mark, default: 0] += 1
    if depth[mark] == 1 { waiting.append(mark) }
  }

  mutating func close(_ mark: String) {
    depth[mark, default: 0] -= 1
    guard depth[mark] == 0 else { return }
    if let last = waiting.lastIndex(of: mark) {
      waiting.remove(at: last)
      return
    }
    var blanks: [Unicode.Scalar] = []
    while let last = text.unicodeScalars.last, last == " " || last == "\t" || last == "\n" {
      blanks.append(text.unicodeScalars.removeLast())
    }
    text += mark
    text.unicodeScalars.append(contentsOf: blanks.reversed())
  }

  mutating func append(code: String) {
    if code.contains("\n") { return append(block: code, language: "") }
    let fence = Self.fence(around: code, atLeast: 1)
    let blank = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
    append(fence + blank + code + blank + fence)
  }

  mutating func append(block code: String, language: String) {
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
    while let last = text.unicodeScalars.last, last == " " || last == "\t" {
      text.unicodeScalars.removeLast()
    }
  }

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
