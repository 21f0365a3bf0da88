import Foundation

/// The members of an object.
struct KeyedRecordReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let core: RecordDecoderCore
  private let object: Int

  var codingPath: [any CodingKey] { [] }

  init(_ core: RecordDecoderCore, object: Int) {
    self.core = core
    self.object = object
  }

  var allKeys: [Key] {
    var keys: [Key] = []
    var index = object + 1
    while index < Int(core.token(object).next) {
      let token = core.token(index)
      if let name = JSONText.string(core.text(token), isEscaped: token.isEscaped),
        let key = Key(stringValue: name)
      {
        keys.append(key)
      }
      index = Int(core.token(index + 1).next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  /// The token of the value of `key`. Objects have few members, so that looking at each is fastest.
  private func find(_ key: some CodingKey) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { name in
      let end = Int(core.token(object).next)
      var index = object + 1
      while index < end {
        let token = core.token(index)
        if token.isEscaped
          ? matches(token, name) : core.text(token).hasBytes(UnsafeRawBufferPointer(name))
        {
          return index + 1
        }
        index = Int(core.token(index + 1).next)
      }
      return nil
    }
  }

  private func matches(_ token: JSONTape.Token, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    JSONText.string(core.text(token), isEscaped: true)?.utf8.elementsEqual(name) ?? false
  }

  private func require(_ key: some CodingKey) throws -> Int {
    guard let index = find(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: [], debugDescription: "a field is missing"))
    }
    return index
  }

  func decodeNil(forKey key: Key) throws -> Bool { core.isNull(try require(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try core.bool(at: require(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try core.string(at: require(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try core.integer(type, at: require(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try core.double(at: require(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try core.value(type, at: require(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let index = try require(key)
    try core.expect(.object, at: index)
    return KeyedDecodingContainer(KeyedRecordReader<Nested>(core, object: index))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let index = try require(key)
    try core.expect(.array, at: index)
    return UnkeyedRecordReader(core, array: index)
  }

  func superDecoder() throws -> any Decoder { core }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    core.current = try require(key)
    return core
  }
}

/// The elements of an array.
struct UnkeyedRecordReader: UnkeyedDecodingContainer {
  private let core: RecordDecoderCore
  private let array: Int
  private var next: Int
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { Int(core.token(array).count) }
  var isAtEnd: Bool { currentIndex == Int(core.token(array).count) }

  init(_ core: RecordDecoderCore, array: Int) {
    self.core = core
    self.array = array
    next = array + 1
  }

  private mutating func take() throws -> Int {
    guard !isAtEnd else {
      throw JSONFault(
        Int(core.token(array).end), "the list has too few elements", "リストの要素が足りません")
    }
    let index = next
    next = Int(core.token(index).next)
    currentIndex += 1
    return index
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, core.isNull(next) else { return false }
    _ = try take()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try core.value(type, at: take())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let index = try take()
    try core.expect(.object, at: index)
    return KeyedDecodingContainer(KeyedRecordReader<Nested>(core, object: index))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let index = try take()
    try core.expect(.array, at: index)
    return UnkeyedRecordReader(core, array: index)
  }

  mutating func superDecoder() throws -> any Decoder {
    core.current = try take()
    return core
  }
}

/// A value that is neither object nor array.
struct SingleRecordReader: SingleValueDecodingContainer {
  private let core: RecordDecoderCore
  private let token: Int

  var codingPath: [any CodingKey] { [] }

  init(_ core: RecordDecoderCore, token: Int) {
    self.core = core
    self.token = token
  }

  func decodeNil() -> Bool { core.isNull(token) }
  func decode(_ type: Bool.Type) throws -> Bool { try core.bool(at: token) }
  func decode(_ type: String.Type) throws -> String { try core.string(at: token) }
  func decode(_ type: Double.Type) throws -> Double { try core.double(at: token) }
  func decode(_ type: Float.Type) throws -> Float { Float(try core.double(at: token)) }
  func decode(_ type: Int.Type) throws -> Int { try core.integer(type, at: token) }
  func decode(_ type: Int8.Type) throws -> Int8 { try core.integer(type, at: token) }
  func decode(_ type: Int16.Type) throws -> Int16 { try core.integer(type, at: token) }
  func decode(_ type: Int32.Type) throws -> Int32 { try core.integer(type, at: token) }
  func decode(_ type: Int64.Type) throws -> Int64 { try core.integer(type, at: token) }
  func decode(_ type: UInt.Type) throws -> UInt { try core.integer(type, at: token) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try core.integer(type, at: token) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try core.integer(type, at: token) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try core.integer(type, at: token) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try core.integer(type, at: token) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try core.value(type, at: token) }
}
