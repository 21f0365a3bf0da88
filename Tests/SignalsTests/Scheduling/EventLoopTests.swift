import Foundation
import Synchronization
import Testing

@testable import Signals

@Suite struct EventLoopTests {
  private let loop = EventLoop<String>()
  private let bag = DisposeBag()

  @Test func `E3 what is left when the loop stops is handled by the next run`() {
    for message in ["a", "stop", "b", "stop"] { loop.mailbox.post(message) }
    var handled: [String] = []
    let handle = { (message: String) in
      handled.append(message)
      if message == "stop" { loop.stop() }
    }
    loop.run(handle)
    #expect(handled == ["a", "stop"])
    loop.run(handle)
    #expect(handled == ["a", "stop", "b", "stop"])
  }

  @Test func `E4 the loop wakes for a message from another thread`() {
    let mailbox = loop.mailbox
    loop.after(.zero) {
      Thread.detachNewThread { mailbox.post("hello") }
    }.disposed(by: bag)
    var handled: [String] = []
    loop.run {
      handled.append($0)
      loop.stop()
    }
    #expect(handled == ["hello"])
  }

  @Test func `E4 the loop wakes for a deadline, not before it`() {
    var now: Duration = .zero
    loop.after(.milliseconds(2)) { [loop] in
      now = loop.now
      loop.stop()
    }.disposed(by: bag)
    loop.run { _ in }
    #expect(now >= .milliseconds(2))
  }

  @Test func `E5 polling handles what is there and returns`() {
    var handled: [String] = []
    loop.mailbox.post("a")
    loop.after(.zero) { handled.append("due") }.disposed(by: bag)
    loop.after(.seconds(3600)) { handled.append("far") }.disposed(by: bag)
    loop.poll { handled.append($0) }
    #expect(handled.sorted() == ["a", "due"])
    #expect(loop.nextDeadline.map { $0 >= .seconds(3600) } == true)
  }

  @Test func `E2 messages and timers are taken in the order of their times, a message first`() {
    let clock = ManualClock()
    let loop = EventLoop(mailbox: Mailbox<String>(clock: clock.monotonic))
    var handled: [String] = []
    for deadline in [1, 3] {
      loop.after(.nanoseconds(deadline)) { handled.append("due \(deadline)") }.disposed(by: bag)
    }
    for instant in [2, 3, 4] {
      clock.set(Int64(instant))
      loop.mailbox.post("posted \(instant)")
    }
    // The loop only runs now. Everything above has happened while it was busy.
    clock.set(10)
    loop.poll { handled.append($0) }
    #expect(handled == ["due 1", "posted 2", "posted 3", "due 3", "posted 4"])
    #expect(loop.now == .nanoseconds(10))
  }

  @Test func `T3 while a message is handled now is the time of its posting`() {
    let clock = ManualClock()
    let loop = EventLoop(mailbox: Mailbox<String>(clock: clock.monotonic))
    clock.set(5)
    loop.mailbox.post("a")
    clock.set(9)
    var times: [Duration] = []
    loop.poll { _ in times.append(loop.now) }
    #expect(times == [.nanoseconds(5)])
  }
}

/// A clock that is set by hand.
private final class ManualClock: Sendable {
  private let time = Atomic<Int64>(0)

  var monotonic: MonotonicClock {
    MonotonicClock { [self] in time.load(ordering: .relaxed) }
  }

  func set(_ nanoseconds: Int64) {
    time.store(nanoseconds, ordering: .relaxed)
  }
}
