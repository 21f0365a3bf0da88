/// A JSON value of any kind.
///
/// Migrations change records in this form, and readers of files from other programs search it for
/// questions. It preserves the order of members, the digits of numbers, and unknown members.
public enum JSONValue: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A number as its digits in the file, so that nothing is rounded.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// Named members.
  case object(JSONObject)

  /// A whole number.
  package static func integer(_ number: Int64) -> JSONValue { .number(String(number)) }

  /// The text of a string; otherwise `nil`.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number; otherwise `nil`.
  package var integer: Int64? {
    if case .number(let digits) = self { Int64(digits) } else { nil }
  }

  /// The elements of an array; otherwise `nil`.
  package var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The object; otherwise `nil`.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// A member of an object; `nil` when it is missing or this is not an object.
  ///
  /// Setting `nil` removes the member. Setting a member of a value that is not an object does
  /// nothing.
  package subscript(name: String) -> JSONValue? {
    get { object?[name] }
    set {
      guard case .object(var object) = self else { return }
      object[name] = newValue
      self = .object(object)
    }
  }

  /// The text of a string or the digits of a number, because files contain identifiers in both
  /// forms.
  package var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }
}

/// The members of a JSON object, in order.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name and its value.
  package struct Member: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONValue
  }

  /// All members. Files from other programs may contain the same name twice.
  package internal(set) var members: [Member] = []

  /// Creates an object with the given members, in order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.members = members.map { Member(name: $0, value: $1) }
  }

  /// Creates an object with the members of a dictionary, sorted by name.
  package init(_ members: [String: JSONValue]) {
    self.members = members.sorted { $0.key < $1.key }.map { Member(name: $0, value: $1) }
  }

  /// The value of a name; the last one when the name occurs twice.
  ///
  /// Setting a new name appends it. Setting `nil` removes the name.
  package subscript(name: String) -> JSONValue? {
    get { members.last { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index = members.lastIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
    }
  }
}

extension JSONValue {
  /// Parses a text.
  ///
  /// - Parameter tape: provides the memory, and decides how strict the parser is.
  package init(
    reading bytes: UnsafeRawBufferPointer, with tape: JSONTape = JSONTape()
  ) throws(JSONFault) {
    try tape.read(bytes)
    try self.init(tape)
  }

  /// Creates the value at token `index` of a tape.
  init(_ tape: JSONTape, at index: Int = 0) throws(JSONFault) {
    let token = tape[index]
    switch token.kind {
    case .null: self = .null
    case .bool: self = .bool(try tape.bool(at: index))
    case .number: self = .number(String(decoding: tape.text(token), as: UTF8.self))
    case .string: self = .string(try tape.string(at: index))
    case .array:
      var elements: [JSONValue] = []
      for element in try tape.elements(at: index) {
        elements.append(try JSONValue(tape, at: element))
      }
      self = .array(elements)
    case .object:
      var object = JSONObject()
      for (name, value) in try tape.members(at: index) {
        object.members.append(JSONObject.Member(name: name, value: try JSONValue(tape, at: value)))
      }
      self = .object(object)
    }
  }

  /// The text on one line, without spaces.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Appends the value to `writer`.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): writer.append(value ? "true" : "false")
    case .number(let digits): writer.append(Array(digits.utf8))
    case .string(let text): writer.append(quoted: text)
    case .array(let elements):
      writer.array { writer in
        for element in elements {
          writer.beginElement()
          element.write(to: &writer)
        }
      }
    case .object(let object):
      writer.object { writer in
        for member in object.members {
          writer.beginMember(member.name)
          member.value.write(to: &writer)
        }
      }
    }
  }
}

