/// The lines that belong together between two blank lines, comments taken out.
struct GIFTBlock {
  /// The lines joined by newlines.
  var bytes: [UInt8] = []
  /// The physical line of the first line that is no comment.
  var line = 0
  /// What comment lines say in `[id:…]`.
  var externalID: String?
  /// What comment lines say in `[tag:…]`.
  var tags: [String] = []
  /// How many unescaped braces open and close.
  var opened = 0
  var closed = 0

  var isInsideBraces: Bool { opened > closed }

  /// Whether the answers stand there already, so that another title can only be another question's.
  var isComplete: Bool { closed > 0 && opened == closed }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    externalID = nil
    tags = []
    (opened, closed) = (0, 0)
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>.SubSequence, line number: Int) {
    if bytes.isEmpty { line = number } else { bytes.append(UInt8(ascii: "\n")) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text))
  }

  /// Reads `[id:X]` and `[tag:Y]` out of a comment line; `\]` stands for `]`.
  mutating func readComment(_ text: UnsafeBufferPointer<UInt8>.SubSequence) {
    guard text.contains(UInt8(ascii: "[")) else { return }
    var rest = text
    while let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[(bracket + 1)...]
      let isTag = rest.starts(with: "tag:".utf8)
      guard isTag || rest.starts(with: "id:".utf8) else { continue }
      rest = rest.dropFirst(isTag ? 4 : 3)
      guard let value = Self.bracketed(&rest) else { return }
      if isTag { tags.append(value) } else { externalID = value }
    }
  }

  /// The text up to the closing bracket, which is stepped over; `nil` if there is none on the line.
  private static func bracketed(
    _ rest: inout UnsafeBufferPointer<UInt8>.SubSequence
  ) -> String? {
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") { return FieldText.make(value, 0..<value.count) }
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "]") {
        value.append(UInt8(ascii: "]"))
        rest.removeFirst()
      } else {
        value.append(byte)
      }
    }
    return nil
  }
}
