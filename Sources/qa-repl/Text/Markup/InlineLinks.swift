import QuizExchange

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
