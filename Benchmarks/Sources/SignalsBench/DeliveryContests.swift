import BenchmarkKit
import OpenCombine
import Signals

/// The contests about delivering a value.
enum DeliveryContests {
  static var all: [Contest] {
    [
      oneObserver, nobody, chain, tenMaps, fanOut, currentValue,
    ]
  }

  static var oneObserver: Contest {
    Contest(
      "one", "subject → 1 observer", count: 2_000_000, goal: 1.2,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        _ = subject.add(opaque { Sink.take($0) })
        return { for value in 0..<count { subject.emit(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        let handle = subject.signal.observe { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handle = subject.sink { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      })
  }

  static var nobody: Contest {
    Contest(
      "nobody", "subject without observers", count: 5_000_000,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        return { for value in 0..<count { subject.emit(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        return { for value in 0..<count { push(value, into: subject) } }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        return { for value in 0..<count { push(value, into: subject) } }
      })
  }

  static var chain: Contest {
    Contest(
      "chain", "subject → map → filter → map → observer", count: 1_000_000, goal: 1.5,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        let last = opaque { (value: Int) in Sink.take(value) }
        let third = opaque { (value: Int) in last(value &+ 1) }
        let second = opaque { (value: Int) in if value & 1 == 0 { third(value) } }
        let first = opaque { (value: Int) in second(value &* 2) }
        _ = subject.add(first)
        return { for value in 0..<count { subject.emit(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        let handle = subject.signal
          .map { $0 &* 2 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }
          .observe { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handle =
          subject
          .map { $0 &* 2 }.filter { $0 & 1 == 0 }.map { $0 &+ 1 }
          .sink { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      })
  }

  static var tenMaps: Contest {
    Contest(
      "ten", "subject → ten maps → observer", count: 500_000, goal: 1.5,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        var next = opaque { (value: Int) in Sink.take(value) }
        for _ in 0..<10 {
          let downstream = next
          next = opaque { downstream($0 &+ 1) }
        }
        _ = subject.add(next)
        return { for value in 0..<count { subject.emit(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        let handle = subject.signal
          .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
          .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
          .observe { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handle =
          subject
          .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
          .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
          .sink { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      })
  }

  static var fanOut: Contest {
    Contest(
      "fan", "subject → 1,000 observers, per delivery", count: 2_000_000, goal: 1.2,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        for _ in 0..<1000 { _ = subject.add(opaque { Sink.take($0) }) }
        return { for value in 0..<(count / 1000) { subject.emit(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        let handles = (0..<1000).map { _ in subject.signal.observe { Sink.take($0) } }
        return {
          for value in 0..<(count / 1000) { push(value, into: subject) }
          withExtendedLifetime(handles) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handles = (0..<1000).map { _ in subject.sink { Sink.take($0) } }
        return {
          for value in 0..<(count / 1000) { push(value, into: subject) }
          withExtendedLifetime(handles) {}
        }
      })
  }

  static var currentValue: Contest {
    Contest(
      "current", "current value → 1 observer", count: 2_000_000, goal: 1.5,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        _ = subject.add(opaque { Sink.take($0) })
        return { for value in 0..<count { subject.set(value) } }
      },
      Contender("Signals") { count in
        let subject = opaque(BehaviorSubject(0))
        let handle = subject.signal.observe { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(CurrentValueSubject<Int, Never>(0))
        let handle = subject.sink { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subject) }
          withExtendedLifetime(handle) {}
        }
      })
  }
}