/// The outermost structure of a JSON document, with its values still as text.
///
/// A tree of a large file takes several times the memory of its text. So only one element at a time
/// is turned into a value.
package struct JSONOutline {
  /// A value in the document.
  package struct Member {
    /// The name in the object; empty when the document is not an object.
    package let name: String
    /// The range of the value's text.
    package let range: Range<Int>
    /// The physical line on which the value begins, counted from 1.
    package let line: Int

    /// Creates a member.
    package init(name: String, range: Range<Int>, line: Int) {
      self.name = name
      self.range = range
      self.line = line
    }
  }

  /// The line on which the document begins.
  package let line: Int
  /// The members of the outermost object, or the document itself when it is not an object.
  package let members: [Member]
  package let isObject: Bool

  /// Scans the whole document once.
  ///
  /// - Parameter maximumBytes: the maximum length in bytes of a string in the document.
  package init(_ bytes: UnsafeRawBufferPointer, maximumBytes: Int = .max) throws(JSONFault) {
    var scanner = try JSONScanner(bytes, maximumBytes: maximumBytes)
    try self.init(bytes, &scanner, LineCount(bytes))
    try scanner.finish()
  }

  /// Scans a value in a document that was scanned before.
  package init?(_ bytes: UnsafeRawBufferPointer, of member: Member) {
    do throws(JSONFault) {
      var scanner = try JSONScanner(bytes, from: member.range.lowerBound)
      let lines = LineCount(bytes, from: member.range.lowerBound, line: member.line)
      try self.init(bytes, &scanner, lines)
    } catch {
      // Never happens: the grammar has been checked.
      return nil
    }
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, _ scanner: inout JSONScanner, _ lines: LineCount
  ) throws(JSONFault) {
    var lines = lines
    scanner.skipBlanks()
    let start = scanner.position
    let line = lines.line(at: start)
    var members: [Member] = []
    isObject = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    if isObject {
      _ = try scanner.scanMembers { (scanner, name) throws(JSONFault) in
        let start = scanner.position
        try scanner.scanValue(depth: 1)
        let text = UnsafeRawBufferPointer(rebasing: bytes[name.range])
        let name = JSONText.string(text, isEscaped: name.isEscaped, replacesHalves: true) ?? ""
        members.append(
          Member(name: name, range: start..<scanner.position, line: lines.line(at: start)))
      }
    } else {
      try scanner.scanValue()
      members = [Member(name: "", range: start..<scanner.position, line: line)]
    }
    self.line = line
    self.members = members
  }

  /// The member with this name; the last one when the name occurs twice. `nil` when the document is
  /// not an object.
  subscript(name: String) -> Member? {
    isObject ? members.last { $0.name == name } : nil
  }

  /// The value of a member; `nil` when there is none.
  package func value(_ name: String, in bytes: UnsafeRawBufferPointer) throws(JSONFault)
    -> JSONValue?
  {
    guard let member = self[name] else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[member.range])
    return try JSONValue(reading: text, with: JSONTape(isForeign: true))
  }

  /// The document itself if it is an array; otherwise the first member in `names` that is an array.
  package func list(_ names: String..., in bytes: UnsafeRawBufferPointer) -> JSONElements? {
    guard isObject else { return members.first.flatMap { JSONElements(bytes, of: $0) } }
    return names.lazy.compactMap { self[$0].flatMap { JSONElements(bytes, of: $0) } }.first
  }
}

/// The elements of an array in a document, read one at a time.
package struct JSONElements {
  /// The name of the array in its object; empty when it is the document.
  package let name: String
  /// How many elements were read.
  package private(set) var count = 0
  /// The physical line on which the last read element begins.
  package private(set) var line: Int
  /// The current position in the document.
  package private(set) var position: Int
  /// Where the last read element begins.
  package private(set) var start = 0

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var lines: LineCount
  private let tape = JSONTape(isForeign: true)

  /// `nil` when the value is not an array.
  package init?(_ bytes: UnsafeRawBufferPointer, of member: JSONOutline.Member) {
    guard bytes[member.range.lowerBound] == UInt8(ascii: "[") else { return nil }
    name = member.name
    line = member.line
    position = member.range.lowerBound
    end = member.range.upperBound
    lines = LineCount(bytes, from: position, line: line)
    self.bytes = bytes
  }

  /// The number of bytes up to the end of the array.
  package var remaining: Int { end - position }

  /// The range of the next element; `nil` after the last one. Finding it needs no memory.
  package var nextRange: Range<Int>? {
    do throws(JSONFault) {
      guard var scanner = try scannerAtNext() else { return nil }
      let start = scanner.position
      try scanner.scanValue()
      return start..<scanner.position
    } catch {
      // Never happens: the outline has already checked the grammar.
      return nil
    }
  }

  /// The next element; `nil` after the last one.
  package mutating func next() -> JSONValue? {
    do throws(JSONFault) {
      guard let scanner = try scannerAtNext() else { return nil }
      position = scanner.position
      start = position
      line = lines.line(at: position)
      try tape.read(valueOf: bytes, at: &position)
      count += 1
      return try JSONValue(tape)
    } catch {
      // Never happens: the outline has already checked the grammar, and the text is valid UTF-8.
      return nil
    }
  }

  /// Goes to the next element without reading it, where the value is known; `false` after the last
  /// one.
  package mutating func skip() -> Bool {
    guard let next = nextRange else { return false }
    (start, position) = (next.lowerBound, next.upperBound)
    line = lines.line(at: start)
    count += 1
    return true
  }

  private func scannerAtNext() throws(JSONFault) -> JSONScanner? {
    var scanner = try JSONScanner(bytes, from: position)
    scanner.skipBlanks()
    _ = scanner.take(UInt8(ascii: count == 0 ? "[" : ","))
    scanner.skipBlanks()
    return scanner.take(UInt8(ascii: "]")) ? nil : scanner
  }
}

/// Counts the lines of a text incrementally.
private struct LineCount {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var line: Int

  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.position = position
    self.line = line
  }

  /// The line of `place`, which must not be before the previous one.
  mutating func line(at place: Int) -> Int {
    while let end = bytes.first(UInt8(ascii: "\n"), in: position..<place) {
      line += 1
      position = end + 1
    }
    position = place
    return line
  }
}
