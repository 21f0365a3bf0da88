import QuizSupport

/// The lines between two blank lines, without comments.
struct GIFTBlock {
  /// The lines joined by newlines.
  var bytes: [UInt8] = []
  /// The number of the first line that is not a comment.
  var line = 0
  /// The value of `[id:…]` in a comment.
  var externalID: String?
  /// The values of `[tag:…]` in comments.
  var tags: [String] = []
  /// The value of `[kind:…]` in a comment, which this program writes.
  var kindMark: KindMark?
  /// Whether `[kind:…]` says that the answers stand where the text has a gap.
  var hasGap = false
  /// The numbers of unescaped opening and closing braces.
  var opened = 0
  var closed = 0

  var isInsideBraces: Bool { opened > closed }

  /// Whether the answers are complete, so that a further title must belong to another question.
  var isComplete: Bool { closed > 0 && opened == closed }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    externalID = nil
    tags = []
    (kindMark, hasGap) = (nil, false)
    (opened, closed) = (0, 0)
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>.SubSequence, line number: Int) {
    if bytes.isEmpty { line = number } else { bytes.append(UInt8(ascii: "\n")) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text))
  }

  /// Reads `[id:X]`, `[tag:Y]` and `[kind:Z]` from a comment. `\]` is an escaped `]`.
  mutating func readComment(_ text: UnsafeBufferPointer<UInt8>.SubSequence) {
    guard text.contains(UInt8(ascii: "[")) else { return }
    var rest = text
    while let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[(bracket + 1)...]
      guard let name = Self.names.first(where: { rest.starts(with: $0.utf8) }) else { continue }
      rest = rest.dropFirst(name.utf8.count)
      guard let value = Self.bracketed(&rest) else { return }
      switch name {
      case "tag:": tags.append(value)
      case "id:": externalID = value
      default: (kindMark, hasGap) = (KindMark(rawValue: value), value == MissingWord.mark)
      }
    }
  }

  private static let names = ["tag:", "id:", "kind:"]

  /// Consumes the text up to the closing bracket and the bracket itself; `nil` if the line has
  /// none.
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
