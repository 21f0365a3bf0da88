import Testing

@testable import QuizExchange

/// Tests mistakes in Markdown lists. None of them may affect other questions.
@Suite struct MarkdownFaultTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.md")
  }

  private let boxes = "- [ ] a\n- [x] b\n"

  @Test func `a question whose heading lacks its mark begins where its number stands`() throws {
    let file = try read(
      "#### Q66. One?\n\(boxes)\nQ67. Two?\n\n\(boxes)\nWhy.\n\n#### Q68. Three?\n\(boxes)")
    #expect(file.contents.map(\.text) == ["One?", "Two?", "Three?"])
    #expect(file.contents.map(\.commentary) == ["", "Why.", ""])
    #expect(file.questions.map(\.line) == [1, 5, 12])
    #expect(file.problems.isEmpty)
  }

  @Test func `the first question of a file may lack its mark too`() throws {
    let file = try read("Q1. One?\n\(boxes)#### Q2. Two?\n\(boxes)")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
  }

  @Test func `a heading without a blank behind its mark is one`() throws {
    let file = try read("#### Q1. One?\n\(boxes)####Q2. Two?\n\(boxes)")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
  }

  @Test func `a number alone begins no question where headings do`() throws {
    let file = try read("## 1. One?\n\(boxes)\n2. a reason\n3. another\n")
    #expect(file.contents.map(\.commentary) == ["2. a reason\n3. another"])
  }

  @Test func `headings with numbers are questions with lettered choices as well`() throws {
    let file = try read(
      "#### Q1. One?\n\n- A. x\n- B. y\n\nCorrect Answer: b\n\nExplanation: 1. so\n2. so\n\n"
        + "Q2. Two?\n- A. x\n- B. y\n\nCorrect answer: A\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.contents.map(\.solution.rightChoice) == [1, 0])
    #expect(file.contents.first?.commentary == "1. so\n2. so")
  }

  @Test(arguments: ["CE", "C E", "C and E", "C, E", "ce", "c, e", "**C** & **E**", "E; C", "C と E"])
  func `several letters are several right answers`(key: String) throws {
    let choices = "- A. v\n- B. w\n- C. x\n- D. y\n- E. z\n\n"
    let file = try read("1. Which?\n\(choices)Correct Answer: \(key)\n")
    #expect(file.contents.map(\.solution) == [.several(SeveralSolution(correct: [2, 4]))])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: ["b", "B", "(b)", "b.", "B, B"])
  func `one letter is the right answer, small or capital`(key: String) throws {
    let file = try read("1. Which?\n- A. x\n- B. y\n\nCorrect Answer: \(key)\n")
    #expect(file.contents.map(\.solution.rightChoice) == [1])
  }

  @Test func `a word of letters that are no choices is no key`() throws {
    let file = try read("1. Which?\n- A. x\n- B. y\n\nAnswer: no\n\nAnswer: B\n")
    #expect(file.contents.map(\.solution.rightChoice) == [1])
  }

  @Test func `an empty last box is left out with a warning, and the question stays`() throws {
    let file = try read("## Which?\n\(boxes)- [ ]\n- [ ] \n\n## None?\n- [ ] a\n- [ ] b\n- [x]\n")
    #expect(file.contents.map(\.choiceTexts) == [["a", "b"]])
    #expect(file.places == ["5:empty-choice-dropped", "4:empty-choice-dropped", "7:empty-choice"])
  }

  @Test func `an empty choice has a hint in both languages`() {
    #expect(Fault.emptyChoice(number: 1).hint != nil)
  }

  @Test(arguments: [
    "#### Q2. Two?\n\nText.\n", "#### 2. Two?\n", "#### Q2. Two?\n\n- plain\n- list\n",
  ])
  func `a numbered heading without choices is one error`(heading: String) throws {
    let file = try read("#### 1. One?\n\(boxes)\(heading)#### 3. Three?\n\(boxes)")
    #expect(file.places == ["4:too-few-choices"])
    #expect(file.contents.count == 2)
  }

  @Test func `a numbered heading without choices is an error among lettered choices too`() throws {
    let folded = "- A: x\n- B: y\n<details>\n\n#### Answer: A\n\n</details>\n"
    let file = try read("### 1. One?\n\(folded)### 2. Two?\n### 3. Three?\n\(folded)")
    #expect(file.places == ["9:too-few-choices"])
    let exam = "- A. x\n- B. y\n\nAnswer: A\n\n"
    let other = try read("### Q1. One?\n\(exam)### Q2. Two?\n### Q3. Three?\n\(exam)")
    #expect(other.places == ["7:too-few-choices"])
  }

  @Test func `the title of a section may have a number`() throws {
    let file = try read(
      "# 1. Part\n## 1. Chapter\n### 1. One?\n\(boxes)## 2. Chapter\n### a?\n\(boxes)")
    #expect(file.problems.isEmpty)
    #expect(file.contents.count == 2)
  }
}
