import Foundation
import Testing

@testable import QuizKit

@Suite struct SyncSimulationTests {
  /// More by hand: `QA_REPL_SYNC_HISTORIES=1000000 swift test --filter SyncSimulation`.
  private static let histories =
    ProcessInfo.processInfo.environment["QA_REPL_SYNC_HISTORIES"].flatMap { Int($0) } ?? 100
  /// The first seed, to repeat one history.
  private static let first =
    ProcessInfo.processInfo.environment["QA_REPL_SYNC_SEED"].flatMap { UInt64($0) } ?? 0

  @Test func `devices agree in the end, whatever they did and in whatever order files came`() throws
  {
    for seed in Self.first..<Self.first + UInt64(Self.histories) {
      let history = try SyncHistory(seed: seed)
      try history.run(steps: 24)
      try history.check()
    }
  }
}
