import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

/// Every command that is offered works.
@Suite struct OfferedCommandsTests {
  @Test(arguments: [true, false])
  func `advance is offered on a virtual clock only`(hasVirtualClock: Bool) throws {
    let table = CommandTable(Screen.all, hasVirtualClock: hasVirtualClock)
    #expect(table.entries(on: .start).contains { $0.name == "advance" } == hasVirtualClock)
    #expect(
      try HelpTopic(nil, screen: .quiz, table).entries.contains { $0.name == "advance" }
        == hasVirtualClock)
  }

  @Test func `advance is still read on a real clock, to say why it does nothing`() throws {
    let table = CommandTable(Screen.all, hasVirtualClock: false)
    let parser = CommandParser(table: table, screen: .start, language: .english)
    #expect(try parser.command(line: "advance 5s") == .advance(.seconds(5)))
  }

  @Test(arguments: Language.allCases)
  func `a question without a commentary has no line for it`(language: Language) throws {
    let program = try TestProgram(
      language: language, samples: false,
      files: TestFiles(contents: ["one.csv": "question,a,b,answer\nX?,1,2,A\n"]))
    program.run("import one.csv")
    let label = language.text("Commentary", "解説")
    #expect(!program.run("quiz --practice", "2").contains(label))
    #expect(!program.run("finish").contains(label))
  }
}
