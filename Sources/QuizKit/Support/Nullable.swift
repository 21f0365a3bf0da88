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
