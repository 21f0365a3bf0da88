extension Signal {
  /// Each value, transformed. Omits values for which `transform` returns nil.
  ///
  ///     source               -1-x-3-|
  ///     compactMap(Int.init) -1---3-|
  @inlinable
  public func compactMap<Result>(_ transform: @escaping (Value) -> Result?) -> Signal<Result> {
    Signal<Result> { receive, completed in
      attach({ if let result = transform($0) { receive(result) } }, completed)
    }
  }
}
