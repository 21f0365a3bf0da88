import Testing

@testable import Signals

@Suite struct VirtualSchedulerTests {
  private let time = VirtualScheduler()
  private let bag = DisposeBag()

  @Test func `T1 work runs by deadline and then in the order of scheduling`() {
    var order: [String] = []
    for (name, deadline) in [("a", 2), ("b", 1), ("c", 2), ("d", 1), ("e", 0)] {
      time.schedule(at: .seconds(deadline)) { order.append(name) }.disposed(by: bag)
    }
    time.advance(by: .seconds(2))
    #expect(order == ["e", "b", "d", "a", "c"])
  }

  @Test func `T1 a deadline in the past counts as now`() {
    var order: [String] = []
    time.advance(by: .seconds(5))
    time.after(.zero) { order.append("now") }.disposed(by: bag)
    time.schedule(at: .seconds(1)) { order.append("past") }.disposed(by: bag)
    time.advance(by: .zero)
    #expect(order == ["now", "past"])
    #expect(time.now == .seconds(5))
  }

  @Test func `T2 a delay of zero waits for the next advance`() {
    var ran = false
    time.after(.zero) { ran = true }.disposed(by: bag)
    #expect(!ran)
    time.advance(by: .zero)
    #expect(ran)
  }

  @Test func `T3 now is the time at which the work was due`() {
    var times: [Duration] = []
    for seconds in [1, 2] {
      time.after(.seconds(seconds)) { [time] in times.append(time.now) }.disposed(by: bag)
    }
    time.advance(by: .seconds(5))
    #expect(times == [.seconds(1), .seconds(2)])
    #expect(time.now == .seconds(5))
  }

  @Test func `T4 work scheduled during an advance runs in it if it is due`() {
    var order: [String] = []
    time.after(.seconds(1)) { [time, bag] in
      time.after(.seconds(1)) { order.append("within") }.disposed(by: bag)
      time.after(.seconds(9)) { order.append("beyond") }.disposed(by: bag)
    }.disposed(by: bag)
    time.advance(by: .seconds(2))
    #expect(order == ["within"])
  }

  @Test func `T5 it refuses a negative step`() async {
    await #expect(processExitsWith: .failure) {
      VirtualScheduler().advance(by: .seconds(-1))
    }
  }

  @Test func `T5 it refuses to go back`() async {
    await #expect(processExitsWith: .failure) {
      let time = VirtualScheduler(now: .seconds(2))
      time.advance(to: .seconds(1))
    }
  }

  @Test func `T7 work cancelled by work due at the same time does not run`() {
    var ran = false
    var second: Disposable?
    time.after(.seconds(1)) { second?.dispose() }.disposed(by: bag)
    second = time.after(.seconds(1)) { ran = true }
    time.advance(by: .seconds(1))
    #expect(!ran)
  }

  @Test func `T8 every keeps to its period from the start`() {
    var times: [Duration] = []
    let handle = time.every(.seconds(2)) { [time] in times.append(time.now) }
    time.advance(by: .seconds(7))
    #expect(times == [.seconds(2), .seconds(4), .seconds(6)])
    handle.dispose()
    time.advance(by: .seconds(7))
    #expect(times.count == 3)
  }

  @Test func `T8 every may be ended from inside its own call`() {
    var count = 0
    var handle: Disposable?
    handle = time.every(.seconds(1)) {
      count += 1
      if count == 2 { handle?.dispose() }
    }
    time.advance(by: .seconds(9))
    #expect(count == 2)
  }

  @Test func `T9 a third of a second is not rounded`() {
    var ran = false
    time.after(.seconds(1) / 3) { ran = true }.disposed(by: bag)
    time.advance(by: .seconds(1) / 3 - .nanoseconds(1))
    #expect(!ran)
    time.advance(by: .nanoseconds(1))
    #expect(ran)
  }
}
