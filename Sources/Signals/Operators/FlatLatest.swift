extension Signal {
  /// The values of the signal that `transform` makes of the latest value: each new value ends the
  /// observation of the signal before.
  ///
  /// It completes when the source and the latest signal have.
  ///
  ///     source           a-----b------|
  ///     signal of a      -1-2-3-4
  ///     signal of b            -8-9|
  ///     flatLatest { … } -1-2-3-8-9---|
  public func flatLatest<Result>(
    _ transform: @escaping (Value) -> Signal<Result>
  ) -> Signal<Result> {
    Signal<Result> { observation, receive, complete in
      var latest: Observation?
      let close = {
        observation.isSourceOpen = false
        if latest?.isEnded ?? true { complete() }
      }
      observation.observe(self, completed: close) { value in
        let inner = Observation()
        latest = inner
        observation.other = Disposable(inner.end)
        let closeInner = {
          guard !inner.isEnded else { return }
          inner.end()
          if !observation.isSourceOpen { complete() }
        }
        // A signal that gives values while it is being attached may cause the next change by them;
        // what else it gives then is no longer wanted.
        inner.observe(transform(value), completed: closeInner) { result in
          if !inner.isEnded { receive(result) }
        }
      }
    }
  }
}
