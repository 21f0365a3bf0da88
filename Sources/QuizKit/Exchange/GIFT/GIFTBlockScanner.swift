/// Cuts a GIFT file into blocks, more leniently than Moodle, and says so each time.
///
/// Blank lines part blocks. People forget them, or put one inside the braces; one real bank gives 52
/// questions read this way and 14 read strictly.
struct GIFTBlockScanner {
  /// What stands next in the file.
  enum Item {
    case category(String)
    /// A block, which the scanner has put into ``block``.
    case block
    /// The beginning of a block that is longer than it may be.
    case tooLong(at: Int)
  }

  private(set) var block = GIFTBlock()
  /// What had to be forgiven since the last item, with the line.
  private(set) var warnings: [(fault: Fault, line: Int)] = []
  /// The start of the next line.
  private(set) var index = 0

  private let bytes: UnsafeBufferPointer<UInt8>
  private var line = 0
  private var blockStart = 0
  private var categoryLine: Int?
  private var knownClosing: (from: Int, to: Int, closes: Bool) = (0, -1, false)

  /// The most bytes that a block may have.
  private let longest: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, longest: Int = .max) {
    self.bytes = bytes
    self.longest = longest
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
      if end - blockStart > longest { return .tooLong(at: blockStart) }
      block.append(bytes[start..<end], line: line)
      block.opened += opened
      block.closed += closed
    }
    return block.bytes.isEmpty ? nil : .block
  }

  /// Ends the block at a line that begins something else; the line is read again for the next item.
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

  /// Steps over a line and counts its unescaped braces.
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

  /// Whether the braces that are open are closed before anything begins that looks like a question.
  ///
  /// The answer is kept for the stretch that was looked at; else a file of blank lines behind one open
  /// brace would be read again for each of them.
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
