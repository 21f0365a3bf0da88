import Testing

@testable import qa_repl

@Suite struct YesNoTests {
  private func answer(_ text: String, standard: Bool) -> Bool {
    YesNo("Really?", standard: standard) { _ in }.isYes(text)
  }

  @Test(arguments: ["y", "Y", "yes", "ＹＥＳ", "はい", " y "])
  func `a yes is a yes whatever Enter means`(text: String) {
    #expect(answer(text, standard: false) == true)
    #expect(answer(text, standard: true) == true)
  }

  @Test(arguments: ["n", "no", "いいえ", "quiz", "yy"])
  func `all else is a no whatever Enter means`(text: String) {
    #expect(answer(text, standard: false) == false)
    #expect(answer(text, standard: true) == false)
  }

  @Test(arguments: ["", "  "], [true, false])
  func `Enter alone is what stands in capitals`(text: String, standard: Bool) {
    #expect(answer(text, standard: standard) == standard)
    let question = YesNo("Really?", standard: standard) { _ in }
    #expect(question.question == (standard ? "Really? [Y/n]" : "Really? [y/N]"))
  }

  @Test(arguments: ["import bank.csv", "quiz", "q"])
  func `a command runs beside an offer, and never beside a question about destroying`(line: String)
  {
    #expect(YesNo("Add?", standard: true) { _ in }.isCommand(line))
    #expect(!YesNo("Delete?") { _ in }.isCommand(line))
  }

  @Test(arguments: ["", " ", "y", "no", "ＮＯ", "はい"])
  func `an answer is no command`(line: String) {
    #expect(!YesNo("Add?", standard: true) { _ in }.isCommand(line))
  }

  @Test func `a question shows what would steer the terminal as harmless text`() {
    #expect(!YesNo("a\u{1B}[2Jb?") { _ in }.question.contains("\u{1B}"))
  }
}
