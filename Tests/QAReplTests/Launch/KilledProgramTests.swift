import Foundation
import Testing

@testable import qa_repl

/// The built program, killed in the middle of a quiz.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class KilledProgramTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: ["journal:bank.journal"])
  func `a quiz goes on at the same question with the time of its last answer`(store: String) throws
  {
    _ = try program.run(["--store", store, "-c", "sample"])
    let commands =
      "quiz --count 3 --time 60s --deck \"First Steps\"\nadvance 8500ms\n3\nadvance 9s\n"
    try program.kill(
      ["--store", store, "--json"], input: commands, onceOutputContains: #""t":17000,"#)
    let run = try program.run(["--store", store, "--json", "-c", "resume", "-c", "finish"])
    #expect(run.exit == 0, "\(run.diagnostics)")
    let states = run.output.split(separator: "\n").filter { $0.contains(#""screen":"quiz""#) }
    #expect(states.first?.contains(#""index":2"#) == true)
    #expect(states.first?.contains(#""remaining":52"#) == true)
    #expect(run.output.contains(#""answer":"Pacific""#))
  }
}

extension BuiltProgram {
  /// Runs the program with its input left open, and kills it with SIGKILL as soon as it has written
  /// `text`.
  func kill(_ arguments: [String], input: String, onceOutputContains text: String) throws {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "xterm"]
    process.currentDirectoryURL = home
    let (output, source) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = source
    try process.run()
    source.fileHandleForWriting.write(Data(input.utf8))
    var written = ""
    while !written.contains(text) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      written += String(decoding: data, as: UTF8.self)
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "\(written)")
  }
}
