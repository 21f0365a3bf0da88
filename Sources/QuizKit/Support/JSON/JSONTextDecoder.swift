import Foundation

/// Decodes values from JSON without copying the text first.
///
/// Foundation's decoder builds a tree of each text, which is slow for small records. This one
/// decodes what ``JSONTextEncoder`` writes. It ignores unknown members.
package final class JSONTextDecoder {
  /// The tokens of the text.
  package let tape: JSONTape

  private let decoding: JSONDecoding

  /// - Parameter isForeign: see ``JSONTape/isForeign``.
  /// - Parameter userInfo: information for the values that are decoded.
  package init(
    isForeign: Bool = false, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    tape = JSONTape(isForeign: isForeign)
    decoding = JSONDecoding(tape, userInfo)
  }

  /// Decodes a value from the whole of `bytes`.
  package func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeRawBufferPointer
  ) throws(JSONFault) -> T {
    try tape.read(bytes)
    return try decode(type, at: 0)
  }

  /// Decodes the value at token `index` of the tape.
  package func decode<T: Decodable>(_ type: T.Type, at index: Int) throws(JSONFault) -> T {
    do {
      return try decoding.value(type, at: index)
    } catch let fault as JSONFault {
      throw fault
    } catch let DecodingError.keyNotFound(key, _) {
      throw JSONFault(Int(tape[index].start), .missingField(key.stringValue))
    } catch let DecodingError.dataCorrupted(context) {
      throw JSONFault(Int(tape[index].start), Reason(verbatim: context.debugDescription))
    } catch let DecodingError.typeMismatch(type, _) {
      throw JSONFault(
        Int(tape[index].start), "this is not a value of type \(type)", "\(type) ではありません")
    } catch let DecodingError.valueNotFound(type, _) {
      throw JSONFault(Int(tape[index].start), "a \(type) is missing", "\(type) がありません")
    } catch {
      throw JSONFault(Int(tape[index].start), Reason(verbatim: "\(error)"))
    }
  }
}

/// The `Decoder` that values read from.
package final class JSONDecoding: Decoder {
  fileprivate let tape: JSONTape
  /// The token of the current value.
  fileprivate var current = 0

  package var codingPath: [any CodingKey] { [] }
  package let userInfo: [CodingUserInfoKey: Any]

  fileprivate init(_ tape: JSONTape, _ userInfo: [CodingUserInfoKey: Any]) {
    (self.tape, self.userInfo) = (tape, userInfo)
  }

  /// The error for a type to throw when it rejects the current value. It includes the value's
  /// position if `decoder` is a `JSONDecoding`.
  package static func refusal(_ reason: Reason, by decoder: any Decoder) -> any Error {
    if let ours = decoder as? JSONDecoding {
      return JSONFault(Int(ours.tape[ours.current].start), reason)
    }
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: reason.text(in: .english)))
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    KeyedDecodingContainer(try KeyedContainer<Key>(self, current))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(self, current)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueContainer(self, current)
  }

  /// Decodes the value at a token as any type.
  fileprivate func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    // These types have no JSON equivalent, or would take several more calls to decode. A cast with
    // `as?` takes longer than decoding the value. The bit casts are safe, because the types are
    // equal.
    if type == String.self { return unsafeBitCast(try tape.string(at: index), to: T.self) }
    if type == Int.self { return unsafeBitCast(try tape.integer(Int.self, at: index), to: T.self) }
    if type == [String].self { return unsafeBitCast(try tape.strings(at: index), to: T.self) }
    if type == Date.self { return unsafeBitCast(try tape.date(at: index), to: T.self) }
    if type == Data.self { return unsafeBitCast(try tape.data(at: index), to: T.self) }
    if type == URL.self { return unsafeBitCast(try tape.address(at: index), to: T.self) }
    let outer = current
    current = index
    defer { current = outer }
    return try T(from: self)
  }

  fileprivate func decoder(at index: Int) -> any Decoder {
    current = index
    return self
  }
}

