import QuizSupport

/// Reads the blocks of a text: code between fences, lists, quotes, tables, and prose.
///
/// The texts of question banks are often not Markdown. What could be something else stays prose: a
/// list of one item, a list or a quote of numbers (`- 5`, `> 5`), a block without an end. Code is
/// what stands between fences; text that is only indented is not code.
struct BlockReader {
  private let lines: [Substring]
  /// How many lists and quotes are around the lines.
  private let depth: Int
  private var index = 0
  private var blocks: [MarkupBlock] = []
  private var paragraph: [Substring] = []
  /// For each mark, the length from which on no fence is closed in the lines that are left.
  private var unclosed: [UInt8: Int] = [:]
  /// The line up to which what looks like a list is prose.
  private var endOfProse = 0
  private var joined: JoinedLines?

  private static let deepest = 6

  static func blocks(of text: String) -> [MarkupBlock] {
    blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false), depth: 0)
  }

  private static func blocks(of lines: [Substring], depth: Int) -> [MarkupBlock] {
    var reader = BlockReader(lines: lines, depth: depth)
    return reader.read()
  }

  private init(lines: [Substring], depth: Int) {
    (self.lines, self.depth) = (lines, depth)
  }

  private mutating func read() -> [MarkupBlock] {
    while index < lines.count {
      let line = lines[index]
      if line.isBlankLine {
        endParagraph()
        blocks.append(.blank)
        index += 1
      } else if !(takeFormula() || takeCode() || takeTable() || takeQuote() || takeList()) {
        paragraph.append(line)
        index += 1
      }
    }
    endParagraph()
    return blocks
  }

  private mutating func endParagraph() {
    if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: "\n"))) }
    paragraph = []
  }

  private mutating func append(_ block: MarkupBlock) {
    endParagraph()
    blocks.append(block)
  }

  // MARK: Formulas

  /// Takes the lines of a formula as prose, although some of them may begin like a list.
  private mutating func takeFormula() -> Bool {
    let blanks = lines[index].leadingBlanks
    guard let first = lines[index].utf8.dropFirst(blanks).first, first != UInt8(ascii: "["),
      MathSpan.beginnings.contains(first)
    else { return false }
    let joined = self.joined ?? JoinedLines(lines)
    self.joined = joined
    guard let span = MathSpan(at: joined.starts[index] + blanks, in: joined.bytes),
      span.isDisplayed
    else { return false }
    while index < lines.count, joined.starts[index] < span.range.upperBound {
      paragraph.append(lines[index])
      index += 1
    }
    return true
  }

  /// All lines as one text, and where each begins in it.
  private struct JoinedLines {
    var bytes: [UInt8] = []
    var starts: [Int] = []

    init(_ lines: [Substring]) {
      for line in lines {
        starts.append(bytes.count)
        bytes += line.utf8
        bytes.append(0x0A)
      }
    }
  }

  // MARK: Code

  private mutating func takeCode() -> Bool {
    guard let fence = Fence(opening: lines[index]),
      fence.length < unclosed[fence.mark, default: .max]
    else { return false }
    guard let end = lines[(index + 1)...].firstIndex(where: fence.isClosed) else {
      unclosed[fence.mark] = fence.length
      return false
    }
    append(.code(lines[(index + 1)..<end].map(fence.content), CodeLanguage(named: fence.info)))
    index = end + 1
    return true
  }

  // MARK: Tables

  private mutating func takeTable() -> Bool {
    guard index + 1 < lines.count,
      var table = MarkupTable(header: lines[index], rule: lines[index + 1])
    else { return false }
    index += 2
    while index < lines.count, !lines[index].isBlankLine, Fence(opening: lines[index]) == nil,
      lines[index].utf8.contains(UInt8(ascii: "|"))
    {
      table.append(lines[index])
      index += 1
    }
    append(.table(table))
    return true
  }

  // MARK: Quotes

  private mutating func takeQuote() -> Bool {
    guard depth < Self.deepest, Self.quoted(lines[index]) != nil else { return false }
    let quote = lines[index...].prefix { Self.quoted($0) != nil }.compactMap(Self.quoted)
    let isWholeLine = quote.count == 1 && lines.count == 1 && !quote[0].isSentence
    defer { index += quote.count }
    if isWholeLine || quote.allSatisfy({ $0.isCalculation }) {
      paragraph += lines[index..<(index + quote.count)]
    } else {
      append(.quote(Self.blocks(of: quote, depth: depth + 1)))
    }
    return true
  }

  /// The text of a line of a quote; `nil` for any other line, such as `>>> print(1)`.
  private static func quoted(_ line: Substring) -> Substring? {
    let rest = line.dropFirst(line.leadingBlanks)
    guard line.leadingBlanks < 4, rest.utf8.first == UInt8(ascii: ">") else { return nil }
    let text = rest.dropFirst()
    return text.isEmpty ? text : text.utf8.first == 0x20 ? text.dropFirst() : nil
  }

  // MARK: Lists

  private mutating func takeList() -> Bool {
    guard depth < Self.deepest, index >= endOfProse, let first = ListMarker(lines[index]) else {
      return false
    }
    let start = index
    var items: [(marker: ListMarker, lines: [Substring])] = []
    while index < lines.count {
      let line = lines[index]
      if line.isBlankLine {
        guard let next = lines[index...].firstIndex(where: { !$0.isBlankLine }),
          goesOn(lines[next], first)
        else { break }
        items[items.count - 1].lines += lines[index..<next]
        index = next
      } else if index > start, line.leadingBlanks >= first.indent + 2 {
        let width = items[items.count - 1].marker.width
        items[items.count - 1].lines.append(line.dropFirst(min(width, line.leadingBlanks)))
        index += 1
      } else if let marker = ListMarker(line), marker.sign == first.sign {
        items.append((marker, [line.dropFirst(marker.width)]))
        index += 1
      } else {
        break
      }
    }
    guard isList(items.map(\.marker)) else {
      (index, endOfProse) = (start, index)
      return false
    }
    append(
      .list(
        items.map {
          MarkupBlock.Item(
            number: $0.marker.number, blocks: Self.blocks(of: $0.lines, depth: depth + 1))
        }))
    return true
  }

  /// Whether a line after a blank one belongs to the list.
  private func goesOn(_ line: Substring, _ first: ListMarker) -> Bool {
    line.leadingBlanks >= first.indent + 2 || ListMarker(line)?.sign == first.sign
  }

  private func isList(_ items: [ListMarker]) -> Bool {
    guard items.count > 1 || depth > 0 else { return false }
    if items[0].number == nil { return !items.allSatisfy { $0.text.isCalculation } }
    // A line of prose may begin with a year.
    return paragraph.isEmpty || ["0", "1"].contains(items[0].number?.dropLast())
  }
}

