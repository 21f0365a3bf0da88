extension Signal {
  /// Each value, `delay` later. The completion waits only for the delayed values.
  ///
  ///     source         a-b---c|
  ///     delay(3 ticks) ---a-b---(c|)
  public func delay(_ delay: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal { observation, receive, complete in
      // The timers of the delayed values, in order.
      var timers = Backlog<Disposable>()
      observation.other = Disposable { timers = Backlog() }
      let close = {
        observation.isSourceOpen = false
        if timers.isEmpty { complete() }
      }
      observation.observe(self, completed: close) { value in
        timers.append(
          scheduler.after(delay) {
            _ = timers.popFirst()
            receive(value)
            if !observation.isSourceOpen, timers.isEmpty { complete() }
          })
      }
    }
  }
}
