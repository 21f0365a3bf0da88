extension Signal {
  /// The latest values of both signals, each time one changes. Starts when both have one.
  ///
  /// It completes when both signals have completed.
  ///
  ///     letters                  -a---b---|
  ///     numbers                  ---1---2-----|
  ///     letters.combineLatest(…) ---a1b1b2----|
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    combineLatest(other) { ($0, $1) }
  }

  /// The combined latest values of both signals, each time one changes. Starts when both have one.
  @inlinable
  public func combineLatest<Other, Result>(
    _ other: Signal<Other>, _ combine: @escaping (Value, Other) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observation, receive, complete in
      var first: Value?
      var second: Other?
      var open = 2
      let close = {
        open -= 1
        if open == 0 { complete() }
      }
      observation.observe(self, completed: close) { value in
        first = value
        if let second { receive(combine(value, second)) }
      }
      observation.observe(other, completed: close) { value in
        second = value
        if let first { receive(combine(first, value)) }
      }
    }
  }
}
