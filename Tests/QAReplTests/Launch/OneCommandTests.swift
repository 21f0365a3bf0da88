import Foundation
import Testing

@testable import qa_repl

/// A command in the arguments of the built program: it ends when it has said what it says.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class OneCommandTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  /// Commands that change nothing, and answer without one.
  static let reading = [
    "due", "stats", "decks", "search capital", "history", "doctor", "notes", "exams", "trash",
    "log",
    "ways", "help", "state", "export x.csv", "sync status", "sync log",
  ]

  /// The program with a standard input that never ends, and what it wrote when it was done.
  private func runWithOpenInput(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    let process = program.process(arguments)
    let (input, output, diagnostics) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = diagnostics
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(
      decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    return BuiltProgram.Outcome(
      exit: process.terminationStatus, output: text, diagnostics: errors)
  }

  /// Another program that has the bank open and its lock until its input is closed.
  private func session(_ store: String) throws -> (process: Process, input: FileHandle) {
    let process = program.process(["--store", store, "--json"])
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    // It has the lock when it has said where it is.
    var said = ""
    while !said.contains("\"screen\":\"start\"") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      said += String(decoding: data, as: UTF8.self)
    }
    return (process, input.fileHandleForWriting)
  }

  @Test(
    arguments: reading + [
      "timer", "select \"First Steps\"", "sample", "undo", "home", "man",
      "completions bash", "exam delete x", "lang ja", "import x.csv",
    ])
  func `a command ends although its standard input goes on`(_ line: String) throws {
    _ = try program.run(["-c", "sample"])
    let words = line.split(separator: " ", maxSplits: 1).map { $0.filter { $0 != "\"" } }
    let run = try runWithOpenInput(words)
    #expect([0, 1, 2].contains(run.exit) && !(run.output + run.diagnostics).isEmpty)
  }

  @Test func `the list that a loop goes through is not obeyed`() throws {
    _ = try program.run(["-c", "sample"])
    let path = try #require(BuiltProgram.executable?.path)
    let loop = """
      while read -r word; do '\(path)' search "$word"; done <<END
      capital
      delete 1
      END
      """
    let run = try program.run(["-c", loop], by: URL(filePath: "/bin/sh"))
    #expect(run.exit == 0 && run.output.contains("delete 1"))
    #expect(try program.run(["trash"]).output.contains("The trash is empty."))
  }

  @Test(arguments: [["decks"], ["trash"], ["exams"]], [["-i"], ["-f", "-"]])
  func `lines of standard input follow a command where that is asked for`(
    command: [String], option: [String]
  ) throws {
    let run = try program.run(option + command, input: "state\nhome\nnonsense\n")
    #expect(run.exit == 1 && run.diagnostics.contains("-:3: error[unknown-command]"))
  }

  @Test func `answers and fields go on with lines of standard input`() throws {
    _ = try program.run(["-c", "sample"])
    let quiz = try program.run(["quiz", "--count", "1"], input: "finish\nresult\n")
    #expect(quiz.exit == 0 && quiz.output.contains("0 of 1 right"))
    let kept = try program.run(["quiz", "--count", "2"], input: "1\n")
    #expect(kept.exit == 0)
    let resumed = try program.run(["resume"], input: "finish\nresult\n")
    #expect(resumed.output.contains("of 2 right"))
    let unsaved = try program.run(["register"], input: "question Who?\n")
    #expect(unsaved.exit == 1 && unsaved.diagnostics.contains("discarded"))
    let manage = try program.run(["manage"], input: "edit\nquestion Why?\nsave\n")
    #expect(manage.exit == 0 && manage.output.contains("Why?"))
  }

  @Test func `import reads questions from standard input`() throws {
    let run = try program.run(
      ["import", "-"], input: "question,choice1,choice2,correct\nq,a,b,1\n")
    #expect(run.exit == 0 && run.output.contains("1 imported"))
  }

  @Test(arguments: ["journal:bank", "json:bank.json"])
  func `a command that only reads is answered beside a program that writes`(store: String) throws {
    _ = try program.run(["--store", store, "-c", "sample"])
    let (other, input) = try session(store)
    for line in Self.reading {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(["--store", store, "--json"] + words)
      #expect(run.exit == 0, "\(line): \(run.diagnostics)")
      #expect(run.output.hasPrefix("{") && run.output.contains(#""readOnly":true"#), "\(line)")
      #expect(run.diagnostics.isEmpty, "\(line)")
      let quick = try program.run(["--store", store, "--yes", "-c", line])
      #expect(quick.exit == 0 && quick.diagnostics.isEmpty, "\(line)")
    }
    for line in ["sample", "due --target 80", "select \"First Steps\""] {
      let run = try program.run(["--store", store, "-c", line])
      #expect(run.exit == 2 && run.diagnostics.contains("store-in-use"), "\(line)")
    }
    try input.close()
    other.waitUntilExit()
    #expect(other.terminationStatus == 0)
  }

  @Test(arguments: ["", "journal:a/b/bank", "json:a/b/bank.json"])
  func `on a new machine nothing is written before something is saved`(store: String) throws {
    let options = store.isEmpty ? [] : ["--store", store]
    func names() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: program.home.path).sorted()
    }
    for line in Self.reading where line.hasPrefix("export") == false {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(options + words)
      #expect(run.exit == 0 && run.diagnostics.isEmpty, "\(line): \(run.diagnostics)")
      #expect(try names().isEmpty, "\(line)")
    }
    // These take the lock, and still save nothing.
    #expect(try program.run(options, input: "decks\n").exit == 0)
    #expect(try names().isEmpty)
    #expect(try program.run(options + ["quiz"]).exit == 1)
    #expect(try names().isEmpty)
    #expect(try program.run(options + ["sample"]).exit == 0)
    #expect(try !names().isEmpty)
    #expect(try program.run(options + ["decks"]).output.contains("First Steps"))
  }

  @Test(arguments: ["journal:a/bank", "json:a/bank.json"])
  func `a bank that is not there is read as an empty one, which is said once`(store: String) throws
  {
    let run = try program.run(["--store", store, "--read-only"], input: "decks\nstate\ndue\n")
    #expect(run.exit == 0)
    #expect(run.diagnostics.components(separatedBy: "warning[store-missing]").count == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(names.isEmpty)
  }

  @Test func `a screen that is asked for is printed where nothing differs`() throws {
    let lines = [
      "home", "home", "manage", "manage", "timer 5s", "timer 5s", "due", "due", "decks", "decks",
    ]
    let run = try program.run(["--memory"] + lines.flatMap { ["-c", $0] })
    #expect(run.exit == 0)
    let blocks = run.output.components(separatedBy: "\n\n")
    for pair in [0, 2, 4, 6, 8] {
      let once = try program.run(["--memory", "-c", lines[pair]]).output
      #expect(!once.isEmpty && run.output.components(separatedBy: once).count >= 3, "\(blocks)")
    }
  }

  @Test
  func `a quiz that looks like the one in front is shown, and finish and result say where one is`()
    throws
  {
    let options = ["--memory", "--json"]
    func screens(_ lines: [String]) throws -> [String] {
      let run = try program.run(options + lines.flatMap { ["-c", $0] })
      #expect(run.exit == 0, "\(run.diagnostics)")
      return run.output.split(separator: "\n").compactMap { line in
        line.contains(#""type":"state""#)
          ? line.firstRange(of: #""screen":""#).map {
            String(line[$0.upperBound...].prefix { $0 != "\"" })
          } : nil
      }
    }
    let quiz = "quiz --count 1 --deck \"First Steps\""
    #expect(try screens([quiz, quiz]) == ["start", "quiz", "quiz"])
    #expect(
      try screens([quiz, "finish", "finish", "result", "result", "restart"])
        == ["start", "quiz", "answers", "answers", "result", "result", "quiz"]
        .map { $0 == "answers" ? "confirm" : $0 })
  }

  /// How often a prompt asks. `QA_REPL_PROMPTS` asks more often.
  private static let prompts =
    ProcessInfo.processInfo.environment["QA_REPL_PROMPTS"].flatMap { Int($0) } ?? 40

  @Test(arguments: ["journal:bank", "json:bank.json"])
  func `prompts are answered while another program writes, and never half`(store: String) throws {
    let rows = (1...200).map { "\"Question \($0)?\",a,b,1\n" }.joined()
    try Data(("question,choice1,choice2,correct\n" + rows).utf8)
      .write(to: program.home.appending(path: "more.csv"))
    let path = try #require(BuiltProgram.executable?.path)
    // Each round brings 200 questions into one deck and deletes it for good, and the quiz with it:
    // the journal is soon mostly obsolete, and is replaced, and the bank does not grow.
    let rounds = """
      while [ ! -e stop ]; do
        '\(path)' --store '\(store)' --yes -f - >log 2>&1 <<END || exit 9
      import more.csv --deck D
      quiz --count 3
      1
      2
      home
      history
      delete 1
      home
      decks
      delete D
      trash
      empty
      END
      done
      """
    try Data(rounds.utf8).write(to: program.home.appending(path: "write.sh"))
    let writer = program.process(["write.sh"])
    writer.executableURL = URL(filePath: "/bin/sh")
    try writer.run()
    for _ in 0..<Self.prompts {
      let run = try program.run(["--store", store, "--json", "decks"])
      #expect(run.exit == 0 && run.diagnostics.isEmpty, "\(run.diagnostics)")
      let isWhole =
        run.output.contains(#""questions":200"#) || run.output.contains(#""decks":[],"message""#)
      #expect(isWhole, "\(run.output)")
    }
    try Data().write(to: program.home.appending(path: "stop"))
    writer.waitUntilExit()
    #expect(writer.terminationStatus == 0)
  }

  @Test func `files are examined without a bank, with the exit code for a build`() throws {
    let file = program.home.appending(path: "capitals.gift")
    try "Capital of Italy? {=Milan ~Rome #### Rome is the capital.}\n".write(
      to: file, atomically: true, encoding: .utf8)
    let lenient = try program.run(["doctor", file.path])
    #expect(lenient.exit == 0 && lenient.output.contains("capitals.gift:1: warning["))
    let strict = try program.run(["doctor", file.path, "--strict"])
    #expect(strict.exit == 1 && strict.output.contains("capitals.gift:1: error[commentary-key]"))
    #expect(try program.run(["doctor", file.path + ".not", "--strict"]).exit == 2)
    let json = try program.run(["--json", "doctor", file.path, "--strict"])
    #expect(json.exit == 1 && json.output.contains(#""kind":"doctor""#))
    // Nothing was written: neither a bank nor anything beside it.
    let left = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(left == ["capitals.gift"])
  }
}
