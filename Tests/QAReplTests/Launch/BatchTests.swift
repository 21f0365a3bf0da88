import Foundation
import Testing

@testable import qa_repl

/// The built program, as a script runs it.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class BatchTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test func `a script from standard input plays a quiz`() throws {
    let run = try program.run(
      ["--memory"], input: "# a quiz\nquiz --count 1 --deck \"First Steps\"\n3\nresult\n")
    #expect(run.exit == 0)
    #expect(run.output.contains("1 of 1 right"))
    #expect(run.diagnostics.isEmpty)
  }

  @Test func `a failing command stops the script with exit code 1 and names its line`() throws {
    let run = try program.run(["--memory"], input: "quiz --count 1\nnonsense\nfinish\n")
    #expect(run.exit == 1)
    #expect(run.diagnostics.hasPrefix("-:2: error[unknown-command]: "))
    #expect(!run.output.contains("Your answers"))
  }

  @Test func `with keep-going the script goes on and still exits with 1`() throws {
    let run = try program.run(["--memory", "-k"], input: "quiz --count 1\nnonsense\nfinish\n")
    #expect(run.exit == 1)
    #expect(run.output.contains("Your answers"))
  }

  @Test func `a wrong answer is no error`() throws {
    let run = try program.run(["--memory", "-c", "quiz --count 1", "-c", "1", "-c", "result"])
    #expect(run.exit == 0)
  }

  @Test func `a command that was dropped is said on standard error, and the script goes on`() throws
  {
    let run = try program.run(
      ["--memory", "--no-bell", "--lang", "ja"], input: "timer 3s\nstart\npause\nadvance 3s\n")
    #expect(run.exit == 0)
    #expect(run.diagnostics == "-:3: warning[dropped]: pause は前の操作から 1 秒以内だったため、無視しました。\n")
    #expect(run.output.contains("時間になりました!"))
  }

  @Test func `arguments that make no sense exit with 64`() throws {
    #expect(try program.run(["--nonsense"]).exit == 64)
  }

  @Test func `a store that is not one exits with 2 and is left as it was`() throws {
    let file = program.home.appending(path: "bank.json")
    try "not a store".write(to: file, atomically: false, encoding: .utf8)
    let run = try program.run(["--store", "json:bank.json", "-c", "sample"])
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("bank.json"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "not a store")
  }

  @Test func `an import of a missing file exits with 2`() throws {
    let run = try program.run(["import", "nowhere.csv"])
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("nowhere.csv"))
  }

  @Test func `the end of the input in a quiz keeps it for resume`() throws {
    let first = try program.run([], input: "sample\nquiz --count 3 --time 60s\n2\nadvance 5s\n")
    #expect(first.exit == 0)
    let second = try program.run(["--json", "-c", "resume"])
    #expect(second.output.contains(#""canResume":true"#))
    #expect(second.output.contains(#""index":2"#))
    #expect(second.output.contains(#""remaining":55"#))
  }

  @Test func `memory begins with the samples and nothing that nobody did`() throws {
    let lines = ["history", "notes", "decks"]
    let run = try program.run(["--memory", "--json"] + lines.flatMap { ["-c", $0] })
    #expect(run.output.components(separatedBy: #""total":0"#).count == 3, "\(run.output)")
    #expect(run.output.contains("First Steps"))
    let empty = try program.run(["--memory", "--no-sample", "--json", "-c", "decks"])
    #expect(empty.exit == 0 && !empty.output.contains("First Steps"), "\(empty.output)")
  }

  @Test(arguments: [
    ["3", "finish", "result"]: Int32(0), ["1", "finish", "result"]: 1, ["finish", "result"]: 1,
    ["3"]: 1, ["3", "home"]: 1, ["3", "home", "resume"]: 1,
    ["1", "finish", "result", "home", "exam E", "3", "finish", "result"]: 1,
  ])
  func `where a pass is required, an exam that is not passed exits with 1`(
    lines: [String], exit: Int32
  ) throws {
    let exam = "exam E\nquestions 1, pass 100%\nsection S: 1 of deck Q\n"
    try exam.write(
      to: program.home.appending(path: "e.exam"), atomically: true, encoding: .utf8)
    try "question,choice1,choice2,choice3,correct\nq?,a,b,c,3\n".write(
      to: program.home.appending(path: "Q.csv"), atomically: true, encoding: .utf8)
    let options = ["--memory", "--no-sample", "--yes"]
    let commands = (["import Q.csv e.exam --deck Q", "exam E"] + lines).flatMap { ["-c", $0] }
    let run = try program.run(options + ["--require-pass"] + commands)
    #expect(run.exit == exit, "\(run)")
    #expect(run.diagnostics.isEmpty)
    #expect(try program.run(options + commands).exit == 0)
    let last = try program.run(options + ["--require-pass", "--json"] + commands).output
    #expect(last.contains(#""errors":0,"exit":\#(exit),"#), "\(last)")
  }

  @Test func `invalid UTF-8 is an error on its line`() throws {
    let file = program.home.appending(path: "script")
    try Data([0x23, 0x0A, 0xFF, 0xFE, 0x0A]).write(to: file)
    let run = try program.run(["--memory", "-f", "script"])
    #expect(run.exit == 1)
    #expect(run.diagnostics.hasPrefix("script:2: error[not-utf8]: "))
  }

  @Test func `a script that cannot be opened exits with 2`() throws {
    #expect(try program.run(["--memory", "-f", "nowhere"]).exit == 2)
  }

  @Test func `nothing but text comes out: no escape codes, no prompt, no echo`() throws {
    let run = try program.run(["--memory"], input: "quiz --count 1\n1\nresult\n")
    #expect(!run.output.contains("\u{1B}"))
    #expect(!run.output.contains("> quiz"))
  }

  @Test func `echo shows each command before its output`() throws {
    let run = try program.run(["--memory", "--echo", "-c", "quiz --count 1"])
    #expect(run.output.hasPrefix("> quiz --count 1\n["))
  }

  @Test func `arguments after the options are a command`() throws {
    let run = try program.run(["--memory", "quiz", "--count", "2"], input: "skip\n")
    #expect(run.exit == 0)
    #expect(run.output.contains("2/2"))
  }

  @Test func `the version and the help touch no data`() throws {
    #expect(try program.run(["--version"]).output == "qa-repl \(Launch.version)\n")
    #expect(try program.run(["--help"]).exit == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path).isEmpty)
  }
}
