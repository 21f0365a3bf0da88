/// A value of a stored record before it is known what type it has, as migrations see it.
public enum StoredValue: Sendable, Equatable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, as it is written.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([StoredValue])
  /// Fields by name.
  case object([String: StoredValue])

  /// A whole number.
  public static func integer(_ number: Int64) -> StoredValue { .number(String(number)) }

  /// The field of an object; `nil` when there is none, or when this is no object.
  ///
  /// Setting `nil` removes the field; setting a field of anything but an object does nothing.
  public subscript(field: String) -> StoredValue? {
    get {
      guard case .object(let fields) = self else { return nil }
      return fields[field]
    }
    set {
      guard case .object(var fields) = self else { return }
      fields[field] = newValue
      self = .object(fields)
    }
  }

  /// The text, when it is one.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, when it is one.
  public var integer: Int64? {
    guard case .number(let number) = self else { return nil }
    return Int64(number)
  }
}

extension StoredValue {
  /// Reads a text.
  init(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
    let core = RecordDecoderCore()
    try core.read(bytes)
    self = try Self.value(core, 0)
  }

  private static func value(_ core: RecordDecoderCore, _ index: Int) throws(JSONFault)
    -> StoredValue
  {
    let token = core.token(index)
    switch token.kind {
    case .null: return .null
    case .bool: return .bool(try core.bool(at: index))
    case .number: return .number(String(decoding: core.text(token), as: UTF8.self))
    case .string: return .string(try core.string(at: index))
    case .array:
      var elements: [StoredValue] = []
      var element = index + 1
      while element < Int(token.next) {
        elements.append(try value(core, element))
        element = Int(core.token(element).next)
      }
      return .array(elements)
    case .object:
      var fields: [String: StoredValue] = [:]
      var member = index + 1
      while member < Int(token.next) {
        fields[try core.string(at: member)] = try value(core, member + 1)
        member = Int(core.token(member + 1).next)
      }
      return .object(fields)
    }
  }

  /// Appends the value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): writer.append(value ? "true" : "false")
    case .number(let number): writer.append(Array(number.utf8))
    case .string(let text): writer.append(quoted: text)
    case .array(let elements):
      writer.begin(object: false)
      for element in elements {
        writer.beginElement()
        element.write(to: &writer)
      }
      writer.end(to: writer.depth - 1)
    case .object(let fields):
      writer.begin(object: true)
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        writer.beginMember(name)
        field.write(to: &writer)
      }
      writer.end(to: writer.depth - 1)
    }
  }
}
