import QuizSupport

/// Reads the index key of one field from the text of a record, without decoding the others.
struct IndexKeyText: Sendable {
  /// The names of the members that lead to the field.
  private let path: [[UInt8]]
  private let key: @Sendable (JSONTextDecoder, Int) throws(JSONFault) -> UInt64?
  /// The key of a field that the text leaves out; `nil` for a required field.
  private let keyOfLeftOut: UInt64??

  init<V: IndexableValue>(of type: V.Type, named name: String) {
    path = name.split(separator: ".").map { Array($0.utf8) }
    key = { decoder, token throws(JSONFault) in try decoder.decode(V.self, at: token).indexKey }
    keyOfLeftOut = V.leftOut.map(\.indexKey)
  }

  /// The key of the record that the decoder has read; `.some(nil)` when its value is missing, and
  /// `nil` when a required member is missing or has another type.
  fileprivate func key(_ decoder: JSONTextDecoder) throws(JSONFault) -> UInt64?? {
    var token = 0
    for name in path {
      guard decoder.tape[token].kind == .object else { return nil }
      let member = name.withUnsafeBytes { decoder.tape.value(of: $0, in: token) }
      guard let member else { return keyOfLeftOut }
      token = member
    }
    return .some(try key(decoder, token))
  }
}

extension Array {
  /// The index keys of the record with this text. `nil` when the indexed fields alone do not
  /// determine them.
  ///
  /// - Parameter id: the identifier that the record must have.
  func indexKeys<R: StoredRecord>(
    of id: Int64, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder
  ) throws(JSONFault) -> [UInt64?]? where Element == RecordKey<R> {
    guard allSatisfy({ $0.text != nil }) else { return nil }
    try decoder.tape.read(text)
    guard decoder.tape[0].kind == .object,
      let own = nameOfIdentifier.withUnsafeBytes({ decoder.tape.value(of: $0, in: 0) }),
      try decoder.decode(Int64.self, at: own) == id
    else { return nil }
    var keys: [UInt64?] = []
    keys.reserveCapacity(count)
    for field in self {
      guard let key = try field.text?.key(decoder) else { return nil }
      keys.append(key)
    }
    return keys
  }
}

private let nameOfIdentifier = Array("id".utf8)
