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
