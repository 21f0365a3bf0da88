import Foundation
import QuizKit
import QuizStore
import Testing

@testable import qa_repl

@Suite final class SyncCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "sync-\(UUID().uuidString)"
  ).resolvingSymlinksInPath()
  private var path: String { folder.path(percentEncoded: false) }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func `two banks exchange their decks through a folder`() throws {
    let laptop = try TestProgram(seed: 1)
    let desktop = try TestProgram(samples: false, seed: 2)
    #expect(
      laptop.run("sync \"\(path)\" --name laptop").hasPrefix(
        "Synchronized with \(path) (no other device yet): "))
    let report = desktop.run("sync \"\(path)\" --name desktop")
    #expect(report.contains("(1 device): "))
    #expect(report.contains(" received."))
    #expect(desktop.state(StartState.self)?.decks == laptop.state(StartState.self)?.decks)
    #expect(desktop.run("sync") == "\nSynchronized with \(path) (1 device): nothing new.\n")
    #expect(desktop.run("undo").contains("error[nothing-to-undo]"))
    #expect(desktop.state(StartState.self)?.questions == 40)
    #expect(desktop.run("log").contains("changes of other devices to 40 questions"))
  }

  @Test func `a report has its numbers for scripts`() throws {
    _ = try TestProgram(seed: 1).run("sync \"\(path)\"")
    let json = try TestProgram(json: true, samples: false, seed: 2)
    let line = json.run("sync \"\(path)\"")
    #expect(line.contains("\"devices\":1,\"folder\":"))
    #expect(line.contains("\"problems\":[],\"published\":0,\"received\":"))
    #expect(line.contains("\"replaced\":0"))
    #expect(line.contains("\"type\":\"report\""))
  }

  @Test func `the status names folders and devices in both languages`() throws {
    _ = try TestProgram(seed: 1).run("sync \"\(path)\" --name laptop")
    let english = try TestProgram(samples: false, seed: 2)
    #expect(english.run("sync status").contains("Name the folder"))
    _ = english.run("sync \"\(path)\" --name desktop --auto on")
    let text = english.run("sync status")
    #expect(text.contains("this device: desktop, at start and end, 0 to send"))
    #expect(text.contains("laptop: last seen 2000-01-01 00:00"))
    _ = english.run("lang ja")
    #expect(english.run("sync status").contains("このデバイス: desktop、起動時と終了時に同期、未送信 0 件"))
    #expect(english.run("同期 log").contains("置き換えられた内容はありません"))
  }

  @Test func `a text that was replaced is told and put back`() throws {
    let laptop = try TestProgram(seed: 1)
    let desktop = try TestProgram(samples: false, seed: 2)
    for program in [laptop, desktop] { _ = program.run("sync \"\(path)\"") }
    for (program, text) in [(laptop, "mine"), (desktop, "theirs")] {
      _ = program.run("manage --deck \"First Steps\"", "edit", "commentary \(text)", "save", "home")
    }
    _ = (desktop.run("sync"), laptop.run("sync"))
    _ = desktop.run("sync")
    let loser = laptop.run("sync log").contains("mine") ? laptop : desktop
    let log = loser.run("sync log")
    #expect(log.contains("1. your commentary of “"))
    #expect(log.contains("was replaced by qa-repl's on 2000-01-01 00:00"))
    #expect(loser.run("sync restore 1").contains("Your commentary is back: "))
    #expect(loser.run("sync log").contains("No text of this device"))
    #expect(loser.run("sync restore 7").contains("error["))
  }

  @Test func `a folder that is missing or full of others' copies is named`() throws {
    let program = try TestProgram(seed: 1)
    #expect(program.run("sync \"\(path)/none\"").contains("error[sync-no-folder]: \(path)/none: "))
    #expect(program.run("sync").contains("error[sync-nowhere]"))
    _ = program.run("sync \"\(path)\"")
    let device = try #require(
      FileManager.default.contentsOfDirectory(atPath: path).first { !$0.hasPrefix(".") })
    let copy = "\(path)/\(device)/changes (conflicted copy).jsonl"
    try Data().write(to: URL(filePath: copy))
    #expect(program.run("sync").contains("\(copy): warning[sync-conflict-copy]: "))
    #expect(program.run("sync \"\(path)\" --forget").contains("is no longer synchronized"))
  }

  @Test func `an option that does not fit is refused`() throws {
    let program = try TestProgram(seed: 1)
    #expect(program.run("sync --auto maybe").contains("error[bad-value]"))
    #expect(program.run("sync restore").contains("error[missing-argument]"))
    #expect(program.run("sync status more").contains("error[unexpected-argument]"))
  }

  @Test func `a session synchronizes at its start and end, but not during a quiz`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let laptop = try TestProgram(seed: 1, store: store)
    _ = laptop.run("sync \"\(path)\" --auto on")
    let desktop = try TestProgram(samples: false, seed: 2)
    _ = desktop.run("sync \"\(path)\"", "decks", "new Other", "sync")
    let shell = laptop.shell
    _ = laptop.run("quiz")
    shell.syncByItself()
    #expect(try shell.models.bank.decks().contains { $0.name == "Other" } == false)
    #expect(laptop.results.take() == "")
    _ = shell.end()
    #expect(laptop.results.take().contains("Synchronized with \(path) (1 device): "))
    let again = try TestProgram(samples: false, seed: 1, store: store)
    #expect(try again.shell.models.bank.decks().contains { $0.name == "Other" })
  }

  private static let exam = """
    exam Timed
    questions 4, time 10m, pass 60%, marks +1 -1/3 0, back no
    section Reading: 2 of deck "First Steps", time 1m
    section 日本: 2 of deck はじめての一問一答, time 2m
    """

  @Test func `an exam that was taken has the same result, history and chance elsewhere`() throws {
    let laptop = try TestProgram(
      seed: 1, files: TestFiles(contents: ["x.exam": Self.exam]))
    laptop.shell.confirmer.caution = .none
    laptop.run("import x.exam", "decks", "select", "quiz --count all --practice")
    for _ in 0..<40 { laptop.run("1", "next") }
    laptop.run("home", "exam Timed --seed 7", "1", "sure", "2", "guess", "3", "1", "result")
    let result = try #require(laptop.state(ResultState.self))
    #expect(result.sections.count == 2)
    laptop.run("home", "sync \"\(path)\"")
    let desktop = try TestProgram(samples: false, seed: 2)
    #expect(!desktop.run("sync \"\(path)\"").contains("warning"))
    for command in ["history", "open 1", "home", "chance Timed --per-day 5", "stats", "exams"] {
      #expect(desktop.run(command) == laptop.run(command), "\(command)")
    }
  }

  @Test func `an exam that is not over goes on where it was begun, and its result comes later`()
    throws
  {
    let laptop = try TestProgram(
      seed: 1, files: TestFiles(contents: ["x.exam": Self.exam]))
    laptop.shell.confirmer.caution = .none
    laptop.run("import x.exam", "exam Timed --seed 7", "1", "home", "sync \"\(path)\"")
    let desktop = try TestProgram(samples: false, seed: 2)
    desktop.shell.confirmer.caution = .none
    desktop.run("sync \"\(path)\"")
    #expect(desktop.run("resume").contains("error["))
    #expect(desktop.run("chance Timed").contains("error[too-few-answers]"))
    laptop.run("resume", "2", "3", "1", "result", "home", "sync")
    desktop.run("sync")
    for command in ["history", "open 1"] {
      #expect(desktop.run(command) == laptop.run(command), "\(command)")
    }
  }

  @Test func `a folder is one folder, whatever somebody calls it`() throws {
    let inside = folder.appending(path: "inside").path
    try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
    let link = folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inside)
    let program = try TestProgram(seed: 1)
    for name in [inside, inside + "/", "\(path)/./inside", "\(inside)/../inside", link] {
      #expect(program.run("sync \"\(name)\"").contains("Synchronized with \(inside) ("), "\(name)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: inside).filter { !$0.hasPrefix(".") }
        .count
        == 1)
  }
}
