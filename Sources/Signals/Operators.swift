/// One observation of an operator that can end before its source does, or that must end several
/// sources or a timer.
///
/// The observer's handle keeps this object, and this object keeps the handles of the sources. Only
/// the sources and the scheduler keep the observer's closures, so there is no reference cycle,
/// whatever the closures capture. For the same reason this object must not keep those closures.
@usableFromInline
final class Observation {
  /// Whether the observer has received the completion or has unsubscribed.
  @usableFromInline private(set) var isEnded = false

  /// Whether the source may still emit, for operators that hold values back.
  @usableFromInline var isSourceOpen = true

  /// The timer of an operator that waits. It ends with this observation.
  @usableFromInline var timer: Disposable?

  private var sources: [Disposable] = []
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  @usableFromInline init() {}

  /// Observes a source until this observation ends. That may happen while the source is attached.
  @inlinable
  func observe<Value>(
    _ source: Signal<Value>, completed: @escaping () -> Void = {},
    _ value: @escaping (Value) -> Void
  ) {
    if !isEnded { follow(source.attach(value, completed)) }
  }

  @usableFromInline
  func follow(_ source: Disposable) {
    if isEnded { source.dispose() } else { sources.append(source) }
  }

  /// Ends everything that could still call the observer.
  @usableFromInline
  func end() {
    isEnded = true
    timer = nil
    let ending = sources
    sources = []
    for source in ending { source.dispose() }
  }
}

extension Signal {
  /// Makes a signal that creates an ``Observation`` for each observer to observe its sources.
  ///
  /// `start` gets the observation, a closure for values, and a closure that ends the observation
  /// and completes the observer. Calling the latter again does nothing.
  @inlinable
  init(
    observing start:
      @escaping (
        _ observation: Observation, _ receive: @escaping (Value) -> Void,
        _ complete: @escaping () -> Void
      ) -> Void
  ) {
    self.init { receive, completed in
      let observation = Observation()
      start(observation, receive) {
        guard !observation.isEnded else { return }
        observation.end()
        completed()
      }
      return Disposable(observation.end)
    }
  }
}

extension Signal {
  /// Each value, transformed.
  ///
  ///     source          -1-2-3-|
  ///     map { $0 * 10 } -10-20-30-|
  @inlinable
  public func map<Result>(_ transform: @escaping (Value) -> Result) -> Signal<Result> {
    Signal<Result> { receive, completed in
      attach({ receive(transform($0)) }, completed)
    }
  }
}

extension Signal {
  /// The values for which `isIncluded` is true.
  ///
  ///     source            -1-2-3-4-|
  ///     filter { $0 > 2 } -----3-4-|
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    Signal { receive, completed in
      attach({ if isIncluded($0) { receive($0) } }, completed)
    }
  }
}

extension Signal {
  /// Each value, transformed. Omits values for which `transform` returns nil.
  ///
  ///     source               -1-x-3-|
  ///     compactMap(Int.init) -1---3-|
  @inlinable
  public func compactMap<Result>(_ transform: @escaping (Value) -> Result?) -> Signal<Result> {
    Signal<Result> { receive, completed in
      attach({ if let result = transform($0) { receive(result) } }, completed)
    }
  }
}

extension Signal {
  /// The running results: each value combined with the previous result, starting from `initial`.
  ///
  ///     source     -1-2-3-|
  ///     scan(0, +) -1-3-6-|
  @inlinable
  public func scan<Result>(
    _ initial: Result, _ combine: @escaping (Result, Value) -> Result
  ) -> Signal<Result> {
    Signal<Result> { receive, completed in
      var result = initial
      return attach(
        { value in
          result = combine(result, value)
          receive(result)
        }, completed)
    }
  }
}

extension Signal {
  /// All but the first `count` values.
  ///
  ///     source         -1-2-3-4-|
  ///     skip(first: 2) -----3-4-|
  @inlinable
  public func skip(first count: Int) -> Signal<Value> {
    Signal { receive, completed in
      var remaining = count
      return attach(
        { value in
          if remaining > 0 { remaining -= 1 } else { receive(value) }
        }, completed)
    }
  }
}

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

extension Signal {
  /// First `values`, already during `observe`, then the values of the source.
  ///
  ///     source         -1-2-|
  ///     start(with: 0) 01-2-|
  public func start(with values: Value...) -> Signal<Value> {
    Signal { receive, completed in
      for value in values { receive(value) }
      return attach(receive, completed)
    }
  }
}

extension Signal {
  /// Each value combined with the latest value of `other`. Drops values before that.
  ///
  /// It completes with the source; `other` may complete earlier or never.
  ///
  ///     source            -1---2-3---|
  ///     other             ---a-----b---
  ///     withLatest(other) -----2a3a--|
  @inlinable
  public func withLatest<Other, Result>(
    _ other: Signal<Other>, _ combine: @escaping (Value, Other) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observation, receive, complete in
      var latest: Other?
      observation.observe(other) { latest = $0 }
      observation.observe(self, completed: complete) { value in
        if let latest { receive(combine(value, latest)) }
      }
    }
  }
}

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

extension Signal {
  /// The latest values of both signals, each time one changes. Starts when both have one.
  ///
  /// It completes when both signals have completed.
  ///
  ///     letters                  -a---b---|
  ///     numbers                  ---1---2-----|
  ///     letters.combineLatest(…) ---a1b1b2----|
  @inlinable
  public func combineLatest<Other>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    combineLatest(other) { ($0, $1) }
  }

  /// The combined latest values of both signals, each time one changes. Starts when both have one.
  @inlinable
  public func combineLatest<Other, Result>(
    _ other: Signal<Other>, _ combine: @escaping (Value, Other) -> Result
  ) -> Signal<Result> {
    Signal<Result> { observation, receive, complete in
      var first: Value?
      var second: Other?
      var open = 2
      let close = {
        open -= 1
        if open == 0 { complete() }
      }
      observation.observe(self, completed: close) { value in
        first = value
        if let second { receive(combine(value, second)) }
      }
      observation.observe(other, completed: close) { value in
        second = value
        if let first { receive(combine(first, value)) }
      }
    }
  }
}
