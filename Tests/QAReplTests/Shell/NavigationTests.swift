import Testing

@testable import QuizKit
@testable import qa_repl

@Suite struct NavigationTests {
  let program: TestProgram

  init() throws {
    program = try TestProgram()
  }

  @Test func `back goes through the screens in the order in which they were opened`() {
    program.run("manage", "search capital", "go 1", "register")
    var screens: [ScreenName] = []
    while program.shell.screen != .start {
      screens.append(program.shell.screen)
      program.run("back")
    }
    #expect(screens == [.register, .manage, .search, .manage])
  }

  @Test func `a search that is gone back to opens its questions as before`() {
    program.run("search capital", "go 1", "search planet", "back", "back")
    #expect(program.shell.screen == .search)
    program.run("go 1")
    #expect(program.shell.screen == .manage)
  }

  @Test func `the management is at the same question after a visit to the form`() {
    program.run("manage", "go 7", "register", "back")
    #expect(program.state(ManageState.self)?.index == 7)
  }

  @Test func `the form that is opened from a deck's questions puts into that deck`() {
    program.run("manage --deck はじめての一問一答", "register")
    #expect(program.state(RegisterState.self)?.deck == "はじめての一問一答")
  }

  @Test func `a quiz that is played again from its result takes the place of the result`() {
    program.run("decks", "back", "quiz", "finish", "result", "history", "back", "restart")
    #expect(program.shell.screen == .quiz)
    program.run("finish", "result", "stats", "back")
    #expect(program.shell.screen == .result)
    program.run("back")
    #expect(program.shell.screen == .start)
  }

  @Test func `a screen that cannot be opened leaves the one in front`() {
    let said = program.run("decks", "back", "manage --deck Nowhere")
    #expect(said.contains("error[unknown-deck]"))
    #expect(program.shell.screen == .start)
    program.run("manage")
    #expect(program.shell.screen == .manage)
  }
}
