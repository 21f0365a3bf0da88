extension Signal {
  /// Each value together with the latest of `other`; what comes before its first is dropped.
  ///
  /// The completion is the source's; `other` may complete earlier or never.
  ///
  ///     source            -1---2-3---|
  ///     other             ---a-----b---
  ///     withLatest(other) -----2a3a--|
  @inlinable
  public func withLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    withLatest(other) { ($0, $1) }
  }

  /// What `combine` makes of each value and the latest of `other`; what comes before its first is
  /// dropped.
  @inlinable
  public func withLatest<Other, Result>(
    _ other: Signal<Other>, _ combine: @escaping (Value, Other) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observation, receive, complete in
      var latest: Other?
      observation.observe(other) { latest = $0 }
      observation.observe(self, completed: complete) { value in
        if let latest { receive(combine(value, latest)) }
      }
    }
  }
}
