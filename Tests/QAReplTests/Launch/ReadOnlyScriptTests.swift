import Foundation
import Testing

@testable import qa_repl

/// A script that only reads, beside a session that writes.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class ReadOnlyScriptTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: ["journal:bank", "json:bank.json"], ["virtual", "real"])
  func `each command sees what another session has saved before it`(store: String, clock: String)
    throws
  {
    _ = try program.run(["--store", store], input: "decks\nnew before\n")
    let process = program.process(["--store", store, "--read-only", "--clock", clock])
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    func say(_ line: String, until text: String) throws -> String {
      input.fileHandleForWriting.write(Data((line + "\n").utf8))
      var seen = ""
      while !seen.contains(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
      }
      return seen
    }
    #expect(try say("decks", until: "before").contains("before"))
    _ = try program.run(["--store", store], input: "decks\nnew meanwhile\n")
    try input.fileHandleForWriting.write(contentsOf: Data("state\n".utf8))
    try input.fileHandleForWriting.close()
    let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(rest.contains("meanwhile"), "\(rest)")
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: ["journal:bank", "json:bank.json"])
  func `what another session saves is shown without a command`(store: String) throws {
    _ = try program.run(["--store", store], input: "decks\nnew before\n")
    let process = program.process(["--store", store, "--read-only", "--clock", "real"])
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    func seen(until text: String) -> String {
      var seen = ""
      while !seen.contains(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
      }
      return seen
    }
    input.fileHandleForWriting.write(Data("decks\n".utf8))
    #expect(seen(until: "before").contains("before"))
    _ = try program.run(["--store", store], input: "decks\nnew meanwhile\n")
    #expect(seen(until: "meanwhile").contains("meanwhile"))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
