extension Signal {
  /// Each value combined with the latest value of `other`. Drops values before that.
  ///
  /// It completes with the source; `other` may complete earlier or never.
  ///
  ///     source            -1---2-3---|
  ///     other             ---a-----b---
  ///     withLatest(other) -----2a3a--|
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
