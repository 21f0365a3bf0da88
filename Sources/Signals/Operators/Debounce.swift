extension Signal {
  /// A value once the source has been quiet for `quiet`; the values before it are dropped.
  ///
  /// A completion does not wait: a held value comes out at once, just before it.
  ///
  ///     source            a-b-----c-|
  ///     debounce(3 ticks) -----b----(c|)
  public func debounce(for quiet: Duration, on scheduler: any TimeScheduler) -> Signal<Value> {
    Signal { receive, completed in
      let stage = Debounce<Value>()
      let complete = stage.ending(with: completed)
      stage.follow(
        attach(
          { value in
            stage.held = value
            stage.timer = scheduler.after(quiet) {
              if let value = stage.release() { receive(value) }
            }
          },
          {
            if let value = stage.release() { receive(value) }
            complete()
          }))
      return stage.handle
    }
  }
}

private final class Debounce<Value>: Stage {
  var held: Value?
  var timer: Disposable?

  func release() -> Value? {
    defer {
      held = nil
      timer = nil
    }
    return held
  }

  override func end() {
    _ = release()
    super.end()
  }
}
