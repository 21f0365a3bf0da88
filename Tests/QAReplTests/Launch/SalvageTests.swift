import Foundation
import Testing

@testable import qa_repl

/// A damaged bank, as the user sees it.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class SalvageTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  /// Makes a bank of three saves with the second one damaged, and returns its bytes.
  private func damagedBank() throws -> Data {
    let file = program.home.appending(path: "bank")
    _ = try program.run(
      ["--store", "bank", "-c", "sample", "-c", "decks", "-c", "new Second", "-c", "new Third"])
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.firstRange(of: Data("Second".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: file)
    return bytes
  }

  @Test func `the refusal names the way to what is whole, and that can be exported`() throws {
    let bytes = try damagedBank()
    let refused = try program.run(["--store", "bank", "-c", "decks"])
    #expect(refused.exit == 2)
    #expect(refused.diagnostics.contains("error[store-damaged]: "))
    #expect(refused.diagnostics.contains("--salvage"))
    let run = try program.run(["--store", "bank", "--salvage", "-c", "export all.json --backup"])
    #expect(run.exit == 0)
    #expect(run.diagnostics.contains("warning[store-salvaged]: "))
    #expect(run.diagnostics.contains("saves: 1, lines: 2 ("))
    let exported = try program.run(["--store", "new", "-c", "import all.json"])
    #expect(exported.output.contains("40"))
    let decks = try program.run(["--store", "new", "-c", "decks"])
    #expect(decks.output.contains("Third") && !decks.output.contains("Second"))
    #expect(try Data(contentsOf: program.home.appending(path: "bank")) == bytes)
  }

  @Test func `scripts get the notice as a line of its own, after the first`() throws {
    _ = try damagedBank()
    let run = try program.run(["--store", "bank", "--salvage", "--json", "-c", "decks"])
    let lines = run.output.split(separator: "\n")
    #expect(lines[0].contains("\"type\":\"hello\""))
    #expect(lines[1].contains("\"code\":\"store-salvaged\""))
    #expect(lines[1].contains("\"type\":\"notice\"") && lines[1].contains("\"seq\":2"))
  }

  @Test func `what is salvaged is not written to`() throws {
    let bytes = try damagedBank()
    let run = try program.run(
      ["--store", "bank", "--salvage", "--lang", "ja", "-c", "decks", "-c", "new Fourth"])
    #expect(run.exit == 1)
    #expect(run.diagnostics.contains("読み込んでいません"))
    #expect(try Data(contentsOf: program.home.appending(path: "bank")) == bytes)
  }
}
