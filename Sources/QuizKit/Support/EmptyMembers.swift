/// Members that a record leaves out when they are empty, because most members of most records are.
extension KeyedEncodingContainer {
  /// Encodes `value` unless it is empty and `encoder` leaves such members out.
  package mutating func encodeUnlessEmpty<Value: Encodable & Collection>(
    _ value: Value, forKey key: Key, by encoder: any Encoder
  ) throws {
    if !value.isEmpty || encoder.writesAllMembers { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// The value of a member, or an empty value when the member is left out.
  package func decodeOrEmpty<Value: Decodable & RangeReplaceableCollection>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value {
    try decodeIfPresent(type, forKey: key) ?? Value()
  }
}

extension Encoder {
  /// Whether empty members are written as well, for readers that require them.
  package var writesAllMembers: Bool {
    CodingUserInfoKey.writesAllMembers.flatMap { userInfo[$0] } != nil
  }
}

extension CodingUserInfoKey {
  /// Has a value where ``Swift/Encoder/writesAllMembers`` is true.
  package static let writesAllMembers = CodingUserInfoKey(rawValue: "qa-repl.all-members")
}
