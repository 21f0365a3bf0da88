import Foundation
import QuizKit
import Signals

/// Makes the world of one run from what was asked for.
struct WorldBuilder {
  let options: Options
  let environment: Environment
  let scheduler: any TimeScheduler
  let clock: Options.Clock
  let seed: UInt64
  let background: any Background
  /// Whether nothing but commands is to be read from standard input.
  let commandsComeFromInput: Bool

  /// 2000-01-01T00:00:00Z, at which virtual time starts, so that two runs of a script write the same
  /// dates.
  private static let virtualStart = Date(timeIntervalSince1970: 946_684_800)

  /// Opens the store and puts everything together.
  ///
  /// - Throws: ``StoreError`` when the store cannot be opened.
  func build() throws -> World {
    var configuration =
      switch options.store {
      case .standard: StoreConfiguration.journal(path: try standardPath())
      case .named(let configuration): configuration
      case .preview: StoreConfiguration.memory
      }
    configuration.access = options.access
    let store = try configuration.makeStore(schema: QuestionBank.schema)
    return World(
      scheduler: scheduler, now: now, timeZone: clock == .virtual ? .gmt : .current,
      random: RandomSource(seed: seed), store: StoreContext(store),
      files: DiskFiles(commandsComeFromInput: commandsComeFromInput), background: background,
      timeInterval: configuration.timeInterval)
  }

  /// The user's own bank; its folder is made when it is missing.
  private func standardPath() throws -> String {
    let folder = environment.dataDirectory
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder + "/bank.journal"
  }

  private var now: () -> Date {
    switch clock {
    case .real: { Date() }
    case .virtual:
      { [scheduler, start = options.now ?? Self.virtualStart] in
        start + TimeInterval(scheduler.now.wholeMilliseconds) / 1000
      }
    }
  }
}

extension StoreConfiguration {
  /// How often the time left of a quiz is written: a journal gets one line, but wakes the program for its sync;
  /// an archive is written as a whole.
  fileprivate var timeInterval: Duration {
    .seconds(specification.hasPrefix("json:") ? 10 : 2)
  }
}
