import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct BankScreenWidthTests {
  @Test(arguments: [Language.english, .japanese], [39, 79])
  func `the screens of the bank fit into the terminal`(language: Language, columns: Int) throws {
    let program = try TestProgram(language: language, columns: columns)
    program.shell.confirmer.caution = .none
    let said = program.run(
      "manage", "edit", "question 世界でいちばん高い山はどこの国とどこの国の間にありますか、二つとも答えてください。", "save",
      "delete", "register", "home", "decks",
      "new \"A deck whose name is much longer than it should be\"",
      "home", "search の", "search a", ">>", "home", "undo")
    let widths = said.split(separator: "\n").filter { !$0.hasPrefix("error[") }
      .map { displayWidth(String($0)) }
    #expect(widths.max() ?? 0 <= columns)
  }
}
