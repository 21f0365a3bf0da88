import QuizSupport

/// Splits a GIFT file into blocks. It is more lenient than Moodle and warns each time.
///
/// Blocks are separated by blank lines. Authors often forget them or put one inside braces, and a
/// strict reader would lose many questions of such files.
struct GIFTBlockScanner {
  /// The next element of the file.
  enum Item {
    case category(String)
    /// A block, available in ``block``.
    case block
    /// A block that exceeds the size limit, and where it begins.
    case tooLong(at: Int)
  }

  private(set) var block = GIFTBlock()
  /// The tolerated faults since the last item, with their lines.
  private(set) var warnings: [(fault: Fault, line: Int)] = []
  /// The start of the next line.
  private(set) var index = 0

  private let bytes: UnsafeBufferPointer<UInt8>
  private var line = 0
  private var blockStart = 0
  private var categoryLine: Int?
  private var knownClosing: (from: Int, to: Int, closes: Bool) = (0, -1, false)

  /// The maximum size of a block in bytes.
  private let maximumBytes: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumBytes: Int = .max) {
    self.bytes = bytes
    self.maximumBytes = maximumBytes
  }

  mutating func next() -> Item? {
    block.reset()
    warnings = []
    while index < bytes.count {
      let start = index
      let (end, opened, closed) = scanLine()
      line += 1
      guard let first = firstNonBlank(start, end) else {
        categoryLine = nil
        if block.isInsideBraces, closesBeforeNextQuestion() {
          warnings.append((.blankLineInsideBraces, line))
          block.append(bytes[start..<start], line: line)
        } else if !block.bytes.isEmpty {
          return .block
        } else {
          block.reset()
        }
        continue
      }
      if starts("//", at: first, end) {
        block.readComment(bytes[first..<end])
        continue
      }
      if !block.isInsideBraces, let item = boundary(start, first, end) { return item }
      if let category = categoryLine {
        warnings.append((.noBlankLineAfterCategory, category))
        categoryLine = nil
      }
      if block.bytes.isEmpty { blockStart = start }
      if end - blockStart > maximumBytes { return .tooLong(at: blockStart) }
      block.append(bytes[start..<end], line: line)
      block.opened += opened
      block.closed += closed
    }
    return block.bytes.isEmpty ? nil : .block
  }

  /// Ends the open block if a category or another question begins on this line, and has the line
  /// read again. If no block is open, returns the category; otherwise `nil`.
  private mutating func boundary(_ start: Int, _ first: Int, _ end: Int) -> Item? {
    let isCategory = starts("$CATEGORY:", at: first, end)
    if !block.bytes.isEmpty, isCategory || (block.isComplete && starts("::", at: first, end)) {
      warnings.append((.noBlankLineBetweenQuestions, line))
      index = start
      line -= 1
      return .block
    }
    guard isCategory else { return nil }
    categoryLine = line
    return .category(
      MoodleCategory.name(FieldText.make(UnsafeBufferPointer(rebasing: bytes[first + 10..<end]))))
  }

  /// Advances past a line and counts its unescaped braces.
  private mutating func scanLine() -> (end: Int, opened: Int, closed: Int) {
    var (opened, closed) = (0, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        index += 1
        return (index - 1, opened, closed)
      case UInt8(ascii: "\\"):
        if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "{"): opened += 1
      case UInt8(ascii: "}"): closed += 1
      default: break
      }
      index += 1
    }
    return (index, opened, closed)
  }

  /// Whether the open braces are closed before the next question begins.
  ///
  /// The answer is remembered for the examined range. Otherwise many blank lines after an open
  /// brace would each search the same text again.
  private mutating func closesBeforeNextQuestion() -> Bool {
    if knownClosing.from <= index, index <= knownClosing.to { return knownClosing.closes }
    var position = index
    var isLineStart = true
    var closes = false
    scan: while position < bytes.count {
      let byte = bytes[position]
      if isLineStart, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") {
        isLineStart = false
        if starts("::", at: position, bytes.count)
          || starts("$CATEGORY:", at: position, bytes.count)
        {
          break
        }
      }
      switch byte {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "{"): break scan
      case UInt8(ascii: "}"):
        closes = true
        break scan
      case UInt8(ascii: "\n"): isLineStart = true
      default: break
      }
      position += 1
    }
    knownClosing = (index, position, closes)
    return closes
  }

  private func firstNonBlank(_ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09: position += 1
      case 0xC2 where position + 1 < end && bytes[position + 1] == 0xA0: position += 2
      case 0xE3
      where position + 2 < end && bytes[position + 1] == 0x80 && bytes[position + 2] == 0x80:
        position += 3
      default: return position
      }
    }
    return nil
  }

  private func starts(_ mark: StaticString, at position: Int, _ end: Int) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard position + count <= end else { return false }
    return mark.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + count]) }
  }
}

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
