import Foundation

/// Encodes values as JSON in UTF-8, with members in the order of their declaration.
///
/// Its output equals that of Foundation's encoder, except for dates and the order of members, and
/// it is faster. Containers must be filled one after the other, as the compiler's synthesized code
/// does. Returning to an earlier container is a programming error.
///
/// The members of a dictionary have no declared order, so they are sorted by name.
package final class JSONTextEncoder {
  /// The format of dates.
  package enum Dates {
    /// As seconds since 2001.
    case numbers
    /// As text for people (``DateText``).
    case texts
  }

  private let encoding: JSONEncoding

  /// Creates an encoder that writes on one line without spaces.
  ///
  /// - Parameter sortsMembers: sorts the members of all objects by name.
  package init(sortsMembers: Bool = false) {
    encoding = JSONEncoding(JSONWriter(), .numbers, sortsMembers: sortsMembers)
  }

  package init(_ layout: JSONWriter.Layout, indentation: Int = 0, dates: Dates) {
    encoding = JSONEncoding(
      JSONWriter(layout, indentation: indentation), dates, sortsMembers: false)
  }

  /// Information for the values that are encoded.
  package var userInfo: [CodingUserInfoKey: Any] {
    get { encoding.userInfo }
    set { encoding.userInfo = newValue }
  }

  /// The JSON text of `value`, in UTF-8.
  ///
  /// - Throws: the errors of the value, and `EncodingError` for a number that is not finite.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    try encoding.begin(value)
    return encoding.writer.bytes
  }

  /// Appends the JSON text of `value` to `bytes`. Appends nothing when it throws.
  package func encode(_ value: some Encodable, to bytes: inout [UInt8]) throws {
    try encoding.begin(value)
    bytes.append(contentsOf: encoding.writer.bytes)
  }
}

/// The `Encoder` that values write to.
private final class JSONEncoding: Encoder {
  var writer: JSONWriter
  private let dates: JSONTextEncoder.Dates
  private let sortsMembers: Bool
  /// How many containers were open when the current value began.
  private var level = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter, _ dates: JSONTextEncoder.Dates, sortsMembers: Bool) {
    self.writer = writer
    self.dates = dates
    self.sortsMembers = sortsMembers
  }

  /// Discards the previous text and encodes a new one.
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

  /// Whether an object with these keys has its members sorted. Keys that store a string, as those
  /// of a dictionary do, come in a different order in each process.
  private func sorts<Key>(_ type: Key.Type) -> Bool {
    sortsMembers || MemoryLayout<Key>.size >= MemoryLayout<String>.size
  }

  /// Opens the container of the current value, or continues it when another part of the value asks
  /// for it again.
  private func open(object isObject: Bool, isSorted: Bool = false) -> Int {
    if writer.depth > level, writer.isObject(at: level) == isObject {
      writer.end(to: level + 1)
    } else {
      writer.begin(object: isObject, isSorted: isSorted)
    }
    return writer.depth
  }

  /// An encoder for a value inside the current container.
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

  /// Encodes one whole value.
  func write<T: Encodable>(_ value: T) throws {
    // Compares types because a cast with `as?` takes longer than writing the value. Lists of
    // numbers come here too.
    if T.self == Int.self { return writer.append(unsafeBitCast(value, to: Int.self)) }
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
    // Ends at `depth`, not at `level`: a superclass or other code that asked for its own encoder
    // has changed `level`.
    writer.end(to: depth)
  }

  private func write(_ date: Date) throws {
    // No reader takes such a date, so none is written.
    if !date.isOnCalendars {
      throw EncodingError.invalidValue(
        date,
        EncodingError.Context(
          codingPath: [], debugDescription: "a date in it is not in the years 1 to 9998"))
    }
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

/// Encodes the members of an object.
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

/// Encodes the elements of an array.
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
