/// Reads the XML that Moodle writes: elements, attributes, text, CDATA, comments, the five
/// entities.
///
/// It is a parser of our own, because `FoundationXML` loads libxml2, which makes every start
/// slower, and XML is rarely imported. It is strict about safety: no document type, no entities
/// defined in the file, limited depth, and every element must be closed by its own name.
struct MarkupScanner {
  struct Failure: Error {
    var line: Int
    var column: Int
    var fault: Fault.SyntaxFault
    /// The offset of an element that exceeds the size limit.
    var overlong: Int?
  }

  static let depthLimit = 100

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var line = 1
  private var lineStart = 0

  /// The maximum size in bytes of a child of the root element.
  private let longest: Int
  /// Where the current child begins.
  private var start = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, longest: Int = .max) {
    self.bytes = bytes
    self.longest = longest
  }

  /// The progress in bytes.
  var position: Int { index }

  /// Reads the start tag of the root element. ``nextChild(of:)`` then reads its children one by
  /// one.
  mutating func root() throws(Failure) -> MarkupElement {
    while true {
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else {
        throw index < bytes.count ? unexpected() : failure(.unexpectedEnd)
      }
      if try !skipMarkup() { break }
    }
    return try startTag().element
  }

  /// Reads the next child of the root element completely; `nil` at the root's end tag.
  mutating func nextChild(of root: String) throws(Failure) -> MarkupElement? {
    while true {
      start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") { step() }
      guard index < bytes.count else { throw failure(.unexpectedEnd) }
      if try skipMarkup() { continue }
      if starts("<![CDATA[") {
        _ = try cdata()
      } else if starts("</") {
        try endTag(root)
        return nil
      } else {
        return try element(depth: 1)
      }
    }
  }

  private mutating func element(depth: Int) throws(Failure) -> MarkupElement {
    if depth > Self.depthLimit { throw failure(.nestedTooDeeply) }
    var (element, isEmpty) = try startTag()
    if isEmpty { return element }
    while true {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") { step() }
      if start < index {
        try requireLength()
        element.text += HTMLEntities.decodeXML(
          String(decoding: bytes[start..<index], as: UTF8.self))
      }
      guard index < bytes.count else { throw failure(.unexpectedEnd) }
      if starts("<![CDATA[") {
        element.text += try cdata()
      } else if try skipMarkup() {
        continue
      } else if starts("</") {
        try endTag(element.name)
        return element
      } else {
        element.children.append(try self.element(depth: depth + 1))
      }
    }
  }

  private mutating func startTag() throws(Failure) -> (element: MarkupElement, isEmpty: Bool) {
    var element = MarkupElement(name: "", line: line)
    step()
    element.name = try name()
    while true {
      skipBlanks()
      guard index < bytes.count else { throw failure(.unexpectedEnd) }
      if bytes[index] == UInt8(ascii: ">") {
        step()
        return (element, false)
      }
      if starts("/>") {
        step(2)
        return (element, true)
      }
      let attribute = try name()
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { throw unexpected() }
      step()
      skipBlanks()
      element.attributes[attribute] = try quotedValue()
    }
  }

  private mutating func endTag(_ expected: String) throws(Failure) {
    step(2)
    let found = try name()
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw unexpected() }
    if found != expected { throw failure(.mismatchedTag(found: found, expected: expected)) }
    step()
  }

  private mutating func quotedValue() throws(Failure) -> String {
    guard index < bytes.count, case let quote = bytes[index], "\"'".utf8.contains(quote) else {
      throw unexpected()
    }
    step()
    let start = index
    while index < bytes.count, bytes[index] != quote { step() }
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    try requireLength()
    defer { step() }
    return HTMLEntities.decodeXML(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func name() throws(Failure) -> String {
    let start = index
    while index < bytes.count, !" \t\n/>=<\"'".utf8.contains(bytes[index]) { index += 1 }
    try requireLength()
    if start == index { throw unexpected() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func cdata() throws(Failure) -> String {
    step(9)
    let start = index
    try skip(to: "]]>")
    try requireLength()
    return String(decoding: bytes[start..<index - 3], as: UTF8.self)
  }

  /// Skips a comment or a processing instruction; returns `false` if the next text is something
  /// else.
  private mutating func skipMarkup() throws(Failure) -> Bool {
    if starts("<!--") {
      step(4)
      try skip(to: "-->")
    } else if starts("<?") {
      try skip(to: "?>")
    } else if starts("<!"), !starts("<![CDATA[") {
      // Entities defined in the file could refer to other files or expand without limit.
      throw failure(.entityDeclaration)
    } else {
      return false
    }
    return true
  }

  private mutating func skip(to mark: StaticString) throws(Failure) {
    while index < bytes.count, !starts(mark) { step() }
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    step(mark.utf8CodeUnitCount)
  }

  private func starts(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return mark.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, " \t\n".utf8.contains(bytes[index]) { step() }
  }

  private func unexpected() -> Failure {
    guard index < bytes.count else { return failure(.unexpectedEnd) }
    let length = max(1, UTF8Scan.sequenceLength(at: index, in: bytes))
    return failure(.unexpected(String(decoding: bytes[index..<index + length], as: UTF8.self)))
  }

  private func failure(_ fault: Fault.SyntaxFault) -> Failure {
    let column = TextColumn.of(index, from: min(lineStart, index), in: bytes)
    return Failure(
      line: line, column: column, fault: fault, overlong: index - start > longest ? start : nil)
  }

  /// Called before memory is allocated for the text that was read.
  private func requireLength() throws(Failure) {
    if index - start > longest { throw failure(.unexpectedEnd) }
  }
}

extension HTMLEntities {
  /// Decodes the references that XML defines; all others belong to the HTML in the text.
  fileprivate static func decodeXML(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return decode(text) { name in
      name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name)
    }
  }
}

/// An XML element, with the line on which it begins.
struct MarkupElement {
  var name: String
  var line: Int
  var attributes: [String: String] = [:]
  var children: [MarkupElement] = []
  /// The character data directly inside the element, including CDATA.
  var text = ""

  subscript(name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// The text of a child's `text` element. Moodle wraps every text in this way.
  func wrappedText(_ name: String) -> String { self[name]?["text"]?.text ?? "" }
}
