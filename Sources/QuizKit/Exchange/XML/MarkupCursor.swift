import QuizSupport

/// A place in an XML document, and what can be read from there without knowing the elements around
/// it.
struct MarkupCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0
  private(set) var line = 1
  private var lineStart = 0

  /// The maximum size in bytes of an element that is read as a whole.
  private let maximumBytes: Int
  /// The maximum size in bytes of its text and of the values of its attributes.
  private let maximumTextBytes: Int
  /// Where the current element begins.
  private var start = 0
  /// How many bytes of text were read since then.
  private(set) var textCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumBytes: Int, maximumTextBytes: Int) {
    self.bytes = bytes
    (self.maximumBytes, self.maximumTextBytes) = (maximumBytes, maximumTextBytes)
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The byte at this place. There must be one.
  var byte: UInt8 { bytes[index] }

  /// Remembers that an element begins here.
  mutating func beginElement() { (start, textCount) = (index, 0) }

  @inline(__always)
  func starts(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    // Most texts differ in the first byte.
    guard index + count <= bytes.count, bytes[index] == mark.utf8Start[0] else { return false }
    return mark.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
  }

  @inline(__always)
  mutating func step() {
    if bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  mutating func step(_ count: Int) {
    for _ in 0..<count where index < bytes.count { step() }
  }

  mutating func skipBlanks() {
    while index < bytes.count, case let byte = bytes[index],
      byte == 0x20 || byte == 0x0A || byte == 0x09
    {
      step()
    }
  }

  // MARK: Texts

  /// Reads the character data before the next tag.
  mutating func text() throws(MarkupScanner.Failure) -> String {
    let start = index
    skipText()
    if start == index { return "" }
    try requireLength(ofText: index - start)
    return HTMLEntities.decodeXML(UnsafeBufferPointer(rebasing: bytes[start..<index]))
  }

  mutating func skipText() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { step() }
  }

  mutating func quotedValue() throws(MarkupScanner.Failure) -> String {
    guard index < bytes.count, case let quote = bytes[index],
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { throw unexpected() }
    step()
    let start = index
    while index < bytes.count, bytes[index] != quote { step() }
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    try requireLength(ofText: index - start)
    defer { step() }
    return HTMLEntities.decodeXML(UnsafeBufferPointer(rebasing: bytes[start..<index]))
  }

  /// No format has longer names. A name is kept for each element that is open.
  private static let longestName = 1_000

  mutating func name() throws(MarkupScanner.Failure) -> String {
    let start = index
    while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
    try requireLength(ofText: 0)
    if start == index || index - start > Self.longestName { throw unexpected() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="),
      UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  mutating func cdata() throws(MarkupScanner.Failure) -> String {
    step(9)
    let start = index
    try skip(to: "]]>")
    try requireLength(ofText: index - start)
    return String(decoding: bytes[start..<index - 3], as: UTF8.self)
  }

  mutating func skip(to mark: StaticString) throws(MarkupScanner.Failure) {
    while index < bytes.count, !starts(mark) { step() }
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    step(mark.utf8CodeUnitCount)
  }

  /// Skips a document type without declarations.
  mutating func skipDocumentType() throws(MarkupScanner.Failure) {
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): throw failure(.entityDeclaration)
        case UInt8(ascii: ">"):
          step()
          return
        default: break
        }
      }
      step()
    }
    throw failure(.unexpectedEnd)
  }

  // MARK: Failures

  func unexpected() -> MarkupScanner.Failure {
    guard index < bytes.count else { return failure(.unexpectedEnd) }
    let length = max(1, UTF8Scan.sequenceLength(at: index, in: bytes))
    return failure(.unexpected(String(decoding: bytes[index..<index + length], as: UTF8.self)))
  }

  func failure(_ fault: Fault.SyntaxFault) -> MarkupScanner.Failure {
    let column = TextColumn.of(index, from: min(lineStart, index), in: bytes)
    return MarkupScanner.Failure(
      line: line, column: column, fault: fault, overlong: index - start > maximumBytes ? start : nil
    )
  }

  /// Called before memory is allocated for the text that was read.
  private mutating func requireLength(ofText count: Int) throws(MarkupScanner.Failure) {
    if index - start > maximumBytes { throw failure(.unexpectedEnd) }
    textCount += count
    if textCount > maximumTextBytes { throw failure(.textTooLong(limit: maximumTextBytes)) }
  }
}