extension Substring {
  /// Whether the text reads as a sentence, so that a sign before it compares nothing.
  fileprivate var isSentence: Bool {
    let words = split(separator: " ")
    let isLong = words.count > 2 || utf8.count > 2 * count
    return isLong && first?.isLetter == true && last.map { ".!?。！？".contains($0) } == true
  }
}

/// A part of a question's text with rows of its own.
package enum MarkupBlock {
  /// Lines of prose. What is inside them is read when they are drawn.
  case paragraph(String)
  case blank
  case code([String], CodeLanguage?)
  case list([Item])
  case quote([MarkupBlock])
  case table(MarkupTable)

  /// An item of a list.
  package struct Item {
    /// The number with its sign, as it is written; `nil` for an item without a number.
    let number: String?
    let blocks: [MarkupBlock]
  }
}

/// The beginning of an item of a list: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  /// The number with its sign; `nil` for an item without a number.
  let number: String?
  /// The character that tells one list from the next.
  let sign: UInt8
  /// The cells before the marker, and before the text behind it.
  let indent, width: Int
  /// The text of the item in this line.
  let text: Substring

  /// - Returns: `nil` for any other line.
  init?(_ line: Substring) {
    indent = line.leadingBlanks
    var rest = line.utf8.dropFirst(indent)
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard indent < 4, digits.count <= 9, let sign = rest.first,
      (digits.isEmpty ? Self.bullets : Self.numberEnds).contains(sign)
    else { return nil }
    self.sign = sign
    number = digits.isEmpty ? nil : String(Substring(digits)) + String(Unicode.Scalar(sign))
    rest = rest.dropFirst()
    let blanks = rest.prefix { $0 == 0x20 }.count
    text = Substring(rest.dropFirst(blanks))
    guard blanks > 0, !text.isBlankLine else { return nil }
    // Text that is five blanks behind the marker is indented.
    width = indent + digits.count + 1 + (blanks > 4 ? 1 : blanks)
  }

  private static let bullets = Array("-*+".utf8)
  private static let numberEnds = Array(".)".utf8)
}

extension Substring {
  /// Whether it is only a number or a calculation, so that a mark before it may be its sign.
  var isCalculation: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) || " .,:+-*/=%()^_".utf8.contains($0) }
  }
}

/// The line that begins a fenced block of code (CommonMark 0.31, 4.5).
struct Fence {
  let mark: UInt8
  let length: Int
  /// What follows the marks, usually the name of a language.
  let info: Substring
  private let indent: Int

  /// - Returns: `nil` for any other line.
  init?(opening line: Substring) {
    indent = line.leadingBlanks
    let rest = line.utf8.dropFirst(indent)
    guard indent < 4, let mark = rest.first, mark == Self.backquote || mark == Self.tilde else {
      return nil
    }
    self.mark = mark
    length = rest.prefix { $0 == mark }.count
    info = Substring(rest.dropFirst(length))
    guard length >= 3, mark == Self.tilde || !info.utf8.contains(Self.backquote) else { return nil }
  }

