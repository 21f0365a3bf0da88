import Signals

/// One vector, run as the vectors' own description says.
struct VectorRun {
  let vector: Vector

  /// What came out otherwise than expected, or nil.
  func difference() throws -> String? {
    // Hot events may lie before zero: they are never seen, but they are played.
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

    // The observers stay until the intervals have been read: dropping one ends its subscription.
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

/// One observer of a vector, with what it saw.
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
