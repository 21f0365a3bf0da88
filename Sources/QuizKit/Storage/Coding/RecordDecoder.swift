import Foundation

/// Reads records from JSON, without copying the text first.
///
/// Foundation's decoder takes 29 µs for a record of 830 bytes that is decoded alone; see
/// ``JSONTape``. It reads what ``RecordEncoder`` writes. Unknown keys are ignored; when a key
/// stands twice, the first one counts.
final class RecordDecoder {
  private let core = RecordDecoderCore()

  /// Reads a record whose text is all of `bytes`.
  func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeRawBufferPointer
  ) throws(JSONFault) -> T {
    try core.read(bytes)
    return try decode(type, at: 0)
  }

  /// Takes a text apart whose values are then read one by one, while `bytes` are still there.
  func read(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
    try core.read(bytes)
  }

  func token(_ index: Int) -> JSONTape.Token { core.token(index) }

  /// Makes sure that no member of the text that was read last stands twice.
  func requireDistinctMembers() throws(JSONFault) { try DistinctMembers(core).require() }

  /// The members of the object at `index`: each key with the token of its value.
  func members(at index: Int) throws(JSONFault) -> [(key: String, value: Int)] {
    try core.expect(.object, at: index)
    var members: [(key: String, value: Int)] = []
    var member = index + 1
    while member < Int(core.token(index).next) {
      members.append((try core.string(at: member), member + 1))
      member = Int(core.token(member + 1).next)
    }
    return members
  }

  /// The tokens of the elements of the array at `index`.
  func elements(at index: Int) throws(JSONFault) -> [Int] {
    try core.expect(.array, at: index)
    var elements: [Int] = []
    var element = index + 1
    while element < Int(core.token(index).next) {
      elements.append(element)
      element = Int(core.token(element).next)
    }
    return elements
  }

  /// Reads the value of the token `index` of the text that was read last.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws(JSONFault) -> T {
    do {
      return try core.value(type, at: index)
    } catch let fault as JSONFault {
      throw fault
    } catch let DecodingError.keyNotFound(key, _) {
      throw JSONFault(Int(core.token(index).start), .missingField(key.stringValue))
    } catch let DecodingError.dataCorrupted(context) {
      throw JSONFault(
        Int(core.token(index).start), Reason(verbatim: context.debugDescription))
    } catch let DecodingError.typeMismatch(type, _) {
      throw JSONFault(
        Int(core.token(index).start), "this is no \(type)", "\(type) ではありません")
    } catch let DecodingError.valueNotFound(type, _) {
      throw JSONFault(
        Int(core.token(index).start), "a \(type) is missing", "\(type) がありません")
    } catch {
      throw JSONFault(Int(core.token(index).start), Reason(verbatim: "\(error)"))
    }
  }
}

/// The part that records see.
final class RecordDecoderCore: Decoder {
  private let tape = JSONTape()
  private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var validity: Bool?
  /// The token of the value under way.
  var current = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func read(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
    self.bytes = bytes
    validity = nil
    try tape.read(bytes)
  }

  /// Whether all texts are UTF-8 (``UTF8Text``), which is found out by who asks first.
  var isSurelyValid: Bool {
    if let validity { return validity }
    let isValid = UTF8Text.isSurelyValid(bytes)
    validity = isValid
    return isValid
  }

  var tokenCount: Int { tape.count }

  func token(_ index: Int) -> JSONTape.Token { tape[index] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try expect(.object, at: current)
    return KeyedDecodingContainer(KeyedRecordReader<Key>(self, object: current))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try expect(.array, at: current)
    return UnkeyedRecordReader(self, array: current)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleRecordReader(self, token: current)
  }

  func expect(_ kind: JSONTape.Kind, at index: Int) throws(JSONFault) {
    let token = token(index)
    if token.kind != kind {
      throw JSONFault(
        Int(token.start), "here is a value of kind \(token.kind) instead of \(kind)",
        "\(kind) のはずの値が \(token.kind) です")
    }
  }

  func text(_ token: JSONTape.Token) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[token.range])
  }

  /// The value of a token, whatever type is wanted.
  func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    // The types that JSON has no kind for, or that a generic decode would reach by several more
    // calls. A cast by `as?` takes longer than reading the value; here the types are the same.
    if type == String.self { return unsafeBitCast(try string(at: index), to: T.self) }
    if type == [String].self { return unsafeBitCast(try strings(at: index), to: T.self) }
    if type == Date.self { return unsafeBitCast(try date(at: index), to: T.self) }
    if type == Data.self { return unsafeBitCast(try data(at: index), to: T.self) }
    if type == URL.self { return unsafeBitCast(try address(at: index), to: T.self) }
    let outer = current
    current = index
    defer { current = outer }
    return try T(from: self)
  }
}
