import BenchmarkKit
import OpenCombine
import Signals

/// The contests about time.
enum TimeContests {
  static var all: [Contest] {
    [
      timers, throttle("throttle", latest: false), throttle("throttle-latest", latest: true),

    ]
  }

  /// Deadlines in nanoseconds, the same pseudo-random ones for every contender.
  private static func deadlines(_ count: Int) -> [Int64] {
    var state: UInt64 = 42
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 24)
    }
  }

  static var timers: Contest {
    Contest(
      "timers", "a million virtual timers at random dues: schedule + run, per timer",
      count: 1_000_000, goal: 3,
      Contender("floor") { count in
        let deadlines = deadlines(count)
        return {
          var heap = FloorHeap()
          for deadline in deadlines {
            heap.schedule(at: deadline, opaque { Sink.take(Int(deadline)) })
          }
          while let next = heap.popFirst() { next.action() }
        }
      },
      Contender("Signals") { count in
        let deadlines = deadlines(count)
        return {
          let time = opaque(VirtualScheduler())
          let handles = deadlines.map { deadline in
            time.schedule(at: .nanoseconds(deadline)) { Sink.take(Int(deadline)) }
          }
          time.advance(to: .seconds(1_000_000))
          withExtendedLifetime(handles) {}
        }
      })
  }

  private static func throttle(_ name: String, latest: Bool) -> Contest {
    Contest(
      name, "throttle(latest: \(latest)), 1 ms steps, 1 s window", count: 1_000_000, goal: 2,
      Contender("floor") { count in
        let clock = FloorClock()
        let subject = opaque(FloorSubject())
        let last = opaque { (value: Int) in Sink.take(value) }
        var windowEnd: Int64 = 0
        var held: Int?
        _ = subject.add(
          opaque { value in
            if clock.now >= windowEnd {
              windowEnd = clock.now + 1_000_000_000
              last(value)
            } else if latest {
              held = value
            }
          })
        return {
          for value in 0..<count {
            clock.now += 1_000_000
            if latest, clock.now >= windowEnd, let value = held {
              held = nil
              windowEnd = clock.now + 1_000_000_000
              last(value)
            }
            subject.emit(value)
          }
        }
      },
      Contender("Signals") { count in
        let time = opaque(VirtualScheduler())
        let subject = opaque(PublishSubject<Int>())
        let handle = subject.signal.throttle(for: .seconds(1), latest: latest, on: time)
          .observe { Sink.take($0) }
        return {
          for value in 0..<count {
            time.advance(by: .milliseconds(1))
            push(value, into: subject)
          }
          withExtendedLifetime(handle) {}
        }
      },
      Contender("OpenCombine") { count in
        let clock = PeerClock()
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handle = subject.throttle(for: 1_000_000_000, scheduler: clock, latest: latest)
          .sink { Sink.take($0) }
        return {
          for value in 0..<count {
            clock.advance(by: 1_000_000)
            push(value, into: subject)
          }
          withExtendedLifetime(handle) {}
        }
      })
  }
}
