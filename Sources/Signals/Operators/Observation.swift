/// One observation of an operator that ends early, or that has more to end than its source: other
/// sources, a timer.
///
/// The observer's handle holds the stage, and the stage the handles of its sources, which never lead
/// back to the observer: the observer's closures are held by the sources and the scheduler alone, so
/// there is no cycle, whatever they capture. A stage therefore must not keep them.
@usableFromInline
class Stage {
  /// Whether the observer has been completed or has left.
  @usableFromInline
  private(set) final var isEnded = false

  /// Whether the source may still give values: who holds one back completes when both are over.
  @usableFromInline
  final var isSourceOpen = true

  private var sources: [Disposable] = []
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  @usableFromInline
  init() {}

  /// Observes a source until the stage ends, which may be while the source is being attached.
  @inlinable  // It hands on closures that run for each value, as they are.
  final func observe<Value>(
    _ source: Signal<Value>, _ value: @escaping (Value) -> Void,
    completed: @escaping () -> Void = {}
  ) {
    if !isEnded { follow(source.attach(value, completed)) }
  }

  @usableFromInline
  final func follow(_ source: Disposable) {
    if isEnded { source.dispose() } else { sources.append(source) }
  }

  /// Ends everything that could still call in. Operators with timers add these.
  @usableFromInline
  func end() {
    isEnded = true
    let ending = sources
    sources = []
    for source in ending { source.dispose() }
  }
}

extension Signal {
  /// A signal whose every observation has a stage of its own, with which it observes its sources.
  ///
  /// `start` gets the stage, where the values go, and what to call to end the stage and complete the
  /// observer, which works once.
  @inlinable  // It hands on closures that run for each value, as they are.
  init<Own: Stage>(
    through makeStage: @escaping @autoclosure () -> Own,
    _ start:
      @escaping (
        _ stage: Own, _ receive: @escaping (Value) -> Void, _ complete: @escaping () -> Void
      ) -> Void
  ) {
    self.init { receive, completed in
      let stage = makeStage()
      start(stage, receive) {
        guard !stage.isEnded else { return }
        stage.end()
        completed()
      }
      return Disposable(stage.end)
    }
  }
}
