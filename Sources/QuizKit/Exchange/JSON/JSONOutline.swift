/// A JSON document of which only the outermost object or list was taken apart, its values still text.
///
/// A large bank as a tree of values takes several times the memory of its text, so only one question
/// of it is a value at a time.
struct JSONOutline {
  /// A value in the document.
  struct Member {
    /// The name in the object; empty for a document that is a list.
    var name: String
    /// Where its value stands.
    var range: Range<Int>
    /// The physical line that the value begins on.
    var line: Int
  }

  /// The line on which the document begins.
  let line: Int
  /// The members of the outermost object; the document itself if it is anything else.
  let members: [Member]
  let isObject: Bool

  /// The member of a name; the last one if it stands twice, as most readers have it.
  subscript(name: String) -> Member? {
    isObject ? members.last { $0.name == name } : nil
  }

  /// Goes over the whole document once.
  ///
  /// - Parameter longest: The most bytes that one text in it may have.
  static func read(_ bytes: [UInt8], longest: Int = .max) throws(JSONParser.Failure) -> JSONOutline
  {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONParser.Failure) in
      var parser = JSONParser(buffer, 0..<buffer.count, line: 1)
      parser.longest = longest
      parser.skipBlanks()
      let (start, line) = (parser.index, parser.line)
      var members: [Member] = []
      let isObject = start < buffer.count && buffer[start] == UInt8(ascii: "{")
      if isObject {
        try parser.skipMembers { (parser, name) throws(JSONParser.Failure) in
          let (start, line) = (parser.index, parser.line)
          try parser.skipValue()
          var names = JSONParser(buffer, name, line: line)
          members.append(
            Member(name: try names.string(), range: start..<parser.index, line: line))
        }
      } else {
        try parser.skipValue()
        members = [Member(name: "", range: start..<parser.index, line: line)]
      }
      try parser.finish()
      return JSONOutline(line: line, members: members, isObject: isObject)
    }
  }

  /// The list that the document is, or that the first of `names` is whose member is one.
  func list(_ names: String..., in bytes: UnsafeBufferPointer<UInt8>) -> JSONElements? {
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
  private var parser: JSONParser

  /// `nil` if the value is no list.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, of member: JSONOutline.Member) {
    guard bytes[member.range.lowerBound] == UInt8(ascii: "[") else { return nil }
    name = member.name
    parser = JSONParser(bytes, member.range, line: member.line)
  }

  /// Where the reading is.
  var index: Int { parser.index }

  /// The next element; `nil` behind the last one.
  mutating func next(in intake: Intake) throws(ReadingCancelled) -> JSONValue? {
    guard begin() else { return nil }
    // Going over it takes no memory; only a document that is longer than one question may be can hold one that is too long.
    if parser.end - parser.index > intake.longest { try intake.require(extent) }
    return value()
  }

  /// Steps to the next element; `false` behind the last one.
  private mutating func begin() -> Bool {
    _ = parser.take(UInt8(ascii: count == 0 ? "[" : ","))
    parser.skipBlanks()
    return !parser.take(UInt8(ascii: "]"))
  }

  /// Where the element stands that the reading is at.
  private var extent: Range<Int> {
    var ahead = parser
    do throws(JSONParser.Failure) { try ahead.skipValue() } catch {
      // The outline has been over it and would have said so.
    }
    return parser.index..<ahead.index
  }

  private mutating func value() -> JSONValue? {
    do throws(JSONParser.Failure) {
      let value = try parser.value()
      parser.skipBlanks()
      count += 1
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
