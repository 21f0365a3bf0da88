extension Signal {
  /// The running results: each value combined with the previous result, starting from `initial`.
  ///
  ///     source     -1-2-3-|
  ///     scan(0, +) -1-3-6-|
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result> { receive, completed in
      var result = initial
      return attach(
        { value in
          result = combine(result, value)
          receive(result)
        }, completed)
    }
  }
}
