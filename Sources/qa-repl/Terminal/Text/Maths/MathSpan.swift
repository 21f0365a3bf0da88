import QuizSupport

/// A formula between its delimiters in a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`,
/// `[latex]…[/latex]`, or `[$]…[/$]` and `[$$]…[/$$]` as Anki writes them.
///
/// The text between the delimiters is not Markdown, even when the formula is not known.
struct MathSpan: Equatable {
  /// The bytes of it and its delimiters.
  let range: Range<Int>
  /// The text between the delimiters.
  let source: String
  /// Whether the formula stands by itself instead of within a sentence.
  let isDisplayed: Bool

  /// The longest formula. A delimiter that nothing closes is looked for no further.
  private static let longest = 4000

  /// The formula that begins at `start`.
  ///
  /// - Returns: `nil` when none begins there. The character is then one of the text.
  init?(at start: Int, in text: [UInt8]) {
    switch text[start] {
    case UInt8(ascii: "$"):
      if Self.stands("$$", at: start, in: text) {
        self.init(text, start, "$$", "$$", isDisplayed: true)
        // "the difference between $$ and $$"
        if Self.isEnglish(Array(source.trimmed.utf8)) { return nil }
      } else {
        self.init(inDollars: text, start)
      }
    case UInt8(ascii: "\\"):
      if start > 0, text[start - 1] == UInt8(ascii: "\\") { return nil }
      let isDisplayed = !Self.stands("\\(", at: start, in: text)
      self.init(
        text, start, isDisplayed ? "\\[" : "\\(", isDisplayed ? "\\]" : "\\)",
        isDisplayed: isDisplayed)
      // Regular expressions escape brackets too.
      guard hasMathSigns || (isDisplayed ? source.trimmed.count == 1 : !isPattern) else {
        return nil
      }
    case UInt8(ascii: "["):
      for (open, close, isDisplayed) in Self.tags where Self.stands(open, at: start, in: text) {
        self.init(text, start, open, close, isDisplayed: isDisplayed)
        self = unwrapped
        return
      }
      return nil
    default: return nil
    }
  }

  /// The bytes with which a formula may begin.
  static let beginnings = Set("$\\[".utf8)

  private static let tags: [(StaticString, StaticString, Bool)] = [
    ("[latex]", "[/latex]", false), ("[$]", "[/$]", false), ("[$$]", "[/$$]", true),
  ]

  // A table, because the compiler gives a loop over written pairs now these bytes and now others, and
  // a release is the same wherever it is built.
  private static let delimiters = [
    ("$$", "$$", true), ("$", "$", false), ("\\(", "\\)", false), ("\\[", "\\]", true),
  ]

  private init(range: Range<Int>, source: String, isDisplayed: Bool) {
    self.range = range
    self.source = source
    self.isDisplayed = isDisplayed
  }

