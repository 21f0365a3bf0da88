import Foundation
import QuizKit
import Testing

@testable import qa_repl

@Suite struct ScreenTests {
  @Test func `each name of a screen has exactly one screen`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/QuizKit/ViewModels")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.standardized, includingPropertiesForKeys: nil)
    let names = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .matches(of: #/static let \w+ = ScreenName\(rawValue: "(\w+)"\)/#).map { String($0.1) }
    }
    #expect(Screen.all.map(\.name.rawValue).sorted() == names.sorted())
    #expect(names.count >= 13)
  }

  @Test
  func
    `the screen, the record and the format that CONTRIBUTING shows are those of the sources`()
    throws
  {
    let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = { (path: String) in
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    let real =
      try text("Sources/QuizKit/ViewModels/StatisticsViewModel.swift")
      + text("Sources/qa-repl/Screens/StatisticsScreen.swift")
      + text("Sources/QuizKit/Model/Records/StudyNote.swift")
      + text("Sources/QuizKit/Exchange/Aiken/AikenReader.swift")
    let blocks = try text("CONTRIBUTING.md").matches(of: #/(?s)```swift\n(.*?)```/#).map(\.1)
    #expect(blocks.count == 4)
    for line in blocks.joined().split(separator: "\n") where !line.contains("…") {
      #expect(real.contains(line + "\n"))
    }
  }

  @Test func `each command of a screen is one that its view-model takes`() throws {
    let ways = [
      [], ["quiz"], ["quiz", "finish"], ["quiz", "finish", "result"], ["manage"], ["register"],
      ["ways"], ["decks"], ["search capital"], ["timer"], ["notes"], ["history"], ["stats"],
      ["due"], ["doctor"],
      ["trash"], ["log"], ["exams"], ["exam new Another"], ["import looked.csv --look"],
      ["settings"],
    ]
    let table = CommandTable(Screen.all)
    var visited: Set<ScreenName> = []
    for way in ways {
      let screen = try front(after: way).shell.screen
      visited.insert(screen)
      for entry in table.entries(on: screen) where !entry.screens.isEmpty {
        let program = try front(after: way)
        try #require(program.shell.screen == screen)
        let front = try #require(program.shell.front)
        let parser = CommandParser(table: table, screen: screen, language: .english)
        for line in [entry.name, entry.name + " 1", entry.name + " 1 x"] {
          guard let command = try? parser.command(line: line), case .screen = command else {
            continue
          }
          #expect(front.perform(command), "\(entry.name) on \(screen.rawValue)")
        }
      }
    }
    #expect(visited.count == Screen.all.count)
  }

  private func front(after lines: [String]) throws -> TestProgram {
    let program = try TestProgram(
      files: TestFiles(contents: ["looked.csv": "question,a,b,answer\nOne?,1,2,A\nTwo?,1,2,B\n"]))
    for line in lines { program.run(line) }
    return program
  }

  @Test func `a screen that is opened comes to the front`() throws {
    let program = try TestProgram()
    let ways = [
      "decks": ScreenName.decks, "manage": .manage, "register": .register,
      "search capital": .search,
      "timer": .timer, "notes": .notes, "history": .history, "stats": .stats, "due": .review,
      "quiz": .quiz,
    ]
    for (line, screen) in ways {
      #expect(program.shell.run(line: line) == .done)
      #expect(program.shell.screen == screen)
      program.run("home")
    }
  }

  @Test func `destinations are told apart by their screen and by what it is to show`() {
    #expect(Destination.manage(deck: "A") == .manage(deck: "A"))
    #expect(Destination.manage(deck: "A") != .manage(deck: "B"))
    #expect(Destination.manage(deck: "A") != .review(deck: "A"))
    #expect(Destination.manage(deck: nil) != .manage(deck: "A"))
    #expect(Destination.notes(deck: nil, words: "1", order: .created) != .notesOnQuestion(1))
    #expect(Destination.stats == .stats)
  }
}
