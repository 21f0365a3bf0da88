import Foundation
import Testing

@testable import qa_repl

/// Dates of the year 2000 in a bank on the disk, from their report in the statistics to their
/// removal.
@Suite final class RedateTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    let csv = "question,A,B,answer\nOld?,1,2,a\n"
    try Data(csv.utf8).write(to: program.home.appending(path: "q.csv"))
  }

  deinit { program.removeHome() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try program.run(arguments, environment: ["LANG": "en_US.UTF-8", "TZ": "Asia/Tokyo"])
  }

  @Test(.enabled(if: BuiltProgram.executable != nil))
  func `a script corrects the dates of an older program's scripts`() throws {
    let day = ["--now", "2000-01-01T00:00:00Z"]
    #expect(try program.run(day + ["-c", "import q.csv --deck D", "-c", "stats"]).exit == 0)
    let stats = try run("-c", "stats")
    #expect(stats.output.contains("Dated 2000"))
    #expect(stats.output.contains("1 deck, 1 question. “redate”"))
    #expect(stats.output.components(separatedBy: "2000").count == 2)
    #expect(try run("--lang", "ja", "-c", "stats").output.contains("問題集 1 件、質問 1 問。redate"))
    #expect(try run("--json", "-c", "stats").output.contains(#""dated2000":{"decks":1,"#))
    let refused = try run("-c", "redate")
    #expect(refused.exit == 1)
    #expect(refused.diagnostics.contains("error[confirm-required]: Give 1 deck, 1 question"))
    #expect(refused.diagnostics.contains("that of the bank's file?"))
    #expect(try run("-c", "redate yesterday", "--yes").diagnostics.contains("yesterday"))
    let done = try run("--yes", "-c", "redate 2026-02-03", "-c", "undo", "-c", "redo")
    #expect(done.exit == 0)
    #expect(done.output.contains("Dated 2026-02-03 from now on: 1 deck, 1 question."))
    #expect(done.output.contains("undone: edit of"))
    #expect(try !run("-c", "stats").output.contains("2000"))
    #expect(try run("--json", "-c", "search Old --since 2026-02-03").output.contains("\"total\":1"))
    let json = try run("--json", "--yes", "-c", "redate")
    #expect(json.output.contains("\"code\":\"nothing-to-redate\""))
  }
}
