extension Signal {
  /// The values of the signal that `transform` returns for the latest value. Each new value ends
  /// the observation of the previous signal.
  ///
  /// It completes when both the source and the latest signal have completed.
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
        // A signal may emit while it is being attached, and so cause the source's next value. Its
        // remaining values must then be dropped.
        inner.observe(transform(value), completed: closeInner) { result in
          if !inner.isEnded { receive(result) }
        }
      }
    }
  }
}
