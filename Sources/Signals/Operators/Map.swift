extension Signal {
  /// Each value, transformed.
  ///
  ///     source          -1-2-3-|
  ///     map { $0 * 10 } -10-20-30-|
  @inlinable
  public func map<Result>(_ transform: @escaping (Value) -> Result) -> Signal<Result> {
    Signal<Result> { receive, completed in
      attach({ receive(transform($0)) }, completed)
    }
  }
}
