import Foundation
import Testing

@testable import QuizKit

@Suite struct SyncSimulationTests {
  /// More by hand: `QA_REPL_SYNC_HISTORIES=1000000 swift test --filter SyncSimulation`.
  private static let histories = number("QA_REPL_SYNC_HISTORIES") ?? 200
  /// The first seed, to repeat one history.
  private static let first = number("QA_REPL_SYNC_SEED") ?? 0
  /// How many processors take part.
  private static let lanes = 4

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: 0..<lanes)
  func `devices agree in the end, whatever they did and in whatever order files came`(
    lane: Int
  ) async throws {
    for number in stride(from: lane, to: Self.histories, by: Self.lanes) {
      let seed = UInt64(Self.first + number)
      // Short histories find most faults; the long ones find the others.
      let isLong = seed.isMultiple(of: 10)
      let history = try SyncHistory(seed: seed, devices: isLong ? 3...5 : 3...3)
      try history.run(steps: isLong ? 24 : 10)
      try history.check()
      await Task.yield()
    }
  }
}
