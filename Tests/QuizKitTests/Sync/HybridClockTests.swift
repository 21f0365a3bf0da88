import Foundation
import Testing

@testable import QuizKit

@Suite struct HybridClockTests {
  private let laptop = DeviceIdentity(1)
  private let desktop = DeviceIdentity(2)

  @Test func `a change bears the wall time`() {
    let last = HybridClock(1000, counter: 7, device: desktop)
    #expect(last.next(at: 1001, on: laptop) == HybridClock(1001, device: laptop))
  }

  @Test func `a change on a device whose clock is slow is later than what it has seen`() throws {
    let last = HybridClock(1000, counter: 7, device: desktop)
    let next = try #require(last.next(at: 10, on: laptop))
    #expect(next == HybridClock(1000, counter: 8, device: laptop))
    #expect(next > last)
  }

  @Test func `a counter that is full goes on with the next millisecond`() {
    let last = HybridClock(1000, counter: HybridClock.counters.upperBound - 1, device: desktop)
    #expect(last.next(at: 10, on: laptop) == HybridClock(1001, device: laptop))
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

  @Test func `every clock that can be read is followed by one that can be read, or by none`() {
    let end = HybridClock.times.upperBound
    var last = HybridClock(
      end - 1, counter: HybridClock.counters.upperBound - 3, device: desktop)
    #expect(last.isUsable)
    last = last.next(at: 10, on: laptop) ?? last
    #expect(last.counter == HybridClock.counters.upperBound - 2)
    #expect(last.isUsable)
    #expect(last.next(at: 10, on: laptop) == nil)
    #expect(last.next(at: end, on: laptop) == nil)
  }

  /// The last clock is itself within the limits, but a change that follows it would not be.
  @Test(arguments: [
    "221845392000000.0.0000000000000abc", "253402300799999.999999999.0000000000000abc",
    "253402300800000.0.0000000000000abc", "221845391999999.999999999.0000000000000abc",
  ])
  func `a clock that is too late is none for a file`(_ text: String) throws {
    #expect(try #require(HybridClock(text)).isUsable == false)
  }

  @Test func `what an older program kept with such clocks is read in its order`() throws {
    let texts = [
      "221845392000000.0", "253402300799999.5", "253402300799999.999999999", "253402300800000.0",
      "253402300800000.1", "253402300800001.0",
    ].map { #""\#($0).0000000000000abc""# }
    let clocks = try texts.map {
      try JSONDecoder().decode(HybridClock.self, from: Data($0.utf8))
    }
    #expect(clocks == clocks.sorted())
    #expect(Set(clocks).count == clocks.count)
    #expect(clocks.allSatisfy { $0.isUsable && $0.milliseconds < 10_000 })
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3", "1.2.0000000000000ABC", "-1.0.0000000000000abc",
    "1.-1.0000000000000abc", "99999999999999999999.0.0000000000000abc",
    "1.1000000000.0000000000000abc", "1.2.0000000000000abc.4", "1.2. 000000000000abc",
  ])
  func `other texts are no clocks`(_ text: String) {
    #expect(HybridClock(text) == nil)
  }
}
