import Signals

/// A source of a vector. It plays its events and records when it is observed.
final class VectorSource {
  let id: String
  private let isHot: Bool
  private let events: [Event]
  private let time: VirtualScheduler
  private let subject = PublishSubject<Datum>()
  private var handles: [Disposable] = []
  private(set) var intervals: [[Int?]] = []

  init(_ source: Vector.Source, time: VirtualScheduler) {
    id = source.id
    isHot = source.kind == "hot"
    events = source.events
    self.time = time
  }

  /// The signal of the source. An observer of a hot source gets the remaining events, and one of a
  /// cold source gets all events from the start.
  var signal: Signal<Datum> {
    Signal { [self] receive, completed in
      let index = intervals.count
      intervals.append([time.milliseconds, nil])
      let end = { [self] in
        if intervals[index][1] == nil { intervals[index][1] = time.milliseconds }
      }
      let playing: [Disposable]
      if isHot {
        playing = [
          subject.signal.observe(receive) {
            end()
            completed()
          }
        ]
      } else {
        playing = events.map { event in
          time.after(.milliseconds(event.at)) {
            if let value = event.value {
              receive(value)
            } else {
              end()
              completed()
            }
          }
        }
      }
      return Disposable {
        end()
        for handle in playing { handle.dispose() }
      }
    }
  }

  /// Queues the events of a hot source.
  func play() {
    guard isHot else { return }
    for event in events {
      handles.append(
        time.schedule(at: .milliseconds(event.at)) { [subject] in
          if let value = event.value { subject.emit(value) } else { subject.complete() }
        })
    }
  }
}

extension VirtualScheduler {
  /// The time in the unit of the vectors.
  var milliseconds: Int {
    Int(now / .milliseconds(1))
  }
}
