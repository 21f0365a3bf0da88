/// An optional that is written as `null` instead of being left out, so that a script always finds the key.
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
  /// Writes the value or `null` in place. Without this, which the compiler's own code picks up, each optional costs a container of
  /// its own: a third of the time of a list of 5,000 answers.
  public mutating func encode<Value: Encodable>(_ value: Nullable<Value>, forKey key: Key) throws {
    switch value.wrappedValue {
    case nil: try encodeNil(forKey: key)
    case let text as String: try encode(text, forKey: key)
    case let number as Int: try encode(number, forKey: key)
    case let other?: try encode(other, forKey: key)
    }
  }
}