  /// The formula between two delimiters that mean nothing else.
  private init?(
    _ text: [UInt8], _ start: Int, _ open: StaticString, _ close: StaticString, isDisplayed: Bool
  ) {
    guard Self.stands(open, at: start, in: text) else { return nil }
    let inner = start + open.utf8CodeUnitCount
    var index = inner
    var isBlankLine = false
    while index < text.count, index - inner < Self.longest {
      if Self.stands(close, at: index, in: text) {
        let source = String(decoding: text[inner..<index], as: UTF8.self)
        guard source.contains(where: { !$0.isWhitespace }) else { return nil }
        let end = index + close.utf8CodeUnitCount
        self.init(range: start..<end, source: source, isDisplayed: isDisplayed)
        return
      }
      let byte = text[index]
      // No formula goes on after a blank line, and none begins in another one.
      if byte == UInt8(ascii: "\n"), isBlankLine { return nil }
      if text[start] != UInt8(ascii: "$"), Self.stands(open, at: index, in: text) { return nil }
      isBlankLine = byte == UInt8(ascii: "\n") || (isBlankLine && byte == UInt8(ascii: " "))
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func stands(_ sign: StaticString, at index: Int, in text: [UInt8]) -> Bool {
    guard text.count - index >= sign.utf8CodeUnitCount else { return false }
    return sign.withUTF8Buffer { sign in
      sign.indices.allSatisfy { sign[$0] == text[index + $0] }
    }
  }

  /// The formula without the delimiters that stand within a tag as well.
  private var unwrapped: MathSpan {
    let trimmed = source.trimmed
    for (open, close, isDisplayed) in Self.delimiters {
      guard trimmed.count > open.count + close.count, trimmed.hasPrefix(open),
        trimmed.hasSuffix(close)
      else { continue }
      let inner = trimmed.dropFirst(open.count).dropLast(close.count)
      return MathSpan(range: range, source: String(inner), isDisplayed: isDisplayed)
    }
    return self
  }
}

// MARK: Escaped brackets

extension MathSpan {
  /// Whether a sign stands in the formula that is written in formulas, but hardly between escaped
  /// brackets of a regular expression: a command, a sub- or superscript, a relation, or a sign
  /// between blanks.
  private var hasMathSigns: Bool {
    let text = Array(source.trimmed.utf8)
    return text.indices.contains { index in
      let next = index + 1 < text.count ? text[index + 1] : UInt8(ascii: " ")
      switch text[index] {
      // One letter is a class of characters, such as `\d`.
      case UInt8(ascii: "\\"):
        if next == UInt8(ascii: "\\") { return index > 0 }
        return next.isLetterASCII && index + 2 < text.count && text[index + 2].isLetterASCII
      // A class of all but some characters begins with `^`.
      case UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "<"),
        UInt8(ascii: ">"):
        return index > 0
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"):
        return index > 0 && text[index - 1].isBlank && next.isBlank
      default: return false
      }
    }
      || source.unicodeScalars.contains {
        !$0.isASCII && $0.properties.generalCategory == .mathSymbol
      }
  }

  /// Whether the text is a word or a range of characters, such as in `\(abc\)`.
  private var isPattern: Bool {
    let text = Array(source.trimmed.utf8)
    return Self.isEnglish(text) || text.contains(UInt8(ascii: "\\"))
      || ["0-9", "a-z", "A-Z"].contains { source.contains($0) }
  }
}

// MARK: Dollar signs

extension MathSpan {
  /// The formula between two dollar signs that mean neither money nor a variable.
  ///
  /// As in Pandoc, the first has a non-blank to its right and the last one to its left and no digit
  /// to its right. Besides, no word touches them from outside, and no words stand between them.
  private init?(inDollars text: [UInt8], _ start: Int) {
    if start > 0, text[start - 1].isWordASCII || text[start - 1] == UInt8(ascii: "$") { return nil }
    guard let end = Self.closingDollar(text, start + 1), end > start + 1,
      !text[start + 1].isBlank, !text[end - 1].isBlank, !Self.isPartOfWord(text[(end + 1)...])
    else { return nil }
    let inner = text[(start + 1)..<end]
    guard !Self.isProse(inner) else { return nil }
    self.init(
      range: start..<(end + 1), source: String(decoding: inner, as: UTF8.self), isDisplayed: false)
  }

  /// The next dollar sign that is not in words of the formula, such as `\text{if $x$}`.
  private static func closingDollar(_ text: [UInt8], _ start: Int) -> Int? {
    // Whether each open group is one of words.
    var groups: [Bool] = []
    var index = start
    while index < text.count, index - start < 1000 {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "$") where groups.last != true: return index
      case UInt8(ascii: "{"):
        let before = max(start, index - 5)
        groups.append(
          stands("\\text", at: before, in: text) || stands("\\mbox", at: before, in: text))
      case UInt8(ascii: "}"): _ = groups.popLast()
      case UInt8(ascii: "\n") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n"):
        return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether a text right of a dollar sign makes the sign the beginning of something else: a price
  /// or a variable. An ending such as in "the $n$th" does not.
  private static func isPartOfWord(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return false }
    if next == UInt8(ascii: "{") || next == UInt8(ascii: "$") { return true }
    let word = rest.prefix(8).prefix(while: \.isWordASCII)
    return !word.isEmpty && !endings.contains(String(decoding: word, as: UTF8.self))
  }

  private static let endings: Set = ["th", "st", "nd", "rd", "s"]

  /// Whether words stand between two dollar signs, as in "$5 and 10$ more".
  private static func isProse(_ text: ArraySlice<UInt8>) -> Bool {
    let isNumberFirst = text.first.map { (0x30...0x39).contains($0) } ?? false
    var depth = 0
    var word: [UInt8] = []
    var isAfterBlank = isNumberFirst
    for byte in text + [UInt8(ascii: " ")] {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      // Kana and kanji.
      if depth <= 0, (0xE3...0xE9).contains(byte) { return true }
      if byte.isWordASCII || byte == UInt8(ascii: "\\") {
        word.append(byte)
        continue
      }
      let isSeparate = isAfterBlank && (byte.isBlank || byte == UInt8(ascii: ","))
      if depth <= 0, isSeparate, isEnglish(word) { return true }
      isAfterBlank = byte.isBlank || (isNumberFirst && word.isEmpty)
      word = []
    }
    return false
  }

  private static func isEnglish(_ bytes: [UInt8]) -> Bool {
    let word = String(decoding: bytes, as: UTF8.self)
    guard word.count > 1, word.allSatisfy(\.isLetter) else { return false }
    if shortWords.contains(word) { return true }
    return word.count > 2 && MathCommand(named: word) == nil
  }

  private static let shortWords: Set = [
    "to", "in", "or", "is", "of", "by", "at", "an", "as", "it", "he", "we", "if", "on", "so",
    "no", "up", "my", "me",
  ]
}

extension UInt8 {
  fileprivate var isLetterASCII: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}
