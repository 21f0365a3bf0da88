import QuizExchange
import QuizSupport

/// Splits a paragraph into its pieces. What binds most comes first: code and formulas, then HTML,
/// images, links and addresses, and then the marks of emphasis.
///
/// It follows CommonMark 0.31. A backslash disappears only where the mark behind it would have been
/// drawn: in `\*a\*` and `snake\_case`, but not in `2 \* 3`, in a regular expression or in a path.
struct InlineReader {
  private let bytes: [UInt8]
  private var constructs: MarkdownConstructs
  private var links: InlineLinks
  private var pieces: [InlineText.Piece] = []
  private var index = 0
  /// Where the plain text before the current piece begins.
  private var start = 0
  /// The tags of code that are not closed in the rest of the text.
  private var unclosed: Set<String> = []

  static func pieces(of text: String, isInLink: Bool) -> [InlineText.Piece] {
    var reader = InlineReader(Array(text.utf8), isInLink: isInLink)
    return reader.read()
  }

  private init(_ bytes: [UInt8], isInLink: Bool) {
    self.bytes = bytes
    constructs = MarkdownConstructs(bytes, isTag: InlineTag.isKnown)
    links = InlineLinks(bytes, isInLink: isInLink)
  }

  private mutating func read() -> [InlineText.Piece] {
    while index < bytes.count {
      if takeFormula() { continue }
      switch bytes[index] {
      case UInt8(ascii: "`"): takeCode()
      case UInt8(ascii: "\\"): takeEscaped()
      case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "!"): takeConstruct()
      case UInt8(ascii: "["): takeLink()
      case UInt8(ascii: "h"): index = BareAddress.end(from: index, in: bytes) ?? index + 1
      case let mark where Delimiter.marks.contains(mark): takeDelimiter(mark)
      default: index += 1
      }
    }
    endText(at: index)
    return pieces
  }

  private mutating func endText(at end: Int) {
    if start < end { pieces.append(.text(text(start..<end))) }
  }

  /// Appends a piece that reaches from the current place to `end`.
  private mutating func append(_ piece: InlineText.Piece, to end: Int) {
    endText(at: index)
    pieces.append(piece)
    (index, start) = (end, end)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Code

  private mutating func takeCode() {
    let opening = CodeSpans.end(ofRunAt: index, in: bytes)
    guard let end = constructs.spans.end(from: index, in: bytes) else {
      index = opening
      return
    }
    var inside = opening..<(end - (opening - index))
    // A blank on each side sets code apart from its marks.
    if bytes[inside].first == 0x20, bytes[inside].last == 0x20,
      bytes[inside].contains(where: { $0 != 0x20 })
    {
      inside = (inside.lowerBound + 1)..<(inside.upperBound - 1)
    }
    append(.code(text(inside), source: text(index..<end)), to: end)
  }

  /// Takes an element such as `<code>`, up to its end. References in it become characters.
  private mutating func takeCode(_ name: String, from opening: Int) {
    let mark = Array("</\(name)>".utf8)
    guard !unclosed.contains(name), let close = firstIndex(of: mark, from: opening) else {
      unclosed.insert(name)
      append(.tag(name: name, isEnd: false, source: text(index..<opening)), to: opening)
      return
    }
    let end = close + mark.count
    let source = text(index..<end)
    let code = references(in: opening..<close)
    append(code.isBlank ? .text(source) : .code(code, source: source), to: end)
  }

  private func firstIndex(of mark: [UInt8], from start: Int) -> Int? {
    var place = start
    while let found = bytes[place...].firstIndex(of: mark[0]) {
      let candidate = bytes[found...].prefix(mark.count)
      if candidate.count == mark.count, zip(candidate, mark).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
      {
        return found
      }
      place = found + 1
    }
    return nil
  }

  private mutating func references(in range: Range<Int>) -> String {
    var result: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "&"),
        case .reference(let character, let end)? = constructs.construct(at: place),
        end <= range.upperBound
      {
        result += character.utf8
        place = end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self).sanitised
  }

  // MARK: Formulas

  private mutating func takeFormula() -> Bool {
    guard MathSpan.beginnings.contains(bytes[index]), let span = MathSpan(at: index, in: bytes)
    else { return false }
    if let maths = Maths(span.source) {
      append(
        .formula(maths, source: text(span.range), isDisplayed: span.isDisplayed),
        to: span.range.upperBound)
    } else {
      // An unknown formula stays as it is written.
      append(.text(text(span.range)), to: span.range.upperBound)
    }
    return true
  }

  // MARK: HTML and images

  private mutating func takeConstruct() {
    if bytes[index] == UInt8(ascii: "!"), bytes[..<index].last?.isWordASCII == true {
      // `array![0](x)` is code, but a sentence ends with `Hello!` too.
      index += bytes[(index + 1)...].first == UInt8(ascii: "[") ? 2 : 1
      return
    }
    guard let construct = constructs.construct(at: index)
    else {
      index += 1
      return
    }
    switch construct {
    case .image(let name, let end): append(.image(name), to: end)
    case .tag(let name, false, let end) where InlineTag.isCode(name): takeCode(name, from: end)
    case .tag(let name, let isEnd, let end):
      append(.tag(name: name, isEnd: isEnd, source: text(index..<end)), to: end)
    case .reference(let character, let end):
      // What would not be seen stays as it is written.
      let shown = character.sanitised
      append(
        shown.isEmpty
          ? .text(text(index..<end)) : .reference(shown, source: text(index..<end)), to: end)
    }
  }

  // MARK: Links

  private mutating func takeLink() {
    guard let link = links.link(at: index, &constructs) else {
      index += 1
      return
    }
    append(
      .link(InlineText(text(link.text), isInLink: true), address: text(link.address)), to: link.end)
  }

  // MARK: Marks

  private mutating func takeDelimiter(_ mark: UInt8) {
    let end = bytes[index...].firstIndex { $0 != mark } ?? bytes.count
    if mark == UInt8(ascii: "~"), end - index != 2 {
      index = end
    } else {
      append(
        .delimiter(Delimiter(mark, end - index, scalar(before: index), scalar(at: end))), to: end)
    }
  }

  private mutating func takeEscaped() {
    let place = index + 1
    guard place < bytes.count else {
      index = place
      return
    }
    let mark = bytes[place]
    if mark == UInt8(ascii: "_"), scalar(before: index).isWordASCII,
      scalar(at: place + 1).isWordASCII
    {
      append(.text("_"), to: place + 1)
    } else if mark == UInt8(ascii: "`") || Delimiter.marks.contains(mark) {
      append(
        .delimiter(
          Delimiter(mark, 1, isEscaped: true, scalar(before: index), scalar(at: place + 1))),
        to: place + 1)
    } else if constructs.construct(at: place) != nil {
      append(.text(text(place..<(place + 1))), to: place + 1)
    } else {
      index += 2
    }
  }

  private func scalar(at index: Int) -> Unicode.Scalar {
    guard index < bytes.count else { return " " }
    if bytes[index] < 0x80 { return Unicode.Scalar(bytes[index]) }
    return text(index..<min(index + 4, bytes.count)).unicodeScalars.first ?? " "
  }

  private func scalar(before index: Int) -> Unicode.Scalar {
    guard index > 0 else { return " " }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}
