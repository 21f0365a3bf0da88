import Testing

@testable import QuizExchange

@Suite struct OpenTriviaQATests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "dir/planets", format: .openTriviaQA)
  }

  @Test func `a control character in the mark of a question breaks no character`() throws {
    let file = try readText("#\u{85}Q x?\n^ a\nA a\nB b\n", format: .openTriviaQA)
    #expect(file.contents.map(\.text) == ["x?"])
    #expect(file.places == ["1:control-characters"])
  }

  @Test func `the key is the text of a choice and the file's name the category`() throws {
    let file = try read("#Q Which is red?\n^ Mars\nA Venus\nB Mars\n\n")
    #expect(file.questions.first?.category == "planets")
    #expect(file.contents.first?.solution.rightChoice == 1)
  }

  @Test func `a letter out of order goes on with the text before it`() throws {
    let file = try read("#Q A song\nby whom?\n\nC or D?\n^ me\nA me\nB you\nA second line\nC us\n")
    #expect(file.contents.first?.text == "A song\nby whom?\n\nC or D?")
    #expect(file.contents.first?.choiceTexts == ["me", "you\nA second line", "us"])
  }

  @Test func `true and false make a statement in either order`() throws {
    let file = try read("#Q Wet?\n^ True\nA False\nB True\n")
    #expect(file.contents.first?.kind == .trueFalse)
    #expect(file.contents.first?.solution.rightChoice == 1)
  }

  @Test func `blanks at the beginning of further lines stay`() throws {
    let file = try read(
      "#Q What does it print?\n  if x:\n      y  \n^ one\n  two\nA one\n\ttwo\nB three\n    four\n")
    #expect(file.contents.first?.text == "What does it print?\n  if x:\n      y")
    #expect(file.contents.first?.choiceTexts == ["one\n\ttwo", "three\n    four"])
    #expect(file.contents.first?.solution.rightChoice == 0)
    #expect(file.problems.isEmpty)
  }

  @Test func `a key that is there twice or not at all is an error`() throws {
    let file = try read("#Q a?\n^ x\nA x\nB x\n\n#Q b?\n^ x\nA y\nB z\n#Q c?\nA x\n")
    #expect(file.places == ["1:duplicate-choice", "6:answer-not-a-choice", "10:too-few-choices"])
  }
}
