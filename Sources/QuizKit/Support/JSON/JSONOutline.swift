/// A JSON document of which only the outermost object or list was taken apart, its values still text.
///
/// A large file as a tree of values takes several times the memory of its text, so only one element
/// of it is a value at a time.
struct JSONOutline {
  /// A value in the document.
  struct Member {
    /// The name in the object; empty for a document that is a list.
    let name: String
    /// Where its value stands.
    let range: Range<Int>
    /// The physical line that the value begins on, counted from 1.
    let line: Int
  }

  /// The line on which the document begins.
  let line: Int
  /// The members of the outermost object; the document itself if it is anything else.
  let members: [Member]
  let isObject: Bool

  /// Goes over the whole document once.
  ///
  /// - Parameter longest: The most bytes that one text between quotation marks may have.
  init(_ bytes: UnsafeRawBufferPointer, longest: Int = .max) throws(JSONFault) {
    var lines = LineCount(bytes)
    var scanner = try JSONScanner(bytes, longest: longest)
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
    try scanner.finish()
    self.line = line
    self.members = members
  }

  /// The member of a name; the last one if it stands twice.
  subscript(name: String) -> Member? {
    isObject ? members.last { $0.name == name } : nil
  }

  /// The value of a member; `nil` if there is none.
  func value(_ name: String, in bytes: UnsafeRawBufferPointer) throws(JSONFault) -> JSONValue? {
    guard let member = self[name] else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[member.range])
    return try JSONValue(reading: text, with: JSONTape(isForeign: true))
  }

  /// The list that the document is, or that the first of `names` is whose member is one.
  func list(_ names: String..., in bytes: UnsafeRawBufferPointer) -> JSONElements? {
    guard isObject else { return members.first.flatMap { JSONElements(bytes, of: $0) } }
    return names.lazy.compactMap { self[$0].flatMap { JSONElements(bytes, of: $0) } }.first
  }
}

/// The elements of a list in a document, one at a time.
struct JSONElements {
  /// The name of the list in its object; empty if it is the document.
  let name: String
  /// How many elements were read.
  private(set) var count = 0
  /// The physical line that the element read last begins on.
  private(set) var line: Int
  /// Where in the document the reading is.
  private(set) var position: Int

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var lines: LineCount
  private let tape = JSONTape(isForeign: true)

  /// `nil` if the value is no list.
  init?(_ bytes: UnsafeRawBufferPointer, of member: JSONOutline.Member) {
    guard bytes[member.range.lowerBound] == UInt8(ascii: "[") else { return nil }
    name = member.name
    line = member.line
    position = member.range.lowerBound
    end = member.range.upperBound
    lines = LineCount(bytes, from: position, line: line)
    self.bytes = bytes
  }

  /// How many bytes there are to the end of the list.
  var remaining: Int { end - position }

  /// Where the next element stands; `nil` behind the last one. To find it takes no memory.
  var nextRange: Range<Int>? {
    do throws(JSONFault) {
      guard var scanner = try scannerAtNext() else { return nil }
      let start = scanner.position
      try scanner.scanValue()
      return start..<scanner.position
    } catch {
      // The outline has been over it and would have said so.
      return nil
    }
  }

  /// The next element; `nil` behind the last one.
  mutating func next() -> JSONValue? {
    do throws(JSONFault) {
      guard let scanner = try scannerAtNext() else { return nil }
      position = scanner.position
      line = lines.line(at: position)
      try tape.read(valueOf: bytes, at: &position)
      count += 1
      return try JSONValue(tape)
    } catch {
      // The outline has been over it and would have said so.
      return nil
    }
  }

  private func scannerAtNext() throws(JSONFault) -> JSONScanner? {
    var scanner = try JSONScanner(bytes, from: position)
    scanner.skipBlanks()
    _ = scanner.take(UInt8(ascii: count == 0 ? "[" : ","))
    scanner.skipBlanks()
    return scanner.take(UInt8(ascii: "]")) ? nil : scanner
  }
}

/// Counts the lines of a text from place to place.
private struct LineCount {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var line: Int

  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.position = position
    self.line = line
  }

  /// The line of a place that is not before the last one.
  mutating func line(at place: Int) -> Int {
    while let end = bytes.first(UInt8(ascii: "\n"), in: position..<place) {
      line += 1
      position = end + 1
    }
    position = place
    return line
  }
}
