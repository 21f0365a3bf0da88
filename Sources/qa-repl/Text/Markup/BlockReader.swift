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
