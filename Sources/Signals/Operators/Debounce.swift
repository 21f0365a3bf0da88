extension Signal {
  /// A value once no other has followed it for `quiet`. Earlier values are dropped.
  ///
  /// A completion does not wait: it first releases the held value at once.
  ///
  ///     source            a-b-----c-|
  ///     debounce(3 ticks) -----b----(c|)
  public func debounce(for quiet: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal { observation, receive, complete in
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        receive(value)
      }
      let flush = {
        observation.timer = nil
        release()
        complete()
      }
      observation.observe(self, completed: flush) { value in
        held = value
        observation.timer = scheduler.after(quiet, release)
      }
    }
  }
}
