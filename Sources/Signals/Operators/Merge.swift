extension Signal {
  /// The values of all signals, as they arrive. It completes when all signals have completed.
  ///
  ///     first                -1---3-|
  ///     second               ---2-----4-|
  ///     merge(first, second) -1-2-3---4-|
  @inlinable
  public static func merge(_ signals: Signal<Value>...) -> Signal<Value> {
    merge(signals)
  }

  /// The values of all signals, as they arrive. It completes when all signals have completed; with
  /// no signals, at once.
  @inlinable
  public static func merge(_ signals: [Signal<Value>]) -> Signal<Value> {
    Signal { observation, receive, complete in
      // Starts one too high, so that it cannot complete before all signals are observed.
      var open = signals.count + 1
      let close = {
        open -= 1
        if open == 0 { complete() }
      }
      for signal in signals { observation.observe(signal, completed: close, receive) }
      close()
    }
  }
}
