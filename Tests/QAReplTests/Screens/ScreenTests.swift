import QuizKit
import Testing

@testable import qa_repl

@Suite struct ScreenTests {
  @Test func `each name of a screen has exactly one screen`() {
    #expect(
      Screen.all.map(\.name.rawValue).sorted() == ScreenName.allCases.map(\.rawValue).sorted())
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
    #expect(Destination.notes(deck: nil, words: "1") != .notesOnQuestion(1))
    #expect(Destination.stats == .stats)
  }
}
