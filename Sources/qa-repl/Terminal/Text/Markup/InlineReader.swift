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
    case .image(let name, _, let end): append(.image(name), to: end)
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

/// A run of `*`, `_` or `~` that may begin or end emphasis (CommonMark 0.31, 6.2).
///
/// A run of `*` between two letters or digits of ASCII does neither, so that `2*3*4` stays a
/// product.
struct Delimiter {
  let mark: UInt8
  let length: Int
  let opens, closes: Bool
  /// Whether there is a backslash before the mark. Two such marks show the place of an emphasis,
  /// and lose their backslashes.
  let isEscaped: Bool
  /// The number of its characters that do not belong to any emphasis.
  var left: Int

  static let marks = Array("*_~".utf8)

  /// - Parameters:
  ///   - before: The scalar before the run; a blank at the beginning.
  ///   - after: The scalar after the run; a blank at the end.
  init(
    _ mark: UInt8, _ length: Int, isEscaped: Bool = false, _ before: Unicode.Scalar,
    _ after: Unicode.Scalar
  ) {
    self.mark = mark
    self.length = length
    self.isEscaped = isEscaped
    left = length
    let isBlankBefore = before.properties.isWhitespace
    let isBlankAfter = after.properties.isWhitespace
    let isLeft = !isBlankAfter && (!after.isSign || isBlankBefore || before.isSign)
    let isRight = !isBlankBefore && (!before.isSign || isBlankAfter || after.isSign)
    let isInWord = before.isWordASCII && after.isWordASCII
    let isUnderscore = mark == UInt8(ascii: "_")
    opens = isUnderscore ? isLeft && (!isRight || before.isSign) : isLeft && !isInWord
    closes = isUnderscore ? isRight && (!isLeft || after.isSign) : isRight && !isInWord
  }

  /// The style of the text between the run and its partner.
  var style: InlineStyle {
    isEscaped ? [] : mark == UInt8(ascii: "~") ? .struck : .emphasis
  }

  /// The characters that belong to no emphasis, as they are written.
  var source: String {
    (isEscaped && left > 0 ? "\\" : "") + marks(isEscaped ? length : left)
  }

  /// The whole run as it is written.
  var wholeSource: String { (isEscaped ? "\\" : "") + marks(length) }

  private func marks(_ count: Int) -> String {
    String(repeating: String(Unicode.Scalar(mark)), count: count)
  }

  /// Whether it may begin the emphasis that `closer` ends ("multiple of 3" rule).
  func matches(_ closer: Delimiter) -> Bool {
    guard opens, mark == closer.mark, isEscaped == closer.isEscaped, left > 0 else { return false }
    guard closes || closer.opens, style == .emphasis else { return true }
    return (length + closer.length) % 3 != 0 || (length % 3 == 0 && closer.length % 3 == 0)
  }

  /// Closers of the same kind find the same openers.
  var kind: [Int] { [Int(mark), isEscaped ? 1 : 0, opens ? 1 : 0, length % 3] }
}

extension Unicode.Scalar {
  /// A Unicode punctuation character of CommonMark.
  var isSign: Bool {
    if isASCII { return value > 0x20 && value < 0x7F && !isWordASCII }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      return true
    default: return false
    }
  }

  /// A letter or a digit of ASCII.
  var isWordASCII: Bool { value < 0x80 && UInt8(value).isWordASCII }
}

extension UInt8 {
  /// A letter or a digit of ASCII.
  var isWordASCII: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}

/// Recognises links of the form `[text](address)` in a paragraph.
///
/// `list[0](x)` is a call, not a link: the text does not directly follow a letter, and the address
/// looks like one.
struct InlineLinks {
  struct Link {
    let text, address: Range<Int>
    let end: Int
  }

  private let bytes: [UInt8]
  private let isInLink: Bool
  /// The closing bracket of each opening one; `nil` until they are needed.
  private var closers: [Int: Int]?

  init(_ bytes: [UInt8], isInLink: Bool) {
    (self.bytes, self.isInLink) = (bytes, isInLink)
  }

  /// The link that begins at `index`.
  mutating func link(at index: Int, _ constructs: inout MarkdownConstructs) -> Link? {
    guard !isInLink, bytes[index] == UInt8(ascii: "[") else { return nil }
    if closers == nil { closers = pairs(&constructs) }
    guard let close = closers?[index], close + 1 < bytes.count,
      bytes[close + 1] == UInt8(ascii: "("),
      bytes[(index + 1)..<close].contains(where: { $0 > 0x20 }),
      let (address, end) = address(from: close + 2), looksLikeAddress(address),
      bytes[..<index].last.map({ $0.isWordASCII || $0 == 0x29 || $0 == 0x5D }) != true
        || bytes[address].contains(UInt8(ascii: ":"))
    else { return nil }
    return Link(text: (index + 1)..<close, address: address, end: end)
  }

  /// The brackets that belong together, outside code.
  private func pairs(_ constructs: inout MarkdownConstructs) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "`"):
        index = constructs.end(ofBackticksAt: index)
        continue
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "]"): if let start = open.popLast() { pairs[start] = index }
      default: break
      }
      index += 1
    }
    return pairs
  }

  /// The address from `start`, without its brackets and its title, and the place after the link.
  private func address(from start: Int) -> (Range<Int>, end: Int)? {
    var depth = 0
    var index = start
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: "(") {
        depth += 1
        // More would make a hostile text slow.
        if depth > 8 { return nil }
      } else if bytes[index] == UInt8(ascii: ")") {
        if depth == 0 { return (start..<index, index + 1) }
        depth -= 1
      }
      index += 1
    }
    guard depth == 0, index > start, let end = endOfTitle(from: index) else { return nil }
    return (start..<index, end)
  }

  /// The place after a title such as ` "a title")`.
  private func endOfTitle(from start: Int) -> Int? {
    let rest = bytes[start...].drop { $0 == 0x20 }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = rest.dropFirst().prefix(200).firstIndex(of: quote), close + 1 < bytes.count,
      bytes[close + 1] == UInt8(ascii: ")")
    else { return nil }
    return close + 2
  }

  private func looksLikeAddress(_ range: Range<Int>) -> Bool {
    bytes[range].contains { ":/.#@?".utf8.contains($0) }
  }
}

/// An address in a text without marks around it. It is shown as it is, with its underscores.
enum BareAddress {
  /// The place after the address that begins at `start`.
  static func end(from start: Int, in bytes: [UInt8]) -> Int? {
    let rest = bytes[start...]
    guard rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8),
      bytes[..<start].last?.isWordASCII != true
    else { return nil }
    var end =
      rest.firstIndex { $0 <= 0x20 || $0 >= 0x7F || "<>\"`|".utf8.contains($0) } ?? bytes.count
    while end > start, "?!.,:;*_~'\")]".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}
