import Foundation
import Testing

@testable import qa_repl

/// Where an export may be written, and where not.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class ExportTargetTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  private func shell(_ line: String) throws -> BuiltProgram.Outcome {
    let executable = try #require(BuiltProgram.executable)
    return try program.run(["-c", line, executable.path], by: URL(filePath: "/bin/sh"))
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: program.home.appending(path: name))
  }

  @Test(arguments: ["json:bank", "bank"])
  func `the bank's own files are refused under whatever name, and with --yes too`(store: String)
    throws
  {
    _ = try program.run(["--store", store, "-c", "sample", "-c", "decks", "-c", "new Second"])
    _ = try shell(
      "mkdir folder shared; ln -s bank link; ln -s ../bank folder/up; ln -s bank.lock lock")
    _ = try program.run(["--store", store, "-c", "sync shared --name one"])
    // A store that replaces its file at each save parts with the names it had before.
    _ = try shell("ln bank hard")
    let before = try bytes("bank")
    let device = try #require(
      FileManager.default.contentsOfDirectory(
        atPath: program.home.appending(path: "shared").path
      ).first { !$0.hasPrefix(".") })
    let names = [
      "bank", "./bank", "folder/../bank", "link", "hard", "folder/up", "bank.lock", "bank.index",
      "lock", "shared/\(device)/changes.jsonl", "shared/\(device)/new", "bank.draft",
      "bank.draft.unreadable",
    ]
    for name in names {
      for format in ["csv", "json --backup", "csv --answers"] {
        let run = try program.run(
          ["--store", store, "--yes", "-c", "export \(name) --format \(format)"])
        #expect(run.exit != 0 && run.diagnostics.contains("own-file"), "\(name): \(run)")
      }
    }
    #expect(try bytes("bank") == before)
  }

  @Test func `another bank is asked about by what it is`() throws {
    for store in [[], ["--store", "other"], ["--store", "json:archive"]] {
      _ = try program.run(store + ["-c", "sample"])
    }
    for name in ["other", "archive"] {
      let before = try bytes(name)
      let refused = try program.run(["-c", "export \(name) --format csv"])
      #expect(refused.exit == 1 && refused.diagnostics.contains("is a question bank"), "\(refused)")
      #expect(try bytes(name) == before)
      let done = try program.run(["--yes", "-c", "export \(name) --format csv"])
      #expect(done.exit == 0, "\(done)")
      #expect(try bytes(name).starts(with: Data("question".utf8)))
    }
  }

  @Test(arguments: [
    "export - --format csv", "export /dev/stdout --format csv", "export /dev/fd/1 --format csv",
  ])
  func `an export on standard output is alone there, and the report is on standard error`(
    command: String
  ) throws {
    _ = try program.run(["--store", "bank", "-c", "sample"])
    _ = try program.run(["--store", "bank", "-c", "export all.csv"])
    let run = try program.run(["--store", "bank", "-c", command])
    #expect(run.exit == 0)
    #expect(Data(run.output.utf8) == (try bytes("all.csv")))
    #expect(run.diagnostics.contains("40"))
    _ = try shell("\"$0\" --store bank -c '\(command)' > redirected 2> said")
    #expect(try bytes("redirected") == bytes("all.csv"))
  }

  @Test func `a pipe and a device are written to, and stay what they are`() throws {
    _ = try program.run(["--store", "bank", "-c", "sample"])
    _ = try program.run(["--store", "bank", "-c", "export all.csv"])
    let run = try shell(
      "mkfifo pipe && { cat pipe > read & \"$0\" --store bank -c 'export pipe --format csv'; wait; }"
        + " && test -p pipe && \"$0\" --store bank -c 'export /dev/null --format csv'"
        + " && test -c /dev/null")
    #expect(run.exit == 0, "\(run)")
    #expect(try bytes("read") == bytes("all.csv"))
  }

  @Test(arguments: ["", "--json"])
  func `a reader that has enough ends an export without a word`(option: String) throws {
    let rows = (1...20_000).map { "\"Question \($0)?\",a,b,1\n" }.joined()
    try Data(("question,choice1,choice2,correct\n" + rows).utf8)
      .write(to: program.home.appending(path: "many.csv"))
    _ = try program.run(["--store", "bank", "import", "many.csv"])
    let run = try shell(
      "{ \"$0\" --store bank \(option) export - --format csv 2> said; echo $? > code; } | head -1")
    #expect(run.output.hasPrefix("question,") && run.output.split(separator: "\n").count == 1)
    #expect(try bytes("code") == Data("141\n".utf8))
    let said = String(decoding: try bytes("said"), as: UTF8.self)
    #expect(option.isEmpty ? said.isEmpty : !said.contains("error["), "\(said)")
  }

  @Test func `beside JSON Lines an export has standard output alone, or is refused`() throws {
    _ = try program.run(["--store", "bank", "-c", "sample"])
    _ = try program.run(["--store", "bank", "-c", "export all.csv"])
    for command in [
      ["export", "-", "--format", "csv"], ["-c", "export /dev/stdout --format csv"],
    ] {
      let run = try program.run(["--store", "bank", "--json"] + command)
      #expect(run.exit == 0)
      #expect(Data(run.output.utf8) == (try bytes("all.csv")), "\(run)")
      #expect(run.diagnostics.contains(#""type":"end""#))
    }
    let mixed = try program.run(
      ["--store", "bank", "--json", "-c", "decks", "-c", "export - --format csv"])
    #expect(mixed.exit == 1 && mixed.diagnostics.contains("error[output-in-use]"))
    #expect(
      mixed.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func `without a format it says what to type`() throws {
    let run = try program.run(["-c", "sample", "-c", "export -"])
    #expect(run.exit == 1 && run.diagnostics.contains("--format with one of"))
  }
}
