import BenchmarkKit
import OpenCombine
import Signals

/// The contests about subscribing and unsubscribing.
enum SubscriptionContests {
  static var all: [Contest] {
    [
      contest("subscribe", "subscribe through map + dispose", beside: 0, count: 200_000),
      contest("churn", "the same beside 1,000 observers", beside: 1000, count: 200_000),

    ]
  }

  private static func contest(
    _ name: String, _ title: String, beside others: Int, count: Int
  ) -> Contest {
    Contest(
      name, title, count: count, goal: 4,
      Contender("floor") { count in
        let subject = opaque(FloorSubject())
        for _ in 0..<others { _ = subject.add(opaque { Sink.take($0) }) }
        let last = opaque { (value: Int) in Sink.take(value) }
        return {
          for _ in 0..<count {
            let id = subject.add(opaque { last($0 &+ 1) })
            // The object that the user keeps to end the subscription.
            let dispose = opaque { subject.remove(id) }
            dispose()
          }
        }
      },
      Contender("Signals") { count in
        let subject = opaque(PublishSubject<Int>())
        let handles = (0..<others).map { _ in subject.signal.observe { Sink.take($0) } }
        return {
          for _ in 0..<count {
            subject.signal.map { $0 &+ 1 }.observe { Sink.take($0) }.dispose()
          }
          withExtendedLifetime(handles) {}
        }
      },
      Contender("OpenCombine") { count in
        let subject = opaque(PassthroughSubject<Int, Never>())
        let handles = (0..<others).map { _ in subject.sink { Sink.take($0) } }
        return {
          for _ in 0..<count {
            subject.map { $0 &+ 1 }.sink { Sink.take($0) }.cancel()
          }
          withExtendedLifetime(handles) {}
        }
      })
  }

  /// The heap requests and bytes of a live subscription through map, averaged over a thousand
  /// subjects.
  static func memory() -> [(name: String, requests: Double, bytes: Double)] {
    let number = 100_000
    func measure<Result>(_ name: String, _ body: () -> Result) -> (String, Double, Double) {
      let memory = heldMemory(after: body)
      return (name, Double(memory.requests) / Double(number), Double(memory.bytes) / Double(number))
    }
    let last = opaque { (value: Int) in Sink.take(value) }
    let floors = (0..<1000).map { _ in FloorSubject() }
    let subjects = (0..<1000).map { _ in PublishSubject<Int>() }
    let peers = (0..<1000).map { _ in PassthroughSubject<Int, Never>() }
    return [
      measure("floor") {
        (0..<number).map { index in
          let subject = floors[index % 1000]
          let id = subject.add(opaque { last($0 &+ index) })
          return opaque { subject.remove(id) }
        }
      },
      measure("Signals") {
        (0..<number).map { index in
          subjects[index % 1000].signal.map { $0 &+ index }.observe { last($0) }
        }
      },
      measure("OpenCombine") {
        (0..<number).map { index in
          peers[index % 1000].map { $0 &+ index }.sink { last($0) }
        }
      },
    ]
  }
}
