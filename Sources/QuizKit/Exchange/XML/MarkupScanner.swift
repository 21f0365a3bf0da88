/// Reads XML: elements, attributes, text, CDATA, comments, the five entities.
///
/// It is a parser of our own, because `FoundationXML` loads libxml2, which makes every start
/// slower. It is strict about safety: no entities defined in the file, limited depth and size, and
/// every element must be closed by its own name. A document type that declares nothing is passed
/// over; the file that it names is never read.
struct MarkupScanner {
  struct Failure: Error {
    var line: Int
    var column: Int
    var fault: Fault.SyntaxFault
    /// The offset of an element that exceeds the size limit.
    var overlong: Int?
  }

  /// A step through a document.
  enum Step {
    /// A start tag. ``whole(_:)`` reads what is in the element; ``next()`` goes into it.
    case start(MarkupElement)
    /// The end of the element with this name.
    case end(String)
  }

  static let depthLimit = 100
  /// The most attributes of an element.
  static let attributeLimit = 1_000
  /// The most elements that are in memory at a time.
  static let elementLimit = 200_000

  private var cursor: MarkupCursor
  /// The names of the open elements, with their prefixes.
  private var open: [String] = []
  private var hasBegun = false
  /// Whether the last start tag was the end tag as well.
  private var isEmpty = false
  /// The number of elements of the tree that is being read.
  private var elementCount = 0

  /// - Parameters:
  ///   - maximumBytes: The largest size in bytes of an element that is read as a whole.
  ///   - maximumTextBytes: The largest size in bytes of what is written in it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumBytes: Int = .max, maximumTextBytes: Int = .max)
  {
    cursor = MarkupCursor(bytes, maximumBytes: maximumBytes, maximumTextBytes: maximumTextBytes)
  }

  /// The progress in bytes.
  var position: Int { cursor.index }

  /// How many bytes of text the last element has.
  var textCount: Int { cursor.textCount }

  // MARK: Steps

  /// Reads the start tag of the root element. ``nextChild()`` then reads its children one by one.
  mutating func root() throws(Failure) -> MarkupElement {
    while true {
      cursor.skipBlanks()
      guard !cursor.isAtEnd, cursor.byte == UInt8(ascii: "<") else { throw cursor.unexpected() }
      if try !skipMarkup() { break }
    }
    hasBegun = true
    return try startTag()
  }

  /// Reads up to the next tag; `nil` after the root's end tag.
  mutating func next() throws(Failure) -> Step? {
    if !hasBegun { return .start(try root()) }
    if open.isEmpty { return nil }
    if isEmpty { return .end(closed()) }
    while true {
      cursor.beginElement()
      cursor.skipText()
      guard !cursor.isAtEnd else { throw cursor.failure(.unexpectedEnd) }
      if try skipMarkup() { continue }
      if cursor.starts("<![CDATA[") {
        _ = try cursor.cdata()
      } else if cursor.starts("</") {
        return .end(try endTag())
      } else {
        if open.count > Self.depthLimit { throw cursor.failure(.nestedTooDeeply) }
        return .start(try startTag())
      }
    }
  }

  /// Reads the next child of the root element completely; `nil` at the root's end tag.
  mutating func nextChild() throws(Failure) -> MarkupElement? {
    guard case .start(let child)? = try next() else { return nil }
    return try whole(child)
  }

  /// Reads what is in the element whose start tag was read last.
  mutating func whole(_ element: MarkupElement) throws(Failure) -> MarkupElement {
    elementCount = 0
    return try contents(of: element)
  }

  // MARK: Elements

  private mutating func contents(of start: MarkupElement) throws(Failure) -> MarkupElement {
    var element = start
    elementCount += 1
    if open.count > Self.depthLimit { throw cursor.failure(.nestedTooDeeply) }
    if elementCount > Self.elementLimit { throw cursor.failure(.tooManyElements) }
    if isEmpty {
      _ = closed()
      return element
    }
    while true {
      let text = try cursor.text()
      if !text.isEmpty { element.append(text) }
      guard !cursor.isAtEnd else { throw cursor.failure(.unexpectedEnd) }
      if cursor.starts("<![CDATA[") {
        element.append(try cursor.cdata())
      } else if try skipMarkup() {
        continue
      } else if cursor.starts("</") {
        _ = try endTag()
        return element
      } else {
        element.nodes.append(.element(try contents(of: startTag())))
      }
    }
  }

  private mutating func startTag() throws(Failure) -> MarkupElement {
    var element = MarkupElement(name: "", line: cursor.line)
    cursor.step()
    let name = try cursor.name()
    element.name = Self.local(name)
    while true {
      cursor.skipBlanks()
      guard !cursor.isAtEnd else { throw cursor.failure(.unexpectedEnd) }
      let endsHere = cursor.starts("/>")
      if endsHere || cursor.byte == UInt8(ascii: ">") {
        cursor.step(endsHere ? 2 : 1)
        isEmpty = endsHere
        open.append(name)
        return element
      }
      let attribute = try cursor.name()
      cursor.skipBlanks()
      guard !cursor.isAtEnd, cursor.byte == UInt8(ascii: "=") else { throw cursor.unexpected() }
      cursor.step()
      cursor.skipBlanks()
      set(attribute, try cursor.quotedValue(), of: &element)
      if element.attributes.count > Self.attributeLimit { throw cursor.failure(.tooManyElements) }
    }
  }

  private func set(_ name: String, _ value: String, of element: inout MarkupElement) {
    let local = Self.local(name)
    if local.utf8.count == name.utf8.count {
      element.attributes[local] = value
    } else if !name.hasPrefix("xmlns:"), element.attributes[local] == nil {
      element.attributes[local] = value
    }
  }

  /// The name without the prefix of its namespace.
  private static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  private mutating func endTag() throws(Failure) -> String {
    cursor.step(2)
    let found = try cursor.name()
    cursor.skipBlanks()
    guard !cursor.isAtEnd, cursor.byte == UInt8(ascii: ">") else { throw cursor.unexpected() }
    if let expected = open.last, found != expected {
      throw cursor.failure(.mismatchedTag(found: found, expected: expected))
    }
    cursor.step()
    return closed()
  }

  /// Closes the innermost element and returns its name.
  private mutating func closed() -> String {
    isEmpty = false
    return Self.local(open.removeLast())
  }

  /// Skips a comment, a processing instruction or a document type; returns `false` if the next text
  /// is something else.
  private mutating func skipMarkup() throws(Failure) -> Bool {
    if cursor.starts("<!--") {
      cursor.step(4)
      try cursor.skip(to: "-->")
    } else if cursor.starts("<?") {
      try cursor.skip(to: "?>")
    } else if cursor.starts("<!"), !cursor.starts("<![CDATA[") {
      // Entities defined in the file could refer to other files or expand without limit.
      guard cursor.starts("<!DOCTYPE"), !hasBegun else { throw cursor.failure(.entityDeclaration) }
      try cursor.skipDocumentType()
    } else {
      return false
    }
    return true
  }
}
