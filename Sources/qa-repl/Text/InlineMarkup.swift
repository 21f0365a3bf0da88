/// Emphasis and code within a paragraph (CommonMark 0.31, 6.1 and 6.2).
struct InlineMarkup {
  fileprivate enum Piece {
    case text(String)
    case code(String)
    case delimiter(Delimiter)
  }

  /// A run of `*` or `_`.
  fileprivate struct Delimiter {
    let mark: Character
    let length: Int
    let opens, closes: Bool
    /// The number of its characters that do not belong to any emphasis.
    var left: Int

    /// Whether it may begin the emphasis that `closer` ends ("multiple of 3" rule).
    func matches(_ closer: Delimiter) -> Bool {
      guard opens, mark == closer.mark, left > 0 else { return false }
      guard closes || closer.opens else { return true }
      return (length + closer.length) % 3 != 0 || (length % 3 == 0 && closer.length % 3 == 0)
    }
  }

  private var pieces: [Piece] = []
  /// Where emphasis begins (+1) and ends (-1), by the index of the piece.
  private var changes: [Int] = []

  init(_ text: String) {
    split(Array(text))
    changes = Array(repeating: 0, count: pieces.count + 1)
    matchDelimiters()
  }

  /// The code that makes up the whole text; `nil` when the text contains anything else.
  var code: String? {
    guard pieces.count == 1, case .code(let text) = pieces[0] else { return nil }
    return text
  }

  /// The text without its marks, with emphasis and code in their styles.
  func drawn(emphasis: (String) -> String, code: (String) -> String) -> String {
    var result = ""
    var depth = 0
    var bold = ""
    for (index, piece) in pieces.enumerated() {
      depth += changes[index]
      let shown =
        switch piece {
        case .text(let text): text
        case .code(let text): code(text)
        case .delimiter(let run): String(repeating: run.mark, count: run.left)
        }
      if depth > 0 {
        bold += shown
      } else {
        result += emphasis(bold) + shown
        bold = ""
      }
    }
    return result + emphasis(bold)
  }

  // MARK: Pieces

  private mutating func split(_ characters: [Character]) {
    let lastRuns = Self.lastBackquotes(characters)
    var start = 0
    var index = 0
    func plain(to end: Int) -> Piece { .text(String(characters[start..<end])) }
    while index < characters.count {
      let mark = characters[index]
      guard mark == "*" || mark == "_" || mark == "`" else {
        // A character after a backslash is not a mark.
        index += mark == "\\" ? 2 : 1
        continue
      }
      let end = Self.endOfRun(characters, index)
      if mark != "`" {
        if index > start { pieces.append(plain(to: index)) }
        let before = index > 0 ? characters[index - 1] : " "
        let after = end < characters.count ? characters[end] : " "
        pieces.append(.delimiter(Delimiter(mark, end - index, before, after)))
        start = end
      } else if lastRuns[end - index, default: -1] >= end,
        let close = Self.closingBackquotes(characters, end, end - index)
      {
        if index > start { pieces.append(plain(to: index)) }
        pieces.append(.code(Self.code(characters[end..<close])))
        start = close + end - index
      }
      index = max(end, start)
    }
    if start < characters.count { pieces.append(plain(to: characters.count)) }
  }

  private static func endOfRun(_ characters: [Character], _ start: Int) -> Int {
    characters[start...].firstIndex { $0 != characters[start] } ?? characters.count
  }

  /// The index where the last run of backquotes of each length begins, so that a search for a run
  /// that does not exist costs nothing.
  private static func lastBackquotes(_ characters: [Character]) -> [Int: Int] {
    var last: [Int: Int] = [:]
    var index = 0
    while let start = characters[index...].firstIndex(of: "`") {
      index = endOfRun(characters, start)
      last[index - start] = start
    }
    return last
  }

  private static func closingBackquotes(_ characters: [Character], _ from: Int, _ length: Int)
    -> Int?
  {
    var index = from
    while let start = characters[index...].firstIndex(of: "`") {
      index = endOfRun(characters, start)
      if index - start == length { return start }
    }
    return nil
  }

  /// Code without the blank on each side that sets it apart from its marks.
  private static func code(_ characters: ArraySlice<Character>) -> String {
    let isSetApart =
      characters.first == " " && characters.last == " " && characters.contains { $0 != " " }
    return String(isSetApart ? characters.dropFirst().dropLast() : characters)
  }

  // MARK: Emphasis

  /// The algorithm of the appendix "phase 2: inline structure".
  private mutating func matchDelimiters() {
    var openers: [Int] = []
    // For each kind of closer, the part of the stack that contains no opener for it.
    var bottoms: [[Int]: Int] = [:]
    for index in pieces.indices {
      guard case .delimiter(var closer) = pieces[index] else { continue }
      while closer.closes, closer.left > 0 {
        let kind = [closer.mark == "*" ? 0 : 1, closer.opens ? 1 : 0, closer.length % 3]
        let bottom = min(bottoms[kind, default: 0], openers.count)
        guard
          let place = openers[bottom...].lastIndex(where: { delimiter($0).matches(closer) })
        else {
          bottoms[kind] = openers.count
          break
        }
        let opening = openers[place]
        var opener = delimiter(opening)
        let used = min(opener.left, closer.left, 2)
        opener.left -= used
        closer.left -= used
        pieces[opening] = .delimiter(opener)
        changes[opening + 1] += 1
        changes[index] -= 1
        openers.removeSubrange((opener.left > 0 ? place + 1 : place)...)
      }
      pieces[index] = .delimiter(closer)
      if closer.opens, closer.left > 0 { openers.append(index) }
    }
  }

  private func delimiter(_ index: Int) -> Delimiter {
    guard case .delimiter(let delimiter) = pieces[index] else {
      preconditionFailure("only delimiters are on the stack")
    }
    return delimiter
  }
}

extension InlineMarkup.Delimiter {
  /// - Parameters:
  ///   - before: The character before the run; a blank at the beginning.
  ///   - after: The character after the run; a blank at the end.
  fileprivate init(_ mark: Character, _ length: Int, _ before: Character, _ after: Character) {
    let isLeft = !after.isWhitespace && (!after.isSign || before.isWhitespace || before.isSign)
    let isRight = !before.isWhitespace && (!before.isSign || after.isWhitespace || after.isSign)
    let isInWord = before.isWordASCII && after.isWordASCII
    let opens = mark == "_" ? isLeft && (!isRight || before.isSign) : isLeft && !isInWord
    let closes = mark == "_" ? isRight && (!isLeft || after.isSign) : isRight && !isInWord
    self.init(mark: mark, length: length, opens: opens, closes: closes, left: length)
  }
}

extension Character {
  /// A Unicode punctuation character of CommonMark.
  fileprivate var isSign: Bool { isPunctuation || isSymbol }
  fileprivate var isWordASCII: Bool { isASCII && (isLetter || isNumber) }
}
