/// Finds keywords, strings, comments and numbers in code, as the description of a language says.
///
/// It is meant for short pieces of code that need not be complete. What it does not understand has
/// no colour.
struct CodeLexer {
  struct Token: Equatable {
    var text: String
    /// `nil` for code without a colour of its own.
    let role: Palette.Role?
  }

  private let bytes: [UInt8]
  private let language: CodeLanguage
  private var index = 0
  /// Where the code without a colour before the current token begins.
  private var start = 0
  private var tokens: [Token] = []
  /// Whether the current place is within a tag of HTML.
  private var isInTag = false
  /// Where the lines end in which a string of each mark has been found not to end.
  private var unclosed: [[UInt8]: Int] = [:]
  /// The longest character between two marks, in bytes.
  private static let longestCharacter = 64

  /// The tokens of each line. Comments and strings may go on over lines.
  static func lines(of lines: [String], _ language: CodeLanguage) -> [[Token]] {
    var lexer = CodeLexer(Array(lines.joined(separator: "\n").utf8), language)
    lexer.read()
    var result: [[Token]] = [[]]
    for token in lexer.tokens {
      let parts = token.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { result.append([]) }
        if !part.isEmpty {
          result[result.count - 1].append(Token(text: String(part), role: token.role))
        }
      }
    }
    return result
  }

  private init(_ bytes: [UInt8], _ language: CodeLanguage) {
    (self.bytes, self.language) = (bytes, language)
  }

  private mutating func read() {
    while index < bytes.count {
      if takeComment() || takeString() { continue }
      let byte = bytes[index]
      if language.isMarkup, !isInTag {
        if !takeTag() { index += 1 }
      } else if language.isMarkup, byte == UInt8(ascii: ">") {
        take(to: index + 1, .keyword)
        isInTag = false
      } else if byte.isDigit {
        takeNumber()
      } else if byte.isWord || language.wordSigns.contains(byte) {
        takeWord()
      } else {
        index += 1
      }
    }
    take(to: index, nil)
  }

  /// Takes the bytes from the current place to `end` as one token.
  private mutating func take(to end: Int, _ role: Palette.Role?) {
    append(start..<index, nil)
    append(index..<end, role)
    (index, start) = (end, end)
  }

  private mutating func append(_ range: Range<Int>, _ role: Palette.Role?) {
    if range.isEmpty { return }
    tokens.append(Token(text: String(decoding: bytes[range], as: UTF8.self), role: role))
  }

  private func starts(with mark: [UInt8], at place: Int) -> Bool {
    bytes[place] == mark[0] && bytes[place...].starts(with: mark)
  }

  // MARK: Comments and strings

  private mutating func takeComment() -> Bool {
    for mark in language.lineComments where starts(with: mark, at: index) {
      // `$#` and `a#b` are no comments in a shell.
      if mark == [UInt8(ascii: "#")], index > 0, bytes[index - 1] > 0x20 { continue }
      take(to: bytes[index...].firstIndex(of: 0x0A) ?? bytes.count, .comment)
      return true
    }
    if let (open, close) = language.blockComment, starts(with: open, at: index) {
      take(to: end(of: close, from: index + open.count) ?? bytes.count, .comment)
      return true
    }
    return false
  }

  private mutating func takeString() -> Bool {
    guard !language.isMarkup || isInTag else { return false }
    for form in language.strings where starts(with: form.mark, at: index) {
      guard let end = end(of: form) else { continue }
      take(to: end, isKey(before: end) ? .keyword : .string)
      return true
    }
    return false
  }

  /// The place after a string of such a form that begins here; `nil` when it does not end.
  private mutating func end(of form: CodeLanguage.StringForm) -> Int? {
    if index < unclosed[form.mark] ?? 0 { return nil }
    var place = index + form.mark.count
    let first = place
    while place < bytes.count {
      if bytes[place] == 0x5C, form.hasEscapes {
        place += 2
      } else if starts(with: form.mark, at: place) {
        // In Rust, `'a` is the name of a lifetime: a character is one character long.
        if form.isCharacter, !isCharacter(first..<place) { return nil }
        return place + form.mark.count
      } else if bytes[place] == 0x0A, !form.isLong {
        break
      } else if form.isCharacter, bytes[first] != 0x5C, place - first > Self.longestCharacter {
        return nil
      } else {
        place += 1
      }
    }
    if form.isLong { return bytes.count }
    unclosed[form.mark] = place
    return nil
  }

  private func isCharacter(_ range: Range<Int>) -> Bool {
    bytes[range].first == 0x5C || String(decoding: bytes[range], as: UTF8.self).count == 1
  }

  private func end(of mark: [UInt8], from start: Int) -> Int? {
    var place = start
    while let found = bytes[place...].firstIndex(of: mark[0]) {
      if starts(with: mark, at: found) { return found + mark.count }
      place = found + 1
    }
    return nil
  }

  // MARK: Words and numbers

  private mutating func takeNumber() {
    var end = index + 1
    while end < bytes.count {
      let isExponent = (bytes[end - 1] | 0x20) == UInt8(ascii: "e") && bytes[index] != 0x30
      let isFraction = bytes[end] == UInt8(ascii: ".") && bytes[(end + 1)...].first?.isDigit == true
      guard
        bytes[end].isWord || bytes[end].isDigit || isFraction
          || (isExponent && "+-".utf8.contains(bytes[end]))
      else {
        break
      }
      end += 1
    }
    take(to: end, .number)
  }

  private mutating func takeWord() {
    let end =
      bytes[(index + 1)...].firstIndex {
        !$0.isWord && !$0.isDigit && !(language.hasHyphens && $0 == UInt8(ascii: "-"))
      } ?? bytes.count
    let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
    let word = String(decoding: bytes[index..<end], as: UTF8.self)
    let isKeyword =
      isKey(before: end) || (!isMember && language.isKeyword(word))
      || (end > index + 1 && bytes[index] == UInt8(ascii: "@"))
    if isKeyword { take(to: end, .keyword) } else { index = end }
  }

  /// Whether what ends at `end` is a key: a colon and a blank or a line end follow.
  private func isKey(before end: Int) -> Bool {
    guard language.hasKeys, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return false }
    return end + 1 == bytes.count || bytes[end + 1] <= 0x20
  }

  private mutating func takeTag() -> Bool {
    guard bytes[index] == UInt8(ascii: "<") else { return false }
    let name = bytes[(index + 1)...].drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") }
    guard name.startIndex <= index + 2, name.first?.isWord == true else { return false }
    let end = name.firstIndex { !$0.isWord && !$0.isDigit && $0 != UInt8(ascii: "-") }
    take(to: end ?? bytes.count, .keyword)
    isInTag = true
    return true
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether a name may begin with it. Names may be written in any script.
  fileprivate var isWord: Bool {
    (0x41...0x5A).contains(self & 0xDF) || self == UInt8(ascii: "_") || self >= 0x80
  }
}
