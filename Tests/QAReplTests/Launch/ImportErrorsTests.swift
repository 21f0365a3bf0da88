import Foundation
import Testing

@testable import qa_repl

/// The messages and exit codes of the built program for imports and exports with errors.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class ImportErrorsTests {
  let program: BuiltProgram
  let header = "question,choice1,choice2,correct\n"

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(to: program.home.appending(path: name), atomically: true, encoding: .utf8)
  }

  @Test func `an import with errors exits with 1 and does not stop the script`() throws {
    try write(header + "q,a,b,1\nr,a,b,7\n", to: "x.csv")
    let run = try program.run(["-c", "import x.csv", "-c", "export y.csv"])
    #expect(run.exit == 1)
    #expect(run.output.contains("1 imported, 1 error"))
    #expect(run.output.contains("y.csv"))
    let json = try program.run(["--json", "-c", "import x.csv", "-c", "state"])
    #expect(json.exit == 1)
    #expect(json.output.contains(#""errors":1,"exit":1"#))
    #expect(json.diagnostics.isEmpty)
  }

  @Test func `questions that are skipped or there already are no errors`() throws {
    try write("q{=a ~b}\n\nWrite an essay.{}\n", to: "x.gift")
    let run = try program.run(["-c", "import x.gift", "-c", "import x.gift"])
    #expect(run.exit == 0)
    #expect(run.output.contains("1 duplicate"))
    #expect(run.output.contains("1 skipped"))
  }

  @Test func `an export that leaves questions out says how many and exits with 1`() throws {
    try write(header + "A. Lincoln,a,b,1\nq,a,b,1\n", to: "x.csv")
    let run = try program.run(
      ["-c", "import x.csv", "-c", "export y.aiken", "-c", "export z.csv"])
    #expect(run.exit == 1)
    #expect(run.output.contains("1 error: that question was left out."))
    #expect(run.output.contains("z.csv"))
    let japanese = try program.run(["--lang", "ja", "export", "w.aiken"])
    #expect(japanese.output.contains("エラー 1 件: その質問は書き出していません。"))
  }

  @Test func `a failing command decides about the exit code`() throws {
    try write(header + "q,a,b,1\nr,a,b,7\n", to: "x.csv")
    let run = try program.run([
      "-c", "import x.csv", "-c", "import nowhere.csv", "-c", "export y.csv",
    ])
    #expect(run.exit == 2)
    #expect(!run.output.contains("y.csv"))
  }

  @Test func `one unusable file among several is an error, and the total is said`() throws {
    try write(header + "q,a,b,1\n", to: "x.csv")
    try write("{", to: "y.json")
    let run = try program.run(["-c", "import x.csv y.json nowhere.csv", "-c", "export z.csv"])
    #expect(run.exit == 1)
    #expect(run.diagnostics.contains("y.json:1: error: "))
    #expect(run.diagnostics.contains("nowhere.csv: error: "))
    #expect(run.output.contains("3 files in all: read 1 of 3: 1 imported, 2 errors"))
    #expect(run.output.contains("z.csv"))
    #expect(try program.run(["import", "x.csv", "y.json", "--strict"]).exit == 2)
  }

  @Test func `a file that is no text is told once, with the way out once`() throws {
    try write("a\u{0}b", to: "x.csv")
    let run = try program.run(["import", "x.csv"])
    #expect(run.exit == 2)
    #expect(!run.output.contains("x.csv"))
    #expect(run.diagnostics.components(separatedBy: "not a text file").count == 2)
    #expect(run.diagnostics.components(separatedBy: "export the questions as text").count == 2)
    let json = try program.run(["--json", "-c", "import x.csv"])
    #expect(json.output.components(separatedBy: "\"code\":\"binary-file\"").count == 3)
  }

  @Test func `a folder is read with the folders in it`() throws {
    let inner = program.home.appending(path: "bank/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try write(header + "q,a,b,1\n", to: "bank/x.csv")
    try write(header + "r,a,b,1\n", to: "bank/inner/y.csv")
    let run = try program.run(["import", "bank"])
    #expect(run.exit == 0)
    #expect(run.output.contains("2 files in all: read 2 of 2: 2 imported"))
  }

  @Test func `many problems of one kind are counted, and listed where that is asked`() throws {
    try write(header + String(repeating: "q,a,b,7\n", count: 9) + "q,a,b,1\n", to: "x.csv")
    let short = try program.run(["import", "x.csv"])
    #expect(short.diagnostics.split(separator: "\n").count { $0.contains(": error: ") } == 1)
    #expect(short.diagnostics.contains("9 of this kind, first at 2, 3, 4"))
    let long = try program.run(["import", "x.csv", "--all-problems"])
    #expect(long.diagnostics.split(separator: "\n").count { $0.contains(": error: ") } == 9)
    let json = try program.run(["--json", "import", "x.csv"])
    #expect(json.output.split(separator: "\"answer-not-a-choice\"").count == 10)
  }

  @Test func `a named format that finds nothing exits with 2 and says what it looks like`() throws {
    try write(header + "q,a,b,1\n", to: "x.csv")
    let run = try program.run(["import", "x.csv", "--format", "aiken"])
    #expect(run.exit == 2)
    #expect(run.diagnostics.contains("error[no-questions]: x.csv:1: "))
    #expect(run.diagnostics.contains("--format csv"))
  }

  @Test func `what cannot be looked at in a folder is named, and the rest comes in`() throws {
    let manager = FileManager.default
    let folder = program.home.appending(path: "bank")
    try manager.createDirectory(
      at: folder.appending(path: "closed"), withIntermediateDirectories: true)
    try write(header + "q,a,b,1\n", to: "bank/x.csv")
    try write(header + "r,a,b,1\n", to: "bank/closed/y.csv")
    try manager.createSymbolicLink(
      atPath: folder.path + "/loop", withDestinationPath: "loop")
    // More than a path may have: each step is made from within the one before.
    let name = String(repeating: "n", count: 200)
    let deep =
      "cd bank; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do "
      + "mkdir \(name) && cd -P \(name) || exit 1; done"
    #expect(try program.run(["-c", deep], by: URL(filePath: "/bin/sh")).exit == 0)
    #expect(chmod(folder.path + "/closed", 0) == 0)
    let run = try program.run(["import", "bank"])
    #expect(chmod(folder.path + "/closed", 0o700) == 0)
    #expect(
      try program.run(["-c", "rm -r bank/n*"], by: URL(filePath: "/bin/sh")).exit == 0)
    #expect(run.exit == 1)
    #expect(run.output.contains("imported"))
    #expect(run.diagnostics.contains("bank/loop: error: "), "\(run.diagnostics)")
    #expect(run.diagnostics.contains("/n: error: ") || run.diagnostics.contains("File name too"))
    // The superuser may read everything.
    if getuid() != 0 { #expect(run.diagnostics.contains("bank/closed: error: ")) }
  }

  @Test func `a program without an ending is passed over, and said to be one where it is named`()
    throws
  {
    try FileManager.default.createDirectory(
      at: program.home.appending(path: "bank"), withIntermediateDirectories: true)
    try write(header + "q,a,b,1\n", to: "bank/x.csv")
    let rest = [UInt8](repeating: 0, count: 80) + Array("some text\n".utf8) + [0xFF, 0x80]
    let beginnings: [(String, [UInt8])] = [
      ("elf", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]), ("macho", [0xCF, 0xFA, 0xED, 0xFE, 7]),
      ("fat", [0xCA, 0xFE, 0xBA, 0xBE]), ("pe", [0x4D, 0x5A, 0x90]),
    ]
    for (name, bytes) in beginnings {
      try Data(bytes + rest).write(to: program.home.appending(path: "bank/\(name)"))
    }
    try write("#!/bin/sh\necho hello\n", to: "bank/script")
    let run = try program.run(["import", "bank"])
    #expect(run.exit == 0, "\(run.diagnostics)")
    #expect(run.output.contains("1 imported") && run.output.contains("4 programs"), "\(run.output)")
    let named = try program.run(["import", "bank/elf"])
    #expect(named.exit == 2 && named.diagnostics.contains("this is a program"))
  }

  @Test func `a tilde in a line of a script is the home of the user`() throws {
    try write(header + "q,a,b,1\n", to: "x.csv")
    let run = try program.run([
      "-c", "import ~/x.csv", "-c", "export ~/y.csv", "-c", "import ~/y.csv",
    ])
    #expect(run.exit == 0, "\(run.diagnostics)")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(names.contains("y.csv") && !names.contains("~"))
  }
}
