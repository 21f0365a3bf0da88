import Signals

/// Runs one vector as the description of the vectors says.
struct VectorRun {
  let vector: Vector

  /// The difference between the expected and the actual output; `nil` if there is none.
  func difference() throws -> String? {
    // Hot events may have times before zero. They are played, but observers never see them.
    let time = VirtualScheduler(now: .milliseconds(-1000))
    let sources = vector.sources.map { VectorSource($0, time: time) }
    let builder = VectorBuilder(
      time: time, sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.id, $0) }),
      lets: vector.lets ?? [:])
    let observers = try vector.observers.map { observer in
      VectorObserver(observer, of: try builder.build(observer.expr ?? vector.expr), time: time)
    }
    for source in sources { source.play() }
    time.advance(to: .seconds(1))

    // Keep the observers until the intervals have been read, because releasing one ends its
    // subscription.
    return withExtendedLifetime(observers) {
      for observer in observers where observer.events != observer.expected {
        return "expected \(observer.expected), got \(observer.events)"
      }
      for expected in vector.subs {
        let intervals = sources.first { $0.id == expected.source }?.intervals
        if intervals != expected.intervals {
          return
            "\(expected.source) should be observed \(expected.intervals), was \(intervals ?? [])"
        }
      }
      return nil
    }
  }
}

/// One observer of a vector, with the events that it received.
private final class VectorObserver {
  let expected: [Event]
  private(set) var events: [Event] = []
  private var handle: Disposable?
  private let bag = DisposeBag()

  init(_ observer: Vector.Observer, of signal: Signal<Datum>, time: VirtualScheduler) {
    expected = observer.expected.events
    time.schedule(at: .milliseconds(observer.subscribe_at)) { [unowned self] in
      handle = signal.observe { [unowned self] in
        events.append(Event(at: time.milliseconds, value: $0))
      } completed: { [unowned self] in
        events.append(Event(at: time.milliseconds, value: nil))
      }
    }.disposed(by: bag)
    if let unsub = observer.unsub {
      time.schedule(at: .milliseconds(unsub.at)) { [unowned self] in
        handle?.dispose()
      }.disposed(by: bag)
    }
  }
}
