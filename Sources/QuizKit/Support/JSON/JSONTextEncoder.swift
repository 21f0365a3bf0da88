import Foundation

/// Writes values as JSON: members in the order in which they are declared, raw UTF-8.
///
/// It writes what Foundation's encoder does, but for dates and the order of members, in a third of
/// the time. Containers must be filled one after the other, as the compiler's own code does: not one,
/// then another, then the first again.
///
/// Members of a dictionary have no order of declaration, and come in the order of their names.
public final class JSONTextEncoder {
  /// How dates are written.
  enum Dates {
    /// As seconds since 2001.
    case numbers
    /// As people read them (``DateText``).
    case texts
  }

  private let encoding: JSONEncoding

  /// Creates an encoder that writes on one line without blanks.
  ///
  /// - Parameter sortsMembers: write the members of all objects in the order of their names.
  public init(sortsMembers: Bool = false) {
    encoding = JSONEncoding(JSONWriter(), .numbers, sortsMembers: sortsMembers)
  }

  init(_ layout: JSONWriter.Layout, indentation: Int = 0, dates: Dates) {
    encoding = JSONEncoding(
      JSONWriter(layout, indentation: indentation), dates, sortsMembers: false)
  }

  /// What values may ask for while they are encoded.
  public var userInfo: [CodingUserInfoKey: Any] {
    get { encoding.userInfo }
    set { encoding.userInfo = newValue }
  }

  /// The text of `value`, in UTF-8.
  ///
  /// - Throws: what the value throws, and `EncodingError` for a number that is not finite.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    try encoding.begin(value)
    return encoding.writer.bytes
  }

  /// Appends the text of `value` to `bytes`; nothing when it throws.
  func encode(_ value: some Encodable, to bytes: inout [UInt8]) throws {
    try encoding.begin(value)
    bytes.append(contentsOf: encoding.writer.bytes)
  }
}

/// The part that the values see.
private final class JSONEncoding: Encoder {
  var writer: JSONWriter
  private let dates: JSONTextEncoder.Dates
  private let sortsMembers: Bool
  /// How many containers were open when the value under way was begun.
  private var level = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter, _ dates: JSONTextEncoder.Dates, sortsMembers: Bool) {
    self.writer = writer
    self.dates = dates
    self.sortsMembers = sortsMembers
  }

  /// Forgets the text before, and writes a whole one.
  func begin(_ value: some Encodable) throws {
    writer.removeAll()
    level = 0
    try write(value)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      KeyedContainer<Key>(self, depth: open(object: true, isSorted: sorts(type))))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(self, depth: open(object: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Whether the members of an object with such keys are sorted. Keys that hold a text of their own,
  /// as a dictionary's do, come in another order in each process.
  private func sorts<Key>(_ type: Key.Type) -> Bool {
    sortsMembers || MemoryLayout<Key>.size >= MemoryLayout<String>.size
  }

  /// Begins the container of the value under way; or goes on with it, when a part of the value asks
  /// for it again.
  private func open(object isObject: Bool, isSorted: Bool = false) -> Int {
    if writer.depth > level, writer.isObject(at: level) == isObject {
      writer.end(to: level + 1)
    } else {
      writer.begin(object: isObject, isSorted: isSorted)
    }
    return writer.depth
  }

  /// An encoder for a value in the container under way.
  func encoder() -> any Encoder {
    level = writer.depth
    return self
  }

  func nested<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(object: true, isSorted: sorts(type))
    return KeyedEncodingContainer(KeyedContainer<Key>(self, depth: writer.depth))
  }

  func nestedList() -> any UnkeyedEncodingContainer {
    writer.begin(object: false)
    return UnkeyedContainer(self, depth: writer.depth)
  }

  /// Writes one whole value.
  func write<T: Encodable>(_ value: T) throws {
    // As for reading: a cast by `as?` takes longer than writing the value.
    if T.self == String.self { return writer.append(quoted: unsafeBitCast(value, to: String.self)) }
    if T.self == Date.self { return try write(unsafeBitCast(value, to: Date.self)) }
    if T.self == Data.self {
      return writer.append(quoted: unsafeBitCast(value, to: Data.self).base64EncodedString())
    }
    if T.self == URL.self {
      return writer.append(quoted: unsafeBitCast(value, to: URL.self).absoluteString)
    }
    let outer = level
    let depth = writer.depth
    level = depth
    defer { level = outer }
    let start = writer.bytes.count
    try value.encode(to: self)
    if writer.bytes.count == start, writer.depth == depth { writer.begin(object: true) }
    // Not to the level: a superclass, or whoever else asked for an encoder of its own, moved that.
    writer.end(to: depth)
  }

  private func write(_ date: Date) throws {
    guard dates == .texts, let text = DateText.text(of: date) else {
      return try write(number: date.timeIntervalSinceReferenceDate, of: date)
    }
    writer.append("\"")
    writer.append(text)
    writer.append("\"")
  }

  func write<T>(number: Double, of value: T) throws {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return writer.append(whole) }
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "a number or date in it is not finite"))
    }
    writer.append(Array("\(number)".utf8))
  }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { writer.append("null") }
  func encode(_ value: Bool) { writer.append(value ? "true" : "false") }
  func encode(_ value: String) { writer.append(quoted: value) }
  func encode(_ value: Double) throws { try write(number: value, of: value) }
  func encode(_ value: Float) throws {
    guard value.isFinite else { return try write(number: Double(value), of: value) }
    writer.append(Array("\(value)".utf8))
  }
  func encode(_ value: Int) { writer.append(value) }
  func encode(_ value: Int8) { writer.append(value) }
  func encode(_ value: Int16) { writer.append(value) }
  func encode(_ value: Int32) { writer.append(value) }
  func encode(_ value: Int64) { writer.append(value) }
  func encode(_ value: UInt) { writer.append(value) }
  func encode(_ value: UInt8) { writer.append(value) }
  func encode(_ value: UInt16) { writer.append(value) }
  func encode(_ value: UInt32) { writer.append(value) }
  func encode(_ value: UInt64) { writer.append(value) }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
}

/// The members of an object.
private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let encoding: JSONEncoding
  private let depth: Int

  var codingPath: [any CodingKey] { [] }

  init(_ encoding: JSONEncoding, depth: Int) {
    self.encoding = encoding
    self.depth = depth
  }

  private func begin(_ key: Key) {
    encoding.writer.beginMember(key.stringValue, in: depth)
  }

  func encodeNil(forKey key: Key) {
    begin(key)
    encoding.encodeNil()
  }

  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    begin(key)
    try encoding.encode(value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    begin(key)
    try encoding.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    begin(key)
    return encoding.nested(type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return encoding.nestedList()
  }

  func superEncoder() -> any Encoder { encoding }

  func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    return encoding.encoder()
  }
}

/// The elements of an array.
private struct UnkeyedContainer: UnkeyedEncodingContainer {
  private let encoding: JSONEncoding
  private let depth: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(_ encoding: JSONEncoding, depth: Int) {
    self.encoding = encoding
    self.depth = depth
  }

  private mutating func begin() {
    encoding.writer.beginElement(in: depth)
    count += 1
  }

  mutating func encodeNil() {
    begin()
    encoding.encodeNil()
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    begin()
    try encoding.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    begin()
    return encoding.nested(type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return encoding.nestedList()
  }

  mutating func superEncoder() -> any Encoder {
    begin()
    return encoding.encoder()
  }
}