/// Decodes the members of an object.
private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoding: JSONDecoding
  private let object: Int
  private var tape: JSONTape { decoding.tape }

  var codingPath: [any CodingKey] { [] }

  init(_ decoding: JSONDecoding, _ index: Int) throws(JSONFault) {
    try decoding.tape.expect(.object, at: index)
    self.decoding = decoding
    object = index
  }

  var allKeys: [Key] {
    var keys: [Key] = []
    var index = object + 1
    while index < Int(tape[object].next) {
      if let name = tape.unescaped(tape[index]), let key = Key(stringValue: name) {
        keys.append(key)
      }
      index = Int(tape[index + 1].next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func find(_ key: some CodingKey) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { tape.value(of: UnsafeRawBufferPointer($0), in: object) }
  }

  private func require(_ key: some CodingKey) throws -> Int {
    guard let index = find(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: [], debugDescription: "a field is missing"))
    }
    return index
  }

  func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(try require(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try tape.bool(at: require(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try tape.string(at: require(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try tape.integer(type, at: require(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try tape.double(at: require(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoding.value(type, at: require(key))
  }

  // The standard library's default implementations search for the member three times.

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try tape.integer(type, at: $0) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try decoding.value(type, at: $0) }
  }

  /// The token of a member's value; `nil` when the member is missing or `null`.
  private func present(_ key: Key) -> Int? {
    find(key).flatMap { tape.isNull($0) ? nil : $0 }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try KeyedContainer<Nested>(decoding, require(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(decoding, require(key))
  }

  func superDecoder() throws -> any Decoder { decoding }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoding.decoder(at: try require(key))
  }
}

/// Decodes the elements of an array.
private struct UnkeyedContainer: UnkeyedDecodingContainer {
  private let decoding: JSONDecoding
  private let array: Int
  private var next: Int
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { Int(decoding.tape[array].count) }
  var isAtEnd: Bool { currentIndex == Int(decoding.tape[array].count) }

  init(_ decoding: JSONDecoding, _ index: Int) throws(JSONFault) {
    try decoding.tape.expect(.array, at: index)
    self.decoding = decoding
    array = index
    next = index + 1
  }

  private mutating func take() throws(JSONFault) -> Int {
    guard !isAtEnd else {
      throw JSONFault(
        Int(decoding.tape[array].end), "the list has too few elements", "リストの要素が足りません")
    }
    let index = next
    next = Int(decoding.tape[index].next)
    currentIndex += 1
    return index
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoding.tape.isNull(next) else { return false }
    _ = try take()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoding.value(type, at: take())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try KeyedContainer<Nested>(decoding, take()))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(decoding, take())
  }

  mutating func superDecoder() throws -> any Decoder { decoding.decoder(at: try take()) }
}

/// Decodes a value that is neither an object nor an array.
private struct SingleValueContainer: SingleValueDecodingContainer {
  private let decoding: JSONDecoding
  private let token: Int
  private var tape: JSONTape { decoding.tape }

  var codingPath: [any CodingKey] { [] }

  init(_ decoding: JSONDecoding, _ token: Int) {
    self.decoding = decoding
    self.token = token
  }

  func decodeNil() -> Bool { tape.isNull(token) }
  func decode(_ type: Bool.Type) throws -> Bool { try tape.bool(at: token) }
  func decode(_ type: String.Type) throws -> String { try tape.string(at: token) }
  func decode(_ type: Double.Type) throws -> Double { try tape.double(at: token) }
  func decode(_ type: Float.Type) throws -> Float { Float(try tape.double(at: token)) }
  func decode(_ type: Int.Type) throws -> Int { try tape.integer(type, at: token) }
  func decode(_ type: Int8.Type) throws -> Int8 { try tape.integer(type, at: token) }
  func decode(_ type: Int16.Type) throws -> Int16 { try tape.integer(type, at: token) }
  func decode(_ type: Int32.Type) throws -> Int32 { try tape.integer(type, at: token) }
  func decode(_ type: Int64.Type) throws -> Int64 { try tape.integer(type, at: token) }
  func decode(_ type: UInt.Type) throws -> UInt { try tape.integer(type, at: token) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try tape.integer(type, at: token) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try tape.integer(type, at: token) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try tape.integer(type, at: token) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try tape.integer(type, at: token) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.value(type, at: token) }
}
