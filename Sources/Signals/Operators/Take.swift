extension Signal {
  /// The first `count` values, then the completion.
  ///
  /// If `count` is zero or less it completes at once, without observing the source.
  ///
  ///     source         -1-2-3-4-|
  ///     take(first: 2) -1-(2|)
  @inlinable
  public func take(first count: Int) -> Signal<Value> {
    Signal { observation, receive, complete in
      var remaining = count
      if remaining <= 0 { complete() }
      observation.observe(self, completed: complete) { value in
        guard remaining > 0 else { return }
        remaining -= 1
        let isLast = remaining == 0
        receive(value)
        if isLast { complete() }
      }
    }
  }

  /// The values before the first for which `isIncluded` is false. That value completes the signal.
  ///
  ///     source                  -1-2-3-1-|
  ///     take(while: { $0 < 3 }) -1-2-|
  @inlinable
  public func take(while isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    Signal { observation, receive, complete in
      observation.observe(self, completed: complete) { value in
        guard !observation.isEnded else { return }
        if isIncluded(value) { receive(value) } else { complete() }
      }
    }
  }

  /// The values until `stop` emits, which completes the signal. Ignores its completion.
  ///
  ///     source            -1-2-3-4-|
  ///     stop              -----x---
  ///     take(until: stop) -1-2-|
  @inlinable
  public func take<Other>(until stop: Signal<Other>) -> Signal<Value> {
    Signal { observation, receive, complete in
      observation.observe(stop) { _ in complete() }
      observation.observe(self, completed: complete) { value in
        if !observation.isEnded { receive(value) }
      }
    }
  }
}
