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
