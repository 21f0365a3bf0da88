extension Signal {
  /// The values for which `isIncluded` is true.
  ///
  ///     source            -1-2-3-4-|
  ///     filter { $0 > 2 } -----3-4-|
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    Signal { receive, completed in
      attach({ if isIncluded($0) { receive($0) } }, completed)
    }
  }
}
