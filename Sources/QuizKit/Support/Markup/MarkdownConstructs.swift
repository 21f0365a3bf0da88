/// HTML, a character reference or an image in a line of Markdown outside code.
package enum MarkdownConstruct {
  case tag(name: String, isEnd: Bool, end: Int)
  case reference(String, end: Int)
  /// - Parameter source: Where it is; empty if another line says it.
  case image(name: String, source: String, end: Int)

  /// The position after it.
  package var end: Int {
    switch self {
    case .tag(_, _, let end), .reference(_, let end), .image(_, _, let end): end
    }
  }
}

/// Recognises constructs in one line.
///
/// Remembers what it has searched for, because a line of many opening marks would otherwise be
/// searched to its end for each of them.
package struct MarkdownConstructs {
  package let line: [UInt8]
  package private(set) lazy var spans = CodeSpans(line)
  private let isTag: (String) -> Bool
  private var hasTagEnd = true
  /// The closing mark of each opening one.
  private lazy var brackets = Self.pairs("[", "]", in: line)
  private lazy var parentheses = Self.pairs("(", ")", in: line)
  /// Where the last search for a closing parenthesis began, and the one that it found.
  private var lastSearch: (start: Int, found: Int?)?
  private var hasPreformattedEnd = true

  /// The longest description and address of an image. An embedded image may be longer.
  private static let longestAddress = 2_000

  /// - Parameter isTag: Whether a tag of this name, in lower case, is a construct.
  package init(_ line: [UInt8], isTag: @escaping (String) -> Bool = MarkupRendering.isKnown) {
    (self.line, self.isTag) = (line, isTag)
  }

  /// Whether a line can contain a construct; most lines cannot.
  package static func mayBe(in line: String) -> Bool {
    line.utf8.contains {
      $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "!")
    }
  }

  /// Whether a text begins with a construct.
  package static func begins(_ text: Substring) -> Bool {
    var constructs = MarkdownConstructs(Array(text.utf8))
    return constructs.construct(at: 0) != nil
  }

  /// Whether a text is an image and nothing else.
  package static func isOnlyImage(_ text: String) -> Bool {
    guard text.hasPrefix("![") || text.hasPrefix("<") else { return false }
    var constructs = MarkdownConstructs(Array(text.utf8))
    guard case .image(_, _, let end) = constructs.construct(at: 0) else { return false }
    return end == constructs.line.count
  }

  /// The position after the backticks at `index`: after the code, or after the run if it is text.
  package mutating func end(ofBackticksAt index: Int) -> Int {
    spans.end(from: index, in: line) ?? CodeSpans.end(ofRunAt: index, in: line)
  }

  /// The construct that begins at `index`. A construct contains no backtick, because inline code
  /// takes precedence.
  package mutating func construct(at index: Int) -> MarkdownConstruct? {
    guard let found = candidate(at: index), !line[index..<found.end].contains(CodeSpans.mark) else {
      return nil
    }
    return found
  }

  private mutating func candidate(at index: Int) -> MarkdownConstruct? {
    guard index < line.count else { return nil }
    switch line[index] {
    case UInt8(ascii: "<"): return tag(at: index)
    case UInt8(ascii: "&"):
      return HTMLEntities.reference(at: index, in: line).map {
        .reference($0.character, end: $0.end)
      }
    case UInt8(ascii: "!"): return image(at: index)
    default: return nil
    }
  }

  private mutating func tag(at start: Int) -> MarkdownConstruct? {
    guard hasTagEnd, start + 1 < line.count else { return nil }
    let isEnd = line[start + 1] == UInt8(ascii: "/")
    let nameStart = start + (isEnd ? 2 : 1)
    guard nameStart < line.count else { return nil }
    let letters = line[nameStart...].prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    guard !letters.isEmpty, letters.count <= 8, letters.endIndex < line.count,
      " \t/>".utf8.contains(line[letters.endIndex]),
      case let name = String(decoding: letters, as: UTF8.self).lowercased(),
      isTag(name)
    else { return nil }
    let nameEnd = letters.endIndex
    guard
      let last = HTMLTags.endOutsideQuotes(from: nameEnd, in: line, beforeNext: true)
        ?? plainEnd(from: nameEnd)
    else { return nil }
    let end = last + 1
    if name == "img" {
      guard !isEnd else { return nil }
      let tag = String(decoding: line[start..<end], as: UTF8.self)
      // A tag without any address is the tag that a question is about.
      guard HTMLText.namesImage(tag[...]) else { return nil }
      return .image(
        name: HTMLText.imageName(tag[...]), source: HTMLText.imageReference(tag[...]).source,
        end: end)
    }
    return .tag(name: name, isEnd: isEnd, end: end)
  }

  /// The end of a tag whose quotes are not balanced.
  private mutating func plainEnd(from start: Int) -> Int? {
    let end = line[start...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    if end == nil { hasTagEnd = false }
    return end.flatMap { line[$0] == UInt8(ascii: ">") ? $0 : nil }
  }

  /// `![description](address)` or `![description][label]`.
  private mutating func image(at start: Int) -> MarkdownConstruct? {
    let open = start + 1
    guard open < line.count, line[open] == UInt8(ascii: "["),
      let close = end(of: open, brackets), close + 1 < line.count
    else { return nil }
    let description = open + 1..<close
    let next = close + 1
    if line[next] == UInt8(ascii: "("), let end = endOfAddress(from: next) {
      let address = text(next + 1..<end)
      return .image(
        name: Self.name(text(description), address), source: Self.target(of: address), end: end + 1)
    }
    if line[next] == UInt8(ascii: "["), let end = end(of: next, brackets) {
      let (name, label) = (text(description), text(next + 1..<end))
      return .image(name: name.isEmpty ? label : name, source: "", end: end + 1)
    }
    return nil
  }

  private mutating func endOfAddress(from open: Int) -> Int? {
    if let end = end(of: open, parentheses) { return end }
    return line[open...].starts(with: "(data:".utf8) ? firstParenthesis(from: open) : nil
  }

  private mutating func firstParenthesis(from start: Int) -> Int? {
    if let (from, found) = lastSearch, from <= start, start <= found ?? .max { return found }
    let found = line[start...].firstIndex(of: UInt8(ascii: ")"))
    lastSearch = (start, found)
    return found
  }

  /// The mark that closes the one at `start`, unless it is too far away.
  private func end(of start: Int, _ pairs: [Int: Int]) -> Int? {
    pairs[start].flatMap { $0 - start < Self.longestAddress ? $0 : nil }
  }

  private static func pairs(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, in line: [UInt8]
  ) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var opened: [Int] = []
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: open) {
        opened.append(index)
      } else if byte == UInt8(ascii: close), let start = opened.popLast() {
        pairs[start] = index
      }
    }
    return pairs
  }

  /// The range of the `</pre>` that ends an element whose contents begin at `start`.
  package mutating func preformattedEnd(from start: Int) -> Range<Int>? {
    guard hasPreformattedEnd else { return nil }
    let end = Preformatted.end(in: line[start...])
    hasPreformattedEnd = end != nil
    return end
  }

  private func text(_ range: Range<Int>) -> String {
    FieldText.make(String(decoding: line[range], as: UTF8.self))
  }

  /// An address without the title behind it and the brackets around it.
  private static func target(of address: String) -> String {
    if address.first == "<" { return String(address.dropFirst().prefix { $0 != ">" }) }
    // A path with blanks is written by people, though it should not be.
    guard let title = address.lastIndex(where: { $0 == "\"" || $0 == "'" }),
      title == address.index(before: address.endIndex),
      let open = address[..<title].lastIndex(of: address[title]), open > address.startIndex,
      address[address.index(before: open)].isWhitespace
    else { return address }
    return FieldText.make(String(address[..<open]))
  }

  /// The description, or the name of the file without its folders and without a query.
  private static func name(_ description: String, _ address: String) -> String {
    if !description.isEmpty { return description }
    if address.hasPrefix("data:") { return "" }
    let file = target(of: address).prefix { !" \t\"?#".contains($0) }
    return file.split(separator: "/").last.map(String.init) ?? ""
  }
}

/// The inline code of one line: a run of backticks up to the next run of the same length, as in
/// CommonMark 0.31 §6.1.
///
/// A backslash before a backtick has no effect. Text in doubt is then code, where nothing is
/// interpreted and so nothing is lost.
package struct CodeSpans {
  /// Where the runs of each length begin, in ascending order.
  private var starts: [Int: [Int]] = [:]

  /// Finds the runs in a line. Its positions are offsets into `line`.
  package init(_ line: [UInt8]) {
    var index = 0
    while let start = line[index...].firstIndex(of: Self.mark) {
      index = Self.end(ofRunAt: start, in: line)
      starts[index - start, default: []].append(start)
    }
  }

  /// The position after the code that begins at `start`; `nil` if the backticks there are text.
  package func end(from start: Int, in line: [UInt8]) -> Int? {
    let length = Self.end(ofRunAt: start, in: line) - start
    guard let candidates = starts[length] else { return nil }
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle] <= start { low = middle + 1 } else { high = middle }
    }
    return low < candidates.count ? candidates[low] + length : nil
  }

  package static func end(ofRunAt start: Int, in line: [UInt8]) -> Int {
    line[start...].firstIndex { $0 != mark } ?? line.count
  }

  package static let mark = UInt8(ascii: "`")
}
