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
