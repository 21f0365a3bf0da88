import Foundation
import QuizSupport
import Testing

@testable import qa_repl

/// What the program does with what its caller hands over: three descriptors and the arguments.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class SurroundingsTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  /// Runs a line of the shell, with the program's path as `$0`.
  private func shell(_ line: String, _ arguments: String...) throws -> BuiltProgram.Outcome {
    let executable = try #require(BuiltProgram.executable)
    return try program.run(
      ["-c", line, executable.path] + arguments, by: URL(filePath: "/bin/sh"))
  }

  @Test(
    arguments: ["json:bank", "bank"],
    [
      "<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-",
    ])
  func `with closed descriptors nothing is written into the bank`(store: String, closed: String)
    throws
  {
    let bank = program.home.appending(path: "bank")
    _ = try program.run(["--store", store, "-c", "sample"])
    let before = try Data(contentsOf: bank)
    for command in ["decks", "search Swift", "nonsense"] {
      _ = try shell("\"$0\" --store \(store) \"$@\" \(closed)", command)
      #expect(try Data(contentsOf: bank) == before, "\(command) \(closed)")
    }
    #expect(try shell("\"$0\" --store \(store) decks \(closed)").exit == 0)
    let saved = try shell("\"$0\" --store \(store) -c 'new Second' -c 'new Third' \(closed)")
    #expect(saved.exit == 1, "there is no `new` on the first screen")
    _ = try shell("\"$0\" --store \(store) -c decks -c 'new Second' \(closed)")
    let decks = try program.run(["--store", store, "decks"])
    #expect(decks.exit == 0 && decks.output.contains("Second"), "\(decks.diagnostics)")
  }

  private static let mayUnmount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--mount", "umount", "--lazy", "/proc"]
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: mayUnmount, "only root can take /proc away"))
  func `the arguments are there where /proc cannot be read`() throws {
    let alone =
      "exec unshare --mount sh -c 'umount --lazy /proc && exec \"$0\" \"$@\"' \"$0\" \"$@\""
    let run = try shell(alone, "--store", "json:bank", "-c", "sample")
    #expect(run.exit == 0, "\(run.diagnostics)")
    let files = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(files.contains("bank") && !files.contains(".local"), "\(files)")
    #expect(try shell(alone, "--nonsense").exit == 64)
  }

  @Test func `the program's name is not an argument, and nothing at all is an error of usage`() {
    #expect(Main.run([]) == .usage)
    #expect(Main.run(["qa-repl", "--nonsense"]) == .usage)
    #expect(Main.run(["--nonsense", "--version"]) == .success)
  }
}
