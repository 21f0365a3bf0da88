import BenchmarkKit
import OpenCombine
import Signals

/// The contests about combining several signals.
enum CombiningContests {
  static var all: [Contest] {
    [
      latestOfTwo, mergeOfEight,
    ]
  }

  static var latestOfTwo: Contest {
    Contest(
      "latest", "combineLatest of two", count: 1_000_000, goal: 2,
      Contender("floor") { count in
        let first = opaque(FloorSubject())
        let second = opaque(FloorSubject())
        let last = opaque { (left: Int, right: Int) in Sink.take(left &+ right) }
        var left: Int?
        var right: Int?
        _ = first.add(
          opaque { value in
            left = value
            if let right { last(value, right) }
          })
        _ = second.add(
          opaque { value in
            right = value
            if let left { last(left, value) }
          })
        return {
          for value in 0..<(count / 2) {
            first.emit(value)
            second.emit(value)
          }
        }
      },
      Contender("Signals") { count in
        let first = opaque(PublishSubject<Int>())
        let second = opaque(PublishSubject<Int>())
        let handle = first.signal.combineLatest(second.signal).observe { Sink.take($0.0 &+ $0.1) }
        return {
          for value in 0..<(count / 2) {
            push(value, into: first)
            push(value, into: second)
          }
          withExtendedLifetime(handle) {}
        }
      })
  }

  static var mergeOfEight: Contest {
    Contest(
      "merge", "merge of eight", count: 1_000_000, goal: 1.5,
      Contender("floor") { count in
        let subjects = (0..<8).map { _ in FloorSubject() }
        let last = opaque { (value: Int) in Sink.take(value) }
        for subject in subjects { _ = subject.add(last) }
        return { for value in 0..<count { subjects[value & 7].emit(value) } }
      },
      Contender("Signals") { count in
        let subjects = (0..<8).map { _ in PublishSubject<Int>() }
        let handle = Signal.merge(subjects.map(\.signal)).observe { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subjects[value & 7]) }
          withExtendedLifetime(handle) {}
        }
      },
      // OpenCombine has no merge. The nearest operator is flatMap over the eight.
      Contender("OpenCombine") { count in
        let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
        let handle = subjects.publisher.flatMap { $0 }.sink { Sink.take($0) }
        return {
          for value in 0..<count { push(value, into: subjects[value & 7]) }
          withExtendedLifetime(handle) {}
        }
      })
  }
}
