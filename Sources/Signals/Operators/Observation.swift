/// One observation of an operator that can end before its source does, or that has more than one
/// source or a timer to end.
///
/// The observer's handle keeps this object, and this object keeps the handles of the sources. Only
/// the sources and the scheduler keep the observer's closures, so there is no cycle, whatever the
/// closures capture. For the same reason this object must not keep them.
@usableFromInline
final class Observation {
  /// Whether the observer has been completed or has left.
  @usableFromInline private(set) var isEnded = false

  /// Whether the source may still give values, for operators that hold a value back.
  @usableFromInline var isSourceOpen = true

  /// Ends with the observation: a timer, or the observation of an inner signal.
  @usableFromInline var other: Disposable?

  private var sources: [Disposable] = []
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  @usableFromInline init() {}

  /// Observes a source until this observation ends, which may happen while the source is attached.
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
    other = nil
    let ending = sources
    sources = []
    for source in ending { source.dispose() }
  }
}

extension Signal {
  /// Makes a signal whose sources are observed through an ``Observation`` of its own for each observer.
  ///
  /// `start` gets the observation, where to send values, and what to call to end the observation and
  /// complete the observer. The latter does nothing when it is called again.
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
