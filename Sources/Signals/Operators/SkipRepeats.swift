extension Signal {
  /// The values that differ from the previous emitted value.
  ///
  /// - Parameter areEqual: Compares the previous emitted value with the new one.
  @inlinable
  public func skipRepeats(by areEqual: @escaping (Value, Value) -> Bool) -> Signal<Value> {
    Signal { receive, completed in
      var last: Value?
      return attach(
        { value in
          if let last, areEqual(last, value) { return }
          last = value
          receive(value)
        }, completed)
    }
  }
}

extension Signal where Value: Equatable {
  /// The values that are not equal to the previous emitted value.
  ///
  ///     source        -1-1-2-2-1-|
  ///     skipRepeats() -1---2---1-|
  public func skipRepeats() -> Signal<Value> { skipRepeats(by: ==) }
}
