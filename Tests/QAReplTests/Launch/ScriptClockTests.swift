import Foundation
import QuizKit
import QuizSupport
import Signals
import Testing

@testable import qa_repl

/// The date at which the clock of a script begins.
@Suite struct ScriptClockTests {
  /// The world of a script with these options.
  private func world(_ arguments: [String]) throws -> World {
    let options = try Options(arguments: arguments)
    return try WorldBuilder(
      options: options, environment: Environment(variables: [:]), scheduler: VirtualScheduler(),
      clock: options.clock ?? .virtual, seed: 0, background: ImmediateBackground(),
      commandsComeFromInput: true
    ).build(.writing)
  }

  private static let start = Date(timeIntervalSince1970: 946_684_800)

  @Test(arguments: [["--memory"], ["--store", "memory"], ["--memory", "--clock", "virtual"]])
  func `where nothing is kept, a script begins at a fixed date`(_ arguments: [String]) throws {
    let world = try world(arguments)
    #expect(world.now() == Self.start)
    #expect(world.timeZone == .gmt)
  }

  @Test(arguments: [[], ["--clock", "virtual"]])
  func `in a bank that stays, a script begins at the real date`(_ arguments: [String]) throws {
    let disk = try RealFolder()
    let before = Date()
    let world = try world(["--store", "journal:\(disk.path)/bank"] + arguments)
    let now = world.now()
    #expect(before <= now && now <= Date())
    #expect(world.timeZone == .current)
    #expect(world.now() == now)
    (world.scheduler as? VirtualScheduler)?.advance(by: .seconds(60))
    #expect(world.now() == now + 60)
  }

  @Test func `a script that names its date has it in every bank`() throws {
    let disk = try RealFolder()
    let world = try world([
      "--store", "journal:\(disk.path)/bank", "--now", "2026-05-01T12:00:00Z",
    ])
    #expect(world.now() == Self.start + 9617 * 86_400 + 43_200)
    #expect(world.timeZone == .gmt)
  }
}

/// A folder that is removed with the object.
private final class RealFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
