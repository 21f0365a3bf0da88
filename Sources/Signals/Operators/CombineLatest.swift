extension Signal {
  /// The latest values of both, whenever one of them changes, once both have given one.
  ///
  /// It completes when both have, and not before: the other may still change.
  ///
  ///     letters                  -a---b---|
  ///     numbers                  ---1---2-----|
  ///     letters.combineLatest(…) ---a1b1b2----|
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    combineLatest(other) { ($0, $1) }
  }

  /// What `combine` makes of the latest values of both, whenever one of them changes, once both have
  /// given one.
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
