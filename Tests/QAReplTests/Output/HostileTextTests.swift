import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Names, texts, options and files can come from strangers. No part of them may reach a terminal
/// unchanged.
@Suite struct HostileTextTests {
  @Test(arguments: Language.allCases, [nil, 40])
  func `nothing raw is in what any screen, report or error says`(
    language: Language, columns: Int?
  ) throws {
    let program = try TestProgram(
      language: language, samples: false, files: TestFiles(contents: Hostile.files),
      columns: columns)
    for line in Hostile.session {
      let said = program.run(line)
      #expect(Hostile.scalars(in: said).isEmpty, "\(line.debugDescription): \(said)")
    }
  }

  @Test func `json escapes what turns the direction or steers a terminal, and means the same`()
    throws
  {
    let program = try TestProgram(
      json: true, samples: false, files: TestFiles(contents: Hostile.files))
    for line in Hostile.session {
      program.shell.run(line: line)
      #expect(Hostile.scalars(in: program.diagnostics.take()).isEmpty, "\(line.debugDescription)")
    }
    let obeyed = program.results.text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0.turnsDirection
    }
    #expect(obeyed.isEmpty)
    var decks: Set<String> = []
    for line in program.results.text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let deck = (object?["state"] as? [String: Any])?["deck"] as? String { decks.insert(deck) }
    }
    #expect(decks.contains(Hostile.text + "2"), "\(decks)")
  }

  @Test(arguments: [24, 60])
  func `nothing raw is in what is drawn at a terminal`(columns: Int) throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let files = TestFiles(contents: Hostile.files)
    let program = try TestProgram(samples: false, files: files, store: store)
    for line in Hostile.session.prefix(while: { !$0.hasPrefix("delete \(Hostile.text)3") }) {
      program.run(line)
    }
    program.run(
      "home", "register --deck \(Hostile.text)2", "question \(Hostile.text)",
      "choice 1 \(Hostile.text)", "choice 2 b", "remove-choice 4", "remove-choice 3", "correct 1",
      "commentary \(Hostile.text)", "tags \(Hostile.text)", "register", "home",
      "notes --deck \(Hostile.text)2", "new", "title \(Hostile.text)", "body \(Hostile.text)",
      "save", "home")
    let desk = try LiveDesk(size: ScreenSize(columns: columns, rows: 24), store: store)
    for keys in [
      "quiz --prac\r", "1", "\r", "home\r", "manage\r", "\r", "\u{1B}", ":cancel\r", ":delete\r",
      "n", "home\r", "notes\r", "1", "\u{1B}", "home\r", "decks\r", "delete \"\t", "\t", "\r",
      "\u{15}home\r", "stats\r", "home\r", "history\r", "home\r", "nonsense\u{9B}2J\u{202E}\r",
      "import no\u{200B}thing\u{E0041}\r", "\u{1B}[200~quiz --tag \(Hostile.text)\u{1B}[201~\r",
    ] {
      desk.type(keys)
      desk.scheduler.advance(by: .seconds(1))
    }
    let written = desk.device.written
    #expect(Hostile.scalars(in: written, allowsEscape: true).isEmpty)
    #expect(!written.contains("\u{1B}[31m"))
    #expect(!written.contains("\u{1B}]"))
    #expect(written.contains("^[[31m"))
  }
}

/// The same for the built program: errors before the first screen, and the program's own files.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class HostileArgumentTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  @Test(arguments: [
    ["--\(Hostile.text)"], ["-\(Hostile.text)"], ["--lang", Hostile.text], ["--now", Hostile.text],
    ["--seed", Hostile.text], ["--clock", Hostile.text], ["--color", Hostile.text],
    ["--json=\(Hostile.text)"], ["--store", ":\(Hostile.text)"], ["completions", Hostile.text],
    ["--memory", "-f", Hostile.text], ["--memory", Hostile.text],
    ["--memory", "help", Hostile.text],
    ["--memory", "-c", Hostile.text], ["--store", "\(Hostile.text)/none/b.json", "decks"],
    ["--memory", "--echo", "-c", "state \(Hostile.text)"], ["--help", Hostile.text],
    ["man", Hostile.text], ["--memory", "export", "\(Hostile.text)/none/x.json"],
    ["--memory", "import", Hostile.text], ["--lang", "ja", "--memory", Hostile.text],
  ])
  func `an argument that makes no sense is shown, not obeyed`(arguments: [String]) throws {
    let run = try program.run(arguments, environment: ["QA_REPL_LANG": Hostile.text])
    #expect(Hostile.scalars(in: run.diagnostics + run.output).isEmpty, "\(run)")
    let isNamed = !arguments.contains("man") && !(arguments.first ?? "").hasPrefix("--json=")
    if run.exit != 0, isNamed {
      #expect(run.diagnostics.contains(#"\u{202E}\u{2066}"#), "\(run)")
    }
  }

  @Test func `a line of a script that fails is named by what its file is called`() throws {
    let name = "s\u{1B}[2J\u{202E}"
    try "nonsense\n".write(
      to: program.home.appending(path: name), atomically: false, encoding: .utf8)
    let run = try program.run(["--memory", "-f", name])
    #expect(run.diagnostics.hasPrefix("s^[[2J\\u{202E}:1: error[unknown-command]: "))
  }

  @Test func `where the bank is kept by the environment is shown, not obeyed`() throws {
    try "a file\n".write(
      to: program.home.appending(path: "data\u{9B}2J"), atomically: false, encoding: .utf8)
    let folder = program.home.appending(path: "data\u{9B}2J").path
    let run = try program.run(["decks"], environment: ["XDG_DATA_HOME": folder])
    #expect(run.exit != 0)
    #expect(Hostile.scalars(in: run.diagnostics).isEmpty)
    #expect(run.diagnostics.contains("data\\u{9B}2J"), "\(run.diagnostics)")
  }
}
