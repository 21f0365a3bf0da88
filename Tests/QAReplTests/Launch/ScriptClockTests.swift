import Foundation
import QuizKit
import QuizSupport
import Signals
import Testing

@testable import Terminal
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

/// What `--now` does to the built program where no person is at a terminal.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class NowTests {
  private let program: BuiltProgram
  private let lines = ["quiz --count 1", "1", "finish", "result", "history"]

  init() throws {
    program = try BuiltProgram()
    _ = try program.run(["--now", "1999-01-01T00:00:00Z", "-c", "sample"])
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: [
    ("1582-10-10T09:30:00Z", "1582-10-10 09:30:00"),
    ("0001-01-01T00:00:00Z", "0001-01-01 00:00:00"),
    ("9998-12-31T23:59:59Z", "9998-12-31 23:59:59"),
    ("2000-02-29T09:00:00+09:00", "2000-02-29 00:00:00"),
  ])
  func `a script has the date that it names, in its arguments, in a file and in a pipe`(
    now: String, shown: String
  ) throws {
    let script = program.home.appending(path: "script")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: script)
    let runs = [
      try program.run(["--now", now] + lines.flatMap { ["-c", $0] }),
      try program.run(["--now", now, "-f", "script"]),
      try program.run(["--now", now], input: lines.joined(separator: "\n")),
      try program.run(["--memory", "--now", now] + lines.flatMap { ["-c", $0] }),
    ]
    for run in runs {
      #expect(run.exit == 0, "\(run.diagnostics)")
      #expect(run.output.contains(shown), "\(run.output)")
    }
    // What is kept is read again, and written as it was.
    for command in ["history", "stats", "due", "doctor"] {
      let run = try program.run(["--now", now, command])
      #expect(run.exit == 0 && run.diagnostics.isEmpty, "\(run)")
      #expect(command != "history" || run.output.contains(shown), "\(run)")
    }
    _ = try program.run(["export", "all.json", "--backup"])
    let restored = try program.run(
      ["--store", "other", "--now", now, "-c", "import all.json", "-c", "history"])
    #expect(restored.exit == 0 && restored.output.contains(shown), "\(restored)")
    _ = try program.run(["export", "answers.csv", "--answers"])
    let answers = try String(
      contentsOf: program.home.appending(path: "answers.csv"), encoding: .utf8)
    #expect(answers.contains(shown.replacing(" ", with: "T")), "\(answers)")
  }

  @Test func `a clock with that date passes by advance, and the real one by itself`() throws {
    let now = "2000-01-01T00:00:00Z"
    let virtual = try program.run(
      ["--memory", "--now", now, "--json", "-c", "advance 90s", "-c", "history"])
    #expect(virtual.output.contains(#""t":90000"#), "\(virtual.output)")
    let real = try program.run([
      "--memory", "--now", now, "--clock", "real", "--json", "-c", "stats",
    ])
    #expect(real.exit == 0 && real.output.contains("2000-01-01"), "\(real.output)")
  }

  @Test func `no clock passes the year 9998`() throws {
    let run = try program.run([
      "--memory", "--now", "9998-12-31T23:59:00Z", "-k", "--json", "-c", "advance 59s", "-c",
      "advance 1s", "-c", "advance 366h", "-c", "advance 500ms", "-c", "quiz --count 1", "-c", "1",
      "-c", "finish", "-c", "result", "-c", "history",
    ])
    #expect(run.exit == 1)
    #expect(run.diagnostics.components(separatedBy: "error[beyond-calendars]").count == 3)
    #expect(run.output.contains(#""t":59500"#) && run.output.contains("9998-12-31T23:59:59Z"))
    let japanese = try program.run([
      "--lang", "ja", "--memory", "--now", "9998-12-31T23:59:59Z", "-c", "advance 1h",
    ])
    #expect(japanese.diagnostics.contains("9998 年を過ぎて"))
  }

  @Test(arguments: ["2001-02-30T00:00:00Z", "0000-12-31T00:00:00Z", "9999-01-01T00:00:00Z"])
  func `a date that there is not ends the program before anything is done`(now: String) throws {
    let run = try program.run(["--store", "new", "--now", now, "-c", "sample"])
    #expect(run.exit == 64 && run.output.isEmpty)
    #expect(run.diagnostics.contains("error[usage]") && run.diagnostics.contains("9998"))
    #expect(!FileManager.default.fileExists(atPath: program.home.appending(path: "new").path))
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
