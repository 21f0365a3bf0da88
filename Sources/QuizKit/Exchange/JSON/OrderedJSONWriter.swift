/// Writes JSON: raw UTF-8, two blanks an indent, members in the order that they are given in.
///
/// `JSONEncoder` is not used for exports because it orders members by name at best, and so does what
/// writes the stores; a person who opens an export wants to read the question before its answers.
struct OrderedJSONWriter {
  private(set) var bytes: [UInt8] = []
  private var indent = 0
  private var isAfterName = false
  private var isFirst = false

  /// Writes an object, `body` its members.
  mutating func object(_ body: (inout OrderedJSONWriter) -> Void) { nest("{", "}", body) }

  /// Writes a list, `body` its values.
  mutating func array(_ body: (inout OrderedJSONWriter) -> Void) { nest("[", "]", body) }

  /// Writes a member of an object; the next value is its value.
  mutating func name(_ name: String) {
    separate()
    quoted(name)
    raw(": ")
    isAfterName = true
  }

  /// Writes a text.
  mutating func string(_ text: String) {
    separate()
    quoted(text)
  }

  /// Writes a whole number.
  mutating func integer(_ number: Int) {
    separate()
    raw(String(number))
  }

  /// Writes a value that is JSON already.
  mutating func json(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// The bytes of a parsed value, on one line.
  static func bytes(of value: JSONValue) -> [UInt8] {
    var text = OrderedJSONWriter()
    text.value(value)
    return text.bytes
  }

  private mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let isTrue): raw(isTrue ? "true" : "false")
    case .number(let digits): raw(digits)
    case .string(let text): quoted(text)
    case .array(let values):
      raw("[")
      for (index, element) in values.enumerated() {
        if index > 0 { raw(",") }
        self.value(element)
      }
      raw("]")
    case .object(let object):
      raw("{")
      for (index, member) in object.members.enumerated() {
        if index > 0 { raw(",") }
        quoted(member.name)
        raw(":")
        self.value(member.value)
      }
      raw("}")
    }
  }

  private mutating func nest(
    _ open: StaticString, _ close: StaticString, _ body: (inout OrderedJSONWriter) -> Void
  ) {
    separate()
    open.withUTF8Buffer { bytes.append(contentsOf: $0) }
    indent += 1
    isFirst = true
    body(&self)
    indent -= 1
    if !isFirst { newline() }
    close.withUTF8Buffer { bytes.append(contentsOf: $0) }
    isFirst = false
  }

  private mutating func separate() {
    defer { isFirst = false }
    if isAfterName {
      isAfterName = false
      return
    }
    if indent == 0 { return }
    if !isFirst { raw(",") }
    newline()
  }

  private mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }

  private mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONText.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
