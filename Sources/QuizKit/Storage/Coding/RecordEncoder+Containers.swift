/// The fields of a record, or the members of a dictionary.
struct KeyedRecordContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let core: RecordEncoderCore
  private let depth: Int

  var codingPath: [any CodingKey] { [] }

  init(_ core: RecordEncoderCore, depth: Int) {
    self.core = core
    self.depth = depth
  }

  private func begin(_ key: some CodingKey) {
    core.writer.beginMember(key.stringValue, in: depth)
  }

  func encodeNil(forKey key: Key) {
    begin(key)
    core.writer.append("null")
  }

  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    core.writer.append(value ? "true" : "false")
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    core.writer.append(quoted: value)
  }

  func encode(_ value: Int, forKey key: Key) {
    begin(key)
    core.writer.append(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    begin(key)
    try core.write(number: value, of: value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    begin(key)
    try core.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    begin(key)
    core.writer.begin(object: true)
    return KeyedEncodingContainer(KeyedRecordContainer<Nested>(core, depth: core.writer.depth))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    core.writer.begin(object: false)
    return UnkeyedRecordContainer(core, depth: core.writer.depth)
  }

  func superEncoder() -> any Encoder { core }

  func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    core.level = core.writer.depth
    return core
  }
}

/// The elements of an array.
struct UnkeyedRecordContainer: UnkeyedEncodingContainer {
  private let core: RecordEncoderCore
  private let depth: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(_ core: RecordEncoderCore, depth: Int) {
    self.core = core
    self.depth = depth
  }

  private mutating func begin() {
    core.writer.beginElement(in: depth)
    count += 1
  }

  mutating func encodeNil() {
    begin()
    core.writer.append("null")
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    begin()
    try core.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    begin()
    core.writer.begin(object: true)
    return KeyedEncodingContainer(KeyedRecordContainer<Nested>(core, depth: core.writer.depth))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    core.writer.begin(object: false)
    return UnkeyedRecordContainer(core, depth: core.writer.depth)
  }

  mutating func superEncoder() -> any Encoder {
    begin()
    core.level = core.writer.depth
    return core
  }
}

extension RecordEncoderCore: SingleValueEncodingContainer {
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
