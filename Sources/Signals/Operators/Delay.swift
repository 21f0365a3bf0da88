extension Signal {
  /// Each value, later by `delay`. A completion waits for the values under way and no longer.
  ///
  ///     source         a-b---c|
  ///     delay(3 ticks) ---a-b---(c|)
  public func delay(_ delay: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal { receive, completed in
      let stage = Delay()
      let complete = stage.ending(with: completed)
      stage.follow(
        attach(
          { value in
            stage.timers.append(
              scheduler.after(delay) {
                _ = stage.timers.popFirst()
                receive(value)
                if !stage.isSourceOpen, stage.timers.first == nil { complete() }
              })
          },
          {
            stage.isSourceOpen = false
            if stage.timers.first == nil { complete() }
          }))
      return stage.handle
    }
  }
}

private final class Delay: Stage {
  var isSourceOpen = true

  /// Those of the values under way, in order.
  var timers = Backlog<Disposable>()

  override func end() {
    timers = Backlog()
    super.end()
  }
}
