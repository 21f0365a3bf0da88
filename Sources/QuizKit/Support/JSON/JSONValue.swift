/// Any JSON value, before it is known what type it has.
///
/// Migrations change records in this shape, and readers of foreign files look for questions in it:
/// it keeps the order of members and the digits of numbers, and members that nobody asked for.
public enum JSONValue: Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number by its digits as they are written, so that nothing is rounded.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by name.
  case object(JSONObject)

  /// A whole number.
  public static func integer(_ number: Int64) -> JSONValue { .number(String(number)) }

  /// The text, when it is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, when it is one.
  public var integer: Int64? {
    if case .number(let digits) = self { Int64(digits) } else { nil }
  }

  /// The elements of a list.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The member of an object; `nil` when there is none, or when this is no object.
  ///
  /// Setting `nil` removes the member; setting a member of anything but an object does nothing.
  public subscript(name: String) -> JSONValue? {
    get { object?[name] }
    set {
      guard case .object(var object) = self else { return }
      object[name] = newValue
      self = .object(object)
    }
  }

  /// The text of a string, or the digits of a number: files write identifiers as either.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }
}

/// The members of a JSON object in their order.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name with its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue
  }

  /// All members; in a file of another program a name may stand twice.
  public internal(set) var members: [Member] = []

  /// Creates an object with members in the order given.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.members = members.map { Member(name: $0, value: $1) }
  }

  /// The members of a dictionary in alphabetical order.
  init(_ members: [String: JSONValue]) {
    self.members = members.sorted { $0.key < $1.key }.map { Member(name: $0, value: $1) }
  }

  /// The value of a name: the last one if it stands twice.
  ///
  /// A new name comes last; setting `nil` removes it.
  public subscript(name: String) -> JSONValue? {
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
  /// Reads a text.
  ///
  /// - Parameter tape: whose memory is used, and which says how strict to be.
  init(
    reading bytes: UnsafeRawBufferPointer, with tape: JSONTape = JSONTape()
  ) throws(JSONFault) {
    try tape.read(bytes)
    try self.init(tape)
  }

  /// The value that a tape holds.
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

  /// The text on one line, without blanks.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Appends the value.
  func write(to writer: inout JSONWriter) {
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
