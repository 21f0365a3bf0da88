/// A value of any type that can be compared with values of other types.
struct AnyEquatable: Equatable {
  let value: any Equatable

  init(_ value: some Equatable) {
    self.value = value
  }

  /// Two values are equal if they have the same type and are equal in it.
  static func == (left: AnyEquatable, right: AnyEquatable) -> Bool {
    isEqual(left.value, right.value)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
    left == right as? Value
  }
}
