import Foundation
import Testing

@testable import QuizKit

@Suite struct HybridClockTests {
  private let laptop = DeviceIdentity(1)
  private let desktop = DeviceIdentity(2)

  @Test func `a change bears the wall time`() {
    let last = HybridClock(1000, counter: 7, device: desktop)
    #expect(HybridClock(at: 1001, after: last, on: laptop) == HybridClock(1001, device: laptop))
    #expect(HybridClock(at: 5, after: nil, on: laptop) == HybridClock(5, device: laptop))
  }

  @Test func `a change on a device whose clock is slow is later than what it has seen`() {
    let last = HybridClock(1000, counter: 7, device: desktop)
    let next = HybridClock(at: 10, after: last, on: laptop)
    #expect(next == HybridClock(1000, counter: 8, device: laptop))
    #expect(next > last)
  }

  @Test func `a counter that is full goes on with the next millisecond`() {
    let last = HybridClock(1000, counter: HybridClock.counters.upperBound - 1, device: desktop)
    #expect(HybridClock(at: 10, after: last, on: laptop) == HybridClock(1001, device: laptop))
  }

  @Test func `time comes first, then the counter, then the device`() {
    let clocks = [
      HybridClock(1, counter: 9, device: desktop), HybridClock(2, counter: 0, device: desktop),
      HybridClock(2, counter: 1, device: laptop), HybridClock(2, counter: 1, device: desktop),
    ]
    #expect(clocks.reversed().sorted() == clocks)
  }

  @Test func `the text is read back`() {
    let clock = HybridClock(1_766_400_000_000, counter: 3, device: DeviceIdentity(0xABC))
    #expect(clock.text == "1766400000000.3.0000000000000abc")
    #expect(HybridClock(clock.text) == clock)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3", "1.2.0000000000000ABC", "-1.0.0000000000000abc",
    "1.-1.0000000000000abc", "253402300800000.0.0000000000000abc",
    "1.1000000000.0000000000000abc", "1.2.0000000000000abc.4", "1.2. 000000000000abc",
  ])
  func `other texts are no clocks`(_ text: String) {
    #expect(HybridClock(text) == nil)
  }
}
