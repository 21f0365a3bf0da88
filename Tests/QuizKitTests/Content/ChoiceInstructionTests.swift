import Testing

@testable import QuizExchange

/// Tests how many choices a question asks for by its text.
@Suite struct ChoiceInstructionTests {
  @Test(arguments: [
    ("Which options are reliable? (Choose TWO)", 2), ("What helps? (Select TWO.)", 2),
    ("Choose two.", 2), ("Pick any 3 of these", 3), ("Select the best three answers", 3),
    ("Choose exactly four", 4), ("Which two of the following are right?", 2),
    ("What are the three benefits of it?", 3), ("Identify two reasons", 2), ("(two answers)", 2),
    ("Two answers: which are they?", 2), ("There are 2 correct answers.", 2),
    ("Mark 12 of them", 12), ("choose ten", 10),
  ])
  func `English instructions are understood`(text: String, count: Int) {
    let instruction = ChoiceInstruction(text)
    #expect((1...26).filter(instruction.asks) == [count])
  }

  @Test(arguments: [
    ("正しいものを2つ選べ。", 2), ("正しいものを二つ選びなさい", 2), ("適切なものを２つ選んでください", 2), ("3 つ選択してください", 3),
    ("該当するものを三つ、解答群の中から選べ。", 3), ("(2個選択)", 2), ("誤っているものをふたつえらべ", 2), ("2つの選択肢を選べ", 2),
    ("次の10個から3つ選べ", 3), ("理由を4つ答えよ", 4),
  ])
  func `Japanese instructions are understood`(text: String, count: Int) {
    let instruction = ChoiceInstruction(text)
    #expect((1...26).filter(instruction.asks) == [count])
  }

  @Test(arguments: [
    "Choose all that apply", "Choose two or more", "Choose up to two", "Select at least two",
    "Choose 2 to 3 of them", "Choose 2.5", "Two trains meet. Which is faster?",
    "A bill of $2000 for 2 users", "Which of the two is right?", "2つまで選べ", "2つ以上選べ", "2つの中から選べ",
    "次の二つのうちから選べ", "12つ", "すべて選べ", "二つ。次から選べ", "",
  ])
  func `a number that is no instruction is none`(text: String) {
    let instruction = ChoiceInstruction(text)
    #expect((2...26).filter(instruction.asks).isEmpty)
  }

  @Test func `only as many as are right are taken from a text`() {
    let two = SeveralSolution(correct: [0, 2])
    #expect(two.choose(saidIn: "Choose two") == 2)
    #expect(two.choose(saidIn: "Choose three") == nil)
    #expect(two.choose(saidIn: "Choose all that apply") == nil)
  }

  @Test(arguments: [
    ("q.csv", "Choose two:,x,y,z,\"1,3\"\nr?,x,y,z,1\n"),
    ("q.md", "### Choose two:\n- [x] x\n- [ ] y\n- [x] z\n"),
    ("e.md", "1. Choose two:\n- A. x\n- B. y\n- C. z\n\nAnswer: A, C\n"),
    ("d.txt", "# Choose two:\n[*] x\n[ ] y\n[*] z\n---\n# r\n* a\n- b\n"),
  ])
  func `the formats take it from the text`(name: String, text: String) throws {
    let file = try readText(text, name: name)
    #expect(
      file.contents.first?.solution == .several(SeveralSolution(correct: [0, 2], choose: 2)))
  }

  @Test func `a backup says itself how many to choose, or that it is open`() throws {
    let content = QuestionContent(
      text: "Choose two:", choices: ["x", "y", "z"].map { Choice($0) },
      solution: .several(SeveralSolution(correct: [0, 2])))
    let file = try #require(
      QuestionFormat.json.write([ExportedQuestion(content: content)], name: "o"))
    #expect(try QuestionFile.read(file.bytes, name: "o.json").contents == [content])
  }
}
