import Foundation
import Testing

@testable import qa_repl

/// The inputs from which the built program reads questions, and those that it refuses.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class ImportInputTests {
  let program: BuiltProgram
  let table = "question,choice1,choice2,correct\nq,a,b,1\n"

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test func `questions come from standard input, into a deck that says so`() throws {
    let run = try program.run(["import", "-"], input: table)
    #expect(run.exit == 0)
    #expect(run.output.contains("1 imported"))
    #expect(try program.run(["-c", "export x.csv --deck stdin"]).exit == 0)
  }

  @Test func `a command of the arguments reads standard input as well`() throws {
    let run = try program.run(
      ["-c", "import - --deck D", "-c", "export x.csv --deck D"], input: table)
    #expect(run.exit == 0)
  }

  @Test(arguments: [["-f", "-"], []], ["-", "/dev/stdin"])
  func `a script on standard input is not read as questions`(
    options: [String], file: String
  ) throws {
    let run = try program.run(options, input: "import \(file)\nquit\n")
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("error[input-in-use]"))
    #expect(run.output.isEmpty || !run.output.contains("imported"))
  }

  @Test func `nothing is read before a script that comes later on standard input`() throws {
    let run = try program.run(["-c", "import -", "-f", "-"], input: "quit\n")
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("error[input-in-use]"))
  }

  @Test func `a device is refused in both languages`() throws {
    let english = try program.run(["import", "/dev/zero"])
    #expect(english.exit == 2)
    #expect(english.diagnostics.contains("error[not-a-file]: /dev/zero: This is a device"))
    let japanese = try program.run(["--lang", "ja", "import", "/dev/zero"])
    #expect(japanese.diagnostics.contains("デバイスです"))
  }

  @Test func `a line above the limit is an error, and the limit can be raised`() throws {
    let long = table + "\(String(repeating: "x", count: 3000)),a,b,1\n"
    let run = try program.run(["import", "-", "--longest", "2KB"], input: long)
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("error[too-long]: -:3: "))
    #expect(run.diagnostics.contains("2 kB"))
    #expect(try program.run(["import", "-", "--longest", "4KB"], input: long).exit == 0)
    #expect(try program.run(["import", "-", "--longest", "none"], input: long).exit == 1)
  }

  @Test func `a backup is its owner's alone, and an export goes by the mask`() throws {
    #expect(try program.run(["import", "-"], input: table).exit == 0)
    #expect(
      try program.run(["-c", "export b.json --backup", "-c", "export x.csv"]).exit == 0)
    func permissions(_ name: String) throws -> Int {
      let path = program.home.appending(path: name).path
      return try #require(
        FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try permissions("b.json") == 0o600)
    let mask = umask(0)
    umask(mask)
    #expect(try permissions("x.csv") == 0o666 & ~Int(mask))
  }

  @Test func `raw cells are written where they were asked for, and only in tables`() throws {
    let formula = "question,choice1,choice2,correct\n-1,a,b,1\n"
    #expect(try program.run(["import", "-"], input: formula).exit == 0)
    #expect(
      try program.run(["-c", "export x.csv", "-c", "export y.csv --raw-cells"]).exit == 0)
    func text(_ name: String) throws -> String {
      try String(contentsOf: program.home.appending(path: name), encoding: .utf8)
    }
    #expect(try text("x.csv").contains("\n'-1,"))
    #expect(try text("y.csv").contains("\n-1,"))
    let run = try program.run(["-c", "export x.gift --raw-cells"])
    #expect(run.diagnostics.contains("error[option-not-for-format]"))
  }

  @Test func `a pipe of the shell has no name that a deck could have`() throws {
    #expect(try program.run(["import", "/dev/fd/0"], input: table).exit == 0)
    #expect(try program.run(["-c", "export x.csv --deck stdin"]).exit == 0)
    let again = ["import", "/proc/self/fd/0", "--allow-duplicates"]
    #expect(try program.run(again, input: table).exit == 0)
    #expect(try program.run(["decks"]).output.contains("2 questions in 1 deck\n"))
  }

  @Test func `no file is called like standard output`() throws {
    for line in ["export - --format csv", "export - --exam X"] {
      _ = try program.run(["--memory", "-c", line])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(!names.contains("-"))
  }

  @Test func `a wrong option is answered in the language that was asked for`() throws {
    let run = try program.run(["--nope", "--lang", "ja"])
    #expect(run.exit == 64 && run.diagnostics.contains("というオプションはありません"))
  }
}
