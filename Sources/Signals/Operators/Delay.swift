extension Signal {
  /// Each value, later by `delay`. A completion waits for the values under way and no longer.
  ///
  ///     source         a-b---c|
  ///     delay(3 ticks) ---a-b---(c|)
  public func delay(_ delay: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal(through: Delay()) { stage, receive, complete in
      stage.observe(self) { value in
        stage.timers.append(
          scheduler.after(delay) {
            _ = stage.timers.popFirst()
            receive(value)
            if !stage.isSourceOpen, stage.timers.isEmpty { complete() }
          })
      } completed: {
        stage.isSourceOpen = false
        if stage.timers.isEmpty { complete() }
      }
    }
  }
}

private final class Delay: Stage {
  /// Those of the values under way, in order.
  var timers = Backlog<Disposable>()

  override func end() {
    timers = Backlog()
    super.end()
  }
}
