/// The outermost object of a JSON document, its values still text.
///
/// A backup of a large bank as a tree of values takes several times the memory of its text, so only
/// one question of it is a value at a time.
struct JSONOutline {
  /// A member of the outermost object.
  struct Member {
    var name: String
    /// Where its value stands.
    var range: Range<Int>
    /// The physical line that the value begins on.
    var line: Int
  }

  /// The line of the opening brace.
  let line: Int
  let members: [Member]

  /// The member of a name; the last one if it stands twice, as most readers have it.
  subscript(name: String) -> Member? {
    members.last { $0.name == name }
  }

  /// Goes over the whole document once.
  ///
  /// - Returns: `nil` if the document is sound but no object.
  static func read(_ bytes: [UInt8]) throws(JSONParser.Failure) -> JSONOutline? {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONParser.Failure) in
      var parser = JSONParser(buffer, 0..<buffer.count, line: 1)
      parser.skipBlanks()
      guard parser.index < parser.end, buffer[parser.index] == UInt8(ascii: "{") else {
        try parser.skipValue()
        try parser.finish()
        return nil
      }
      let line = parser.line
      var members: [Member] = []
      try parser.skipMembers { (parser, name) throws(JSONParser.Failure) in
        let (start, line) = (parser.index, parser.line)
        try parser.skipValue()
        var names = JSONParser(buffer, name, line: line)
        members.append(
          Member(name: try names.string(), range: start..<parser.index, line: line))
      }
      try parser.finish()
      return JSONOutline(line: line, members: members)
    }
  }
}

/// The elements of a list in a document, one at a time.
struct JSONElements {
  private var parser: JSONParser
  private var isBegun = false

  /// `nil` if the value is no list.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, of member: JSONOutline.Member) {
    guard bytes[member.range.lowerBound] == UInt8(ascii: "[") else { return nil }
    parser = JSONParser(bytes, member.range, line: member.line)
  }

  /// Where the reading is.
  var index: Int { parser.index }

  /// The next element; `nil` behind the last one.
  mutating func next() -> JSONValue? {
    _ = parser.take(UInt8(ascii: isBegun ? "," : "["))
    isBegun = true
    parser.skipBlanks()
    if parser.take(UInt8(ascii: "]")) { return nil }
    do throws(JSONParser.Failure) {
      let value = try parser.value()
      parser.skipBlanks()
      return value
    } catch {
      // The outline has been over it and would have said so.
      return nil
    }
  }
}

extension JSONOutline.Member {
  /// The value alone.
  func value(in bytes: [UInt8]) throws(JSONParser.Failure) -> JSONValue {
    try JSONParser.parse(bytes, in: range, line: line)
  }
}

extension JSONParser {
  /// Makes sure that nothing but blanks is left.
  mutating func finish() throws(Failure) {
    skipBlanks()
    if index < end { throw failure(.textAfterEnd) }
  }
}
