import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests reading lines with marks of an author's own.
@Suite struct MarkedLinesTests {
  private func read(
    _ text: String, _ columns: [ColumnRole: String], answers: ReadingOptions.Answers? = nil
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    for (role, mark) in columns { options.columns[NamedColumn(role)] = .named(mark) }
    options.answers = answers
    return try readText(text, name: "m.txt", format: .lines, options: options)
  }

  private static let signs: [ColumnRole: String] = [
    .question: "§", .choices: "-", .correct: "+",
  ]

  @Test func `signs say what each line is`() throws {
    let file = try read(
      "§ Legs of a spider?\n- 6\n+ 8\n! It is no insect.\n§ Legs of an ant?\n+ 6\n- 8\n",
      Self.signs.merging([.explanation: "!"]) { $1 })
    #expect(file.contents.map(\.text) == ["Legs of a spider?", "Legs of an ant?"])
    #expect(file.contents.map(\.rightAnswers) == [["8"], ["6"]])
    #expect(file.contents.map { $0.choices.map(\.text) } == [["6", "8"], ["6", "8"]])
    #expect(file.contents.map(\.commentary) == ["It is no insect.", ""])
    #expect(file.questions.map(\.line) == [1, 5])
  }

  @Test func `a number behind a sign is a choice and not the place of one`() throws {
    let file = try read("§ Moons of Earth?\n- 2\n- 3\n+ 1\n§ Wheels?\n+ 4\n- 2\n- 3\n", Self.signs)
    #expect(file.contents.map(\.rightAnswers) == [["1"], ["4"]])
  }

  @Test func `several lines may be right`() throws {
    let file = try read("§ Even?\n+ 2\n- 3\n+ 4\n§ Odd?\n- 2\n+ 3\n", Self.signs)
    #expect(file.contents.map(\.rightAnswers) == [["2", "4"], ["3"]])
  }

  @Test func `a word before a colon is a mark, and its letter names a choice`() throws {
    let text = """
      Küsimus 1: Mitu jalga on ämblikul?
      a) 6
      b) 8
      Õige: b
      Küsimus 2: Mitu jalga on sipelgal?
      a) 6
      b) 8
      Õige: a

      """
    let file = try read(text, [.question: "Küsimus", .choices: "a", .correct: "Õige"])
    #expect(file.contents.map(\.rightAnswers) == [["8"], ["6"]])
    #expect(file.contents.first?.text == "Mitu jalga on ämblikul?")
  }

  @Test func `a line without a mark goes on with the one before`() throws {
    let file = try read(
      "§ What does\nthis print: 1?\n- a\n+ b\n\n  c\n§ Other?\n- a\n+ b\n", Self.signs)
    #expect(file.contents.map(\.text) == ["What does\nthis print: 1?", "Other?"])
    #expect(file.contents.first?.choices.map(\.text) == ["a", "b\nc"])
  }

  @Test func `lines without a mark may be the questions`() throws {
    let file = try read(
      "Legs?\n» 6\n» 8 ◄\n\nWings?\n» 2 ◄\n» 4\n", [.question: "text", .choices: "»"],
      answers: .marks)
    #expect(file.contents.map(\.text) == ["Legs?", "Wings?"])
    #expect(file.contents.map(\.rightAnswers) == [["8"], ["2"]])
    #expect(file.contents.map { $0.choices.map(\.text) } == [["6", "8"], ["2", "4"]])
  }

  @Test(arguments: ["8 ◄", "◆ 8", "8 <<", "**8**"])
  func `a sign that one choice of each question has says that it is right`(right: String) throws {
    let text = "§ Legs?\n- 6\n- \(right)\n§ Wings?\n- 4\n- \(right.replacing("8", with: "2"))\n"
    let file = try read(text, [.question: "§", .choices: "-"], answers: .marks)
    #expect(file.contents.map(\.rightAnswers) == [["8"], ["2"]])
    #expect(file.contents.first?.choices.map(\.text) == ["6", "8"])
  }

  @Test func `a sign that two choices of a question have says nothing`() throws {
    let text = "§ Legs?\n- 6 ◄\n- 8 ◄\n- 9\n§ Wings?\n- 4\n- 2 ◄\n"
    let file = try read(text, [.question: "§", .choices: "-"], answers: .marks)
    #expect(file.contents.isEmpty)
    #expect(file.places == ["1:no-correct-choice", "5:no-correct-choice"])
  }

  @Test func `a mark that the file does not have is a fault, and what nobody named is told`() throws
  {
    #expect(
      try read("§ a?\n- 1\n+ 2\n", [.question: "§", .choices: "~"]).places == ["1:no-column"])
    let file = try read("§ a?\n- 1\n+ 2\n% x\n§ b?\n+ 1\n- 2\n", Self.signs)
    #expect(file.places == ["1:columns-ignored"])
    #expect(file.contents.count == 2)
  }

  @Test func `where a mark is not understood, a question without choices is no card`() throws {
    let text = "§ a?\n- 1\n+ 2\nAnswer: 2\n§ b?\n- 1\nAnswer: 1\n"
    let file = try read(text, [.question: "§", .correct: "Answer"])
    #expect(file.contents.isEmpty)
  }

  @Test func `in a file with one question each mark may occur once`() throws {
    let file = try read(
      "Zork: Legs of a spider?\na) 6\nb) 8\nBlip: b\n",
      [.question: "Zork", .choices: "a", .correct: "Blip"])
    #expect(file.contents.map(\.rightAnswers) == [["8"]])
  }

  @Test func `no file is read so unless somebody says it`() throws {
    let file = try readText("§ Legs?\n» 6\n» 8 ◄\n§ Wings?\n» 4\n» 2 ◄\n", name: "m.txt")
    #expect(file.contents.isEmpty)
  }
}
