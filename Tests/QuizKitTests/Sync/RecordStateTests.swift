import Foundation
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct RecordStateTests {
  private static func clock(_ time: Int64, _ device: UInt64 = 1) -> HybridClock {
    HybridClock(time, device: DeviceIdentity(device))
  }

  @Test func `the later change of each field wins`() {
    var mine = RecordState(["text": "1", "tags": "2"], at: Self.clock(1))
    var theirs = mine
    mine.set("text", to: "3", at: Self.clock(5))
    theirs.set("text", to: "4", at: Self.clock(4, 2))
    theirs.set("tags", to: "5", at: Self.clock(3, 2))
    #expect(mine.merge(theirs) == ["tags"])
    #expect(mine.values == ["text": "3", "tags": "5"])
  }

  @Test func `a field that lost its value later has none`() {
    var mine = RecordState(["title": "1"], at: Self.clock(1))
    var theirs = mine
    theirs.set("title", to: nil, at: Self.clock(2, 2))
    #expect(mine.merge(theirs) == ["title"])
    #expect(mine.values == [:])
  }

  @Test func `an edit after a deletion brings the record back`() {
    var state = RecordState(["text": "1"], at: Self.clock(1))
    state.delete(at: Self.clock(3))
    #expect(!state.isAlive)
    var early = RecordState(["text": "1"], at: Self.clock(1))
    early.set("text", to: "2", at: Self.clock(2, 2))
    state.merge(early)
    #expect(!state.isAlive)
    early.set("text", to: "3", at: Self.clock(4, 2))
    state.merge(early)
    #expect(state.isAlive)
    #expect(state.values == ["text": "3"])
  }

  @Test func `a record can be brought back without an edit`() {
    var state = RecordState(["text": "1"], at: Self.clock(1))
    state.delete(at: Self.clock(3))
    state.revive(at: Self.clock(4))
    #expect(state.isAlive)
    #expect(state.latest == Self.clock(4))
  }

  @Test func `the order of merging, and how often, makes no difference`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      let states = (0..<4).map { _ in Self.randomState(&random) }
      var first = states[0]
      for state in states.dropFirst() { first.merge(state) }
      var second = states[3]
      for state in (states + states).shuffled(using: &random) { second.merge(state) }
      #expect(first == second)
    }
  }

  /// A random state with few different times and devices, so that equal clocks occur, even with
  /// different values.
  private static func randomState(_ random: inout SplitMix64) -> RecordState {
    func clock() -> HybridClock {
      Self.clock(.random(in: 1...4, using: &random), .random(in: 1...2, using: &random))
    }
    var state = RecordState([:], at: clock())
    for name in ["a", "b", "c"] where Bool.random(using: &random) {
      let value = Bool.random(using: &random) ? "\(Int.random(in: 1...3, using: &random))" : nil
      state.set(name, to: value, at: clock())
    }
    if Bool.random(using: &random) { state.delete(at: clock()) }
    if Bool.random(using: &random) { state.revive(at: clock()) }
    return state
  }
}
