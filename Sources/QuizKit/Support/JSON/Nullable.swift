/// An optional that is encoded as `null` instead of being left out, so that scripts always find the
/// key.
@propertyWrapper
public struct Nullable<Value> {
  /// The value, or `nil`.
  public var wrappedValue: Value?

  /// Wraps a value.
  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

extension Nullable: Sendable where Value: Sendable {}

extension Nullable: Equatable where Value: Equatable {}

extension Nullable: Encodable where Value: Encodable {
  /// Writes the value, or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedEncodingContainer {
  /// Encodes the value or `null` directly. The compiler's synthesized code calls this method.
  /// Without it, each optional would be encoded through a container of its own, which is slow.
  package mutating func encode<Value: Encodable>(_ value: Nullable<Value>, forKey key: Key) throws {
    switch value.wrappedValue {
    case nil: try encodeNil(forKey: key)
    case let text as String: try encode(text, forKey: key)
    case let number as Int: try encode(number, forKey: key)
    case let other?: try encode(other, forKey: key)
    }
  }
}

/// A percentage that JSON has as a share from 0 to 1, or as `null`, because scripts get no
/// percentages.
@propertyWrapper
public struct Share<Value: PercentValue> {
  /// The percentage.
  public var wrappedValue: Value

  /// Wraps a percentage.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Share: Sendable where Value: Sendable {}

extension Share: Equatable where Value: Equatable {}

extension Share: Encodable {
  /// Writes the share, or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.partOfOne)
  }
}

/// A percentage, or none.
public protocol PercentValue {
  /// The percentage as a part of 1.
  var partOfOne: Double? { get }
}

extension Int: PercentValue {
  public var partOfOne: Double? { Double(self) / 100 }
}

extension Optional: PercentValue where Wrapped: PercentValue {
  public var partOfOne: Double? { self?.partOfOne }
}

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
