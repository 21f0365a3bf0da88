import Foundation
import Testing

@testable import qa_repl

/// The built program where files may not grow beyond a limit.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class FileLimitTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: ["journal:bank", "json:bank.json"])
  func `a save for which a file may not grow fails as on a full disk, and the bank stays whole`(
    store: String
  ) throws {
    _ = try program.run(["--store", store, "-c", "sample"])
    let path = try #require(BuiltProgram.executable?.path)
    let questions = (1...500).map { "Question \($0)?,a,b,c,d,A\n" }.joined()
    try Data("question,a,b,c,d,answer\n\(questions)".utf8)
      .write(to: program.home.appending(path: "more.csv"))
    // Eight units of 512 bytes: less than the size of the bank.
    let command = "ulimit -f 8; exec '\(path)' --store '\(store)' -c 'import more.csv'"
    let run = try program.run(["-c", command], by: URL(filePath: "/bin/sh"))
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("error[save-failed]"))
    #expect(run.diagnostics.contains("File too large"))
    let after = try program.run(["--store", store, "--json", "-c", "state"])
    #expect(after.exit == 0)
    #expect(after.output.contains(#""questions":40"#))
  }
}
