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

  /// What somebody may write into an archive by hand: a member, and what comes after it.
  private static let edits: [(member: String, values: [String])] = [
    ("sequence", ["9223372036854775807", "18446744073709551615", "-1", "1e300"]),
    ("answer", ["9223372036854775807", "9007199254740993", "-1"]),
    ("question", ["9223372036854775807", "9007199254740993"]),
    ("id", ["9223372036854775807", "9007199254740993", "1e18", "0", "-1"]),
    ("createdAt", ["1e18", "-1e18", "1e308", "NaN", "\"NaN\"", "\"2001-02-30T00:00:00Z\""]),
    ("changedAt", ["1e12", "-9e11", "\"9999-01-01T00:00:00Z\"", "\"0000-12-31T00:00:00Z\""]),
    ("startedAt", ["1e18", "252392457600"]), ("finishedAt", ["-1e18"]),
    ("score", ["9223372036854775807", "-1"]), ("milliseconds", ["9223372036854775807", "-1"]),
    ("response", ["9223372036854775807", "-1"]), ("position", ["9223372036854775807", "-1"]),
    ("timeLimit", ["9223372036854775807"]), ("elapsed", ["9223372036854775807"]),
    ("timeLeft", ["-9223372036854775808"]), ("generation", ["9223372036854775807"]),
    ("length", ["9223372036854775807"]), ("localID", ["9223372036854775807", "-1"]),
  ]

  @Test func `a number or a date that cannot be is named with its line, and nothing is written`()
    throws
  {
    let store = ["--store", "json:bank.json"]
    let file = program.home.appending(path: "bank.json")
    let made = try program.run(
      store + ["--yes", "-f", "-"],
      input: """
        sample
        quiz --count 2 --time 60s
        1
        1
        finish
        result
        quiz --count 2 --time 60s
        1
        home
        notes
        new
        title T
        save
        sync shared

        """.replacing("sync", with: "home\nsync"))
    _ = try program.run(["-c", "mkdir shared"], by: URL(filePath: "/bin/sh"))
    #expect(try program.run(store + ["-c", "sync shared"]).exit == 0, "\(made)")
    let whole = try String(contentsOf: file, encoding: .utf8)
    for (member, values) in Self.edits {
      let pattern = try Regex(
        "(\"\(member)\" : )([-0-9.]+|\"[0-9TZ:.-]+\")", as: (Substring, Substring, Substring).self)
      let found = try #require(whole.firstMatch(of: pattern), "\(member)")
      for value in values {
        let edited = whole.replacingCharacters(
          in: found.output.2.startIndex..<found.output.2.endIndex, with: value)
        try Data(edited.utf8).write(to: file)
        let run = try program.run(
          store + ["--yes", "-k", "-f", "-"],
          input: """
            decks
            stats
            due
            history
            quiz --count 1
            1
            finish
            result
            register
            question Q?
            choice 1 a
            choice 2 b
            correct 1
            register
            sync shared
            new D

            """)
        let line = edited[..<found.output.2.startIndex].count { $0 == "\n" } + 1
        #expect(run.exit == 2, "\(member) \(value): \(run)")
        #expect(run.diagnostics.contains("error[store-damaged]"), "\(member) \(value): \(run)")
        // A fault of a record as a whole is named with the line on which the record begins.
        let named = run.diagnostics.firstMatch(of: #/bank\.json:(\d+):/#).flatMap { Int($0.1) }
        #expect(
          named.map { line - 40...line ~= $0 } == true, "\(member) \(value): \(run.diagnostics)")
        #expect(try String(contentsOf: file, encoding: .utf8) == edited)
      }
    }
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
    #expect(run.diagnostics.contains("読み込めなかった部分"))
    #expect(try Data(contentsOf: program.home.appending(path: "bank")) == bytes)
  }
}
