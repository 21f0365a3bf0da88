extension Signal {
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
}
