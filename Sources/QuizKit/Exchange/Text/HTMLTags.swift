/// Finds the tags of HTML.
///
/// It remembers unsuccessful searches, because a text of many opening marks without an end would
/// otherwise be searched to its end for each of them.
struct HTMLTags {
  /// A tag or a comment.
  struct Tag {
    var range: Range<Int>
    var isComment = false
    var isEnd = false
    /// In lower case.
    var name = ""
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var hasCommentEnd = true
  private var hasSoundEnd = true
  private var hasTagEnd = true
  private var hasPreformattedEnd = true
  private var hasBalancedQuotes = true

  /// - Parameter bytes: Valid UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// The tag or comment that begins with the `<` at an index; `nil` if that is ordinary text.
  mutating func tag(at start: Int) -> Tag? {
    if hasCommentEnd, starts("<!--", at: start) {
      if let end = firstRange(of: "-->", from: start) {
        return Tag(range: start..<end.upperBound, isComment: true)
      }
      hasCommentEnd = false
    }
    guard hasTagEnd, let end = end(ofTagAt: start) else { return nil }
    let isEnd = bytes[start + 1] == UInt8(ascii: "/")
    let name = start + (isEnd ? 2 : 1)
    var index = name
    while case let length = nameLength(at: index), length > 0 { index += length }
    return Tag(range: start..<end, isEnd: isEnd, name: text(name..<index).lowercased())
  }

  /// The index after `[sound:…]`; `nil` if the bracket begins something else.
  mutating func soundEnd(at start: Int) -> Int? {
    guard hasSoundEnd, starts("[sound:", at: start) else { return nil }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: "]"))
    hasSoundEnd = close != nil
    return close.map { $0 + 1 }
  }

  /// The range of the `</pre>` that ends an element.
  mutating func preformattedEnd(from index: Int) -> Range<Int>? {
    guard hasPreformattedEnd else { return nil }
    let end = firstRange(of: "</pre>", from: index) ?? firstRange(of: "</PRE>", from: index)
    hasPreformattedEnd = end != nil
    return end
  }

  private mutating func end(ofTagAt start: Int) -> Int? {
    guard start + 1 < bytes.count, case let next = bytes[start + 1],
      next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || isLetter(at: start + 1)
    else { return nil }
    if hasBalancedQuotes {
      if let end = Self.endOutsideQuotes(from: start, in: bytes) { return end + 1 }
      hasBalancedQuotes = false
    }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    hasTagEnd = close != nil
    return close.map { $0 + 1 }
  }

  /// Where the `>` is that ends a tag; `nil` if there is none outside of quotes.
  ///
  /// - Parameter beforeNext: Whether the end has to come before another tag begins.
  static func endOutsideQuotes<Bytes: RandomAccessCollection<UInt8>>(
    from start: Int, in bytes: Bytes, beforeNext: Bool = false
  ) -> Int? where Bytes.Index == Int {
    var quote: UInt8?
    for index in start..<bytes.endIndex {
      let byte = bytes[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: ">"): return index
        case UInt8(ascii: "<") where beforeNext: return nil
        default: break
        }
      }
    }
    return nil
  }

  // MARK: Characters

  private func isLetter(at index: Int) -> Bool {
    let length = nameLength(at: index)
    return length > 0 && text(index..<index + length).first?.isLetter == true
  }

  /// The length of the letter or digit at an index; 0 if there is none.
  private func nameLength(at index: Int) -> Int {
    guard index < bytes.count else { return 0 }
    switch bytes[index] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return 1
    case 0x00...0x7F: return 0
    default:
      let length = max(1, UTF8Scan.sequenceLength(at: index, in: bytes))
      let character = text(index..<index + length).first
      return character.map { $0.isLetter || $0.isNumber } == true ? length : 0
    }
  }

  private func starts(_ mark: StaticString, at index: Int) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == mark.utf8Start[$0] }
  }

  /// Where the first of a text is.
  func firstRange(of mark: StaticString, from start: Int) -> Range<Int>? {
    var index = start
    while index < bytes.count {
      if starts(mark, at: index) { return index..<index + mark.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }
}
