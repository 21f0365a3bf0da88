import Foundation
import QuizKit
import Testing

@testable import qa_repl

/// Days in the life of several devices, as seeds decide them. Each seed runs one history after the
/// other, for as long as there is time.
@Suite struct SimulatorTests {
  private static let daysOfHistory = 40

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// For more: `QA_REPL_SIMULATED_SECONDS=3600 swift test --filter Simulator`. The seed is in
  /// `QA_REPL_SIMULATED_SEED`, and the first of its histories in `QA_REPL_SIMULATED_HISTORY`.
  @Test func `whatever happens on whatever day, what is kept is true`() throws {
    let seed = UInt64(Self.number("QA_REPL_SIMULATED_SEED") ?? 1)
    let seconds = Double(Self.number("QA_REPL_SIMULATED_SECONDS") ?? 10)
    let end = ProcessorTime.now + seconds
    LastWords.begin()
    let first = UInt64(Self.number("QA_REPL_SIMULATED_HISTORY") ?? 0)
    var (number, days) = (first, 0)
    var broken: Set<String> = []
    var visited: Set<ScreenName> = []
    while ProcessorTime.now < end {
      let history = Simulation(seed: seed, number: number)
      number += 1
      do {
        for _ in 0..<Self.daysOfHistory { try history.liveDay() }
      } catch {
        let failure = ShortestHistory(history, error)
        // Report one history for each rule that was broken.
        if broken.insert(failure.rule).inserted { Issue.record(Comment(rawValue: failure.text)) }
      }
      days += history.day
      visited.formUnion(history.visited)
    }
    print("\(days) days of \(number - first) histories in \(seconds) s of processor time")
    // A simulation that visits only a few screens would prove little.
    #expect(days < 500 || visited.count == Screen.all.count)
  }

  /// For `make planted`: the number of days that each seed needs to find a failure.
  @Test(.enabled(if: number("QA_REPL_SIMULATED_UNTIL") != nil))
  func `a planted fault is found`() throws {
    let most = Self.number("QA_REPL_SIMULATED_UNTIL") ?? 0
    LastWords.begin()
    let seed = UInt64(Self.number("QA_REPL_SIMULATED_SEED") ?? 1)
    var (number, days) = (UInt64(0), 0)
    while days < most {
      let history = Simulation(seed: seed, number: number)
      number += 1
      do {
        for _ in 0..<Self.daysOfHistory {
          days += 1
          LastWords.count(days)
          try history.liveDay()
        }
      } catch {
        let rule = (error as? SimulationFailure)?.rule ?? "\(error)"
        return print("planted: seed \(seed) day \(days): \(rule)")
      }
    }
    print("planted: seed \(seed) day none")
  }
}