  func isClosed(by line: Substring) -> Bool {
    let blanks = line.leadingBlanks
    let rest = line.utf8.dropFirst(blanks)
    guard blanks < 4, rest.first == mark else { return false }
    let count = rest.prefix { $0 == mark }.count
    return count >= length && Substring(rest.dropFirst(count)).isBlankLine
  }

  /// A line of the block, without the indentation of the fence.
  func content(_ line: Substring) -> String {
    String(line.dropFirst(min(indent, line.leadingBlanks)))
  }

  private static let backquote = UInt8(ascii: "`")
  private static let tilde = UInt8(ascii: "~")
}

extension Substring {
  /// The number of blanks with which the line begins.
  var leadingBlanks: Int { utf8.prefix { $0 == 0x20 }.count }

  var isBlankLine: Bool {
    if let first = utf8.first, first > 0x20, first < 0x80 { return false }
    return allSatisfy(\.isWhitespace)
  }
}

/// Writes the HTML that makes lines, such as paragraphs and lists, as Markdown. HTML within a line
/// is left to ``InlineText``.
enum HTMLBlocks {
  private enum Kind {
    case paragraph, list, numbers, item
  }

  private static let kinds: [String: Kind] = [
    "p": .paragraph, "div": .paragraph, "ul": .list, "ol": .numbers, "li": .item,
  ]

  /// The deepest list whose items stand further to the right than those of the list around it.
  private static let deepestList = 10

  private static func isKnown(_ name: String) -> Bool { kinds[name] != nil || name == "pre" }

  /// The text with its blocks of HTML as Markdown. Tags without a partner and code stay.
  static func rewritten(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")), text.contains("</") else { return text }
    var result: [String] = []
    var prose: [Substring] = []
    var fence: Fence?
    func endProse() {
      if !prose.isEmpty { result.append(rewritten(prose: prose.joined(separator: "\n"))) }
      prose = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        result.append(String(line))
        if open.isClosed(by: line) { fence = nil }
      } else if let opening = Fence(opening: line) {
        endProse()
        fence = opening
        result.append(String(line))
      } else {
        prose.append(line)
      }
    }
    endProse()
    return result.joined(separator: "\n")
  }

  private static func rewritten(prose text: String) -> String {
    let pieces = pieces(of: Array(text.utf8))
    let partners = MarkupRendering.partners(in: pieces)
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else {
      return text
    }
    var output = MarkupOutput()
    // The lists around the current place, each with the number of its last item if it has numbers.
    var lists: [Int?] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text):
        // Line ends in a list of HTML are blanks.
        output.append(lists.isEmpty ? text : onOneLine(text))
      case .preformatted(let code, let language): output.append(block: code, language: language)
      case .tag(let name, let isEnd, let raw):
        guard partners[index] != nil, let kind = kinds[name] else {
          output.append(raw)
          continue
        }
        switch kind {
        case .paragraph:
          if lists.isEmpty { output.endLine() } else if isEnd { output.append(" ") }
        case .list, .numbers:
          output.endLine()
          if isEnd { _ = lists.popLast() } else { lists.append(kind == .numbers ? 0 : nil) }
        case .item where isEnd: output.endLine()
        case .item:
          let number = lists.last.flatMap { $0 }.map { $0 + 1 }
          if let number { lists[lists.count - 1] = number }
          output.beginLine(
            String(repeating: "   ", count: min(max(0, lists.count - 1), deepestList))
              + (number.map { "\($0). " } ?? "- "))
        }
      }
    }
    let result = output.text
    // The end of the last block is not one more line.
    return result.hasSuffix("\n") && !text.hasSuffix("\n") ? String(result.dropLast()) : result
  }

  private static func onOneLine(_ text: String) -> String {
    text.contains("\n")
      ? text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ") : text
  }

  private static func pieces(of bytes: [UInt8]) -> [MarkupPiece] {
    var constructs = MarkdownConstructs(bytes, isTag: isKnown)
    var pieces: [MarkupPiece] = []
    var start = 0
    var index = 0
    func text(to end: Int) -> [MarkupPiece] {
      start < end ? [.text(String(decoding: bytes[start..<end], as: UTF8.self))] : []
    }
    while index < bytes.count {
      if bytes[index] == CodeSpans.mark {
        index = constructs.end(ofBackticksAt: index)
      } else if bytes[index] == UInt8(ascii: "<"),
        case .tag(let name, let isEnd, let end)? = constructs.construct(at: index)
      {
        let raw = String(decoding: bytes[index..<end], as: UTF8.self)
        pieces += text(to: index)
        (index, start) = (end, end)
        if name == "pre", !isEnd, let close = constructs.preformattedEnd(from: end) {
          let content = String(decoding: bytes[end..<close.lowerBound], as: UTF8.self)
          pieces.append(Preformatted.piece(raw, content))
          (index, start) = (close.upperBound, close.upperBound)
        } else {
          pieces.append(.tag(name: name, isEnd: isEnd, raw: raw))
        }
      } else {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    return pieces + text(to: bytes.count)
  }
}
