extension Signal {
  /// A value once the source has been quiet for `quiet`; the values before it are dropped.
  ///
  /// A completion does not wait: a held value comes out at once, just before it.
  ///
  ///     source            a-b-----c-|
  ///     debounce(3 ticks) -----b----(c|)
  public func debounce(for quiet: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal(through: Debounce()) { stage, receive, complete in
      var held: Value?
      let release = {
        guard let value = held else { return }
        held = nil
        receive(value)
      }
      stage.observe(self) { value in
        held = value
        stage.timer = scheduler.after(quiet, release)
      } completed: {
        stage.timer = nil
        release()
        complete()
      }
    }
  }
}

private final class Debounce: Stage {
  var timer: Disposable?

  override func end() {
    timer = nil
    super.end()
  }
}
