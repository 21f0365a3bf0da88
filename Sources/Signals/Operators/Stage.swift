/// One observation of an operator that ends early, or that has more to end than its source: other
/// sources, a timer.
///
/// The observer's handle holds the stage, and the stage the handles of its sources, which never lead
/// back to the observer: the observer's closures are held by the sources and the scheduler alone, so
/// there is no cycle, whatever they capture. A stage therefore must not keep them.
@usableFromInline
class Stage {
  private var sources: [Disposable] = []
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Whether the observer has been completed or has left.
  @usableFromInline
  private(set) final var isEnded = false

  @usableFromInline
  init() {}

  /// The handle for the observer.
  @usableFromInline
  final var handle: Disposable {
    Disposable(end)
  }

  /// Keeps the handle of a source, or ends it if the source has ended this stage while it was being
  /// attached.
  @usableFromInline
  final func follow(_ source: Disposable) {
    if isEnded { source.dispose() } else { sources.append(source) }
  }

  /// What to call to end the stage and complete its observer, once at most.
  @usableFromInline
  final func ending(with completed: @escaping () -> Void) -> () -> Void {
    { [self] in
      guard !isEnded else { return }
      end()
      completed()
    }
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
