import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct DOCXTests: WordSampling {
  @Test func `numbers and letters may be those of Word`() throws {
    let file = try read(
      list("What is N", 1) + list("one", 2) + list("two", 2) + paragraph("Ans: B")
        + list("Next?", 1) + list("x", 2) + list("y", 2) + paragraph("Answer: A"))
    #expect(file.contents.map(\.text) == ["What is N", "Next?"])
    #expect(file.contents.map(\.correctText) == ["two", "x"])
    #expect(file.questions.map(\.line) == [1, 5])
  }

  @Test func `a mark shows the right choice where no key is written`() throws {
    let highlight = "<w:highlight w:val=\"yellow\"/>"
    let file = try read(
      paragraph("1. Which?", "<w:b/>") + paragraph("a. one") + paragraph("b. two", highlight)
        + paragraph("2. Bold?", "<w:b/>") + paragraph("☐ x", "<w:b/>") + paragraph("☐ y"))
    #expect(file.contents.map(\.text) == ["Which?", "Bold?"])
    #expect(file.contents.map(\.correctText) == ["two", "x"])
  }

  @Test func `where nothing says what is right there is no key`() throws {
    let file = try read(
      paragraph("1. Which?") + paragraph("a. one", "<w:b/>") + paragraph("b. two", "<w:b/>"))
    #expect(file.questions.isEmpty)
    #expect(file.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `stars, feedback and notes are read`() throws {
    let file = try read(
      paragraph("Question 1") + paragraph("Which?") + paragraph("A: one")
        + paragraph("Feedback: no") + paragraph("*B: two") + paragraph("Default Feedback: why"))
    let content = try #require(file.contents.first)
    #expect(content.choices == [Choice("one", feedback: "no"), Choice("two")])
    #expect(content.solution == .single(1))
    #expect(content.commentary == "why")
  }

  @Test func `headings are questions and the first one is the deck`() throws {
    let file = try read(
      heading("My quiz", 1) + heading("Which?", 2) + list("one", 3) + list("two", 3, "<w:b/>"))
    #expect(file.questions.map(\.category) == ["My quiz"])
    #expect(file.contents.map(\.text) == ["Which?"])
    let mixed = try read(
      heading("My quiz", 1) + heading("Which?", 2) + list("one", 3)
        + paragraph("b) two", "<w:b/>"))
    #expect(mixed.problems.map(\.code) == ["no-questions"])
  }

  @Test func `tables are read like sheets`() throws {
    func row(_ texts: [String]) -> String {
      "<w:tr>\(texts.map { "<w:tc>\(paragraph($0))</w:tc>" }.joined())</w:tr>"
    }
    let file = try read(
      "<w:tbl>\(row(["Question", "Choice 1", "Choice 2", "Correct"]))"
        + "\(row(["Q", "x", "y", "2"]))</w:tbl>")
    #expect(file.contents.map(\.correctText) == ["y"])
  }

  @Test func `small digits stay small, deleted text and hidden codes are left out`() throws {
    let formula =
      "<w:p><w:r><w:t>1. H</w:t></w:r><w:r><w:rPr><w:vertAlign w:val=\"subscript\"/></w:rPr>"
      + "<w:t>2</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
      + "<w:r><w:instrText>PAGE</w:instrText><w:t>O</w:t></w:r></w:p>"
    let file = try read(formula + paragraph("a. yes", "<w:b/>") + paragraph("b. no"))
    #expect(file.contents.map(\.text) == ["H₂O"])
  }

  @Test func `stars after choices are keys where most questions have one`() throws {
    let file = try read(
      paragraph("Q1: Which?") + paragraph("A) one") + paragraph("B) two*") + paragraph("Q2: And?")
        + paragraph("A) x*") + paragraph("B) y"))
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"], ["x", "y"]])
    #expect(file.contents.map(\.correctText) == ["two", "x"])
    let lone = try read(paragraph("1. Which?") + paragraph("A) int") + paragraph("B) int*"))
    #expect(lone.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `choices stand side by side, or in columns`() throws {
    let red = "<w:rPr><w:color w:val=\"FF0000\"/></w:rPr>"
    let line =
      "<w:p><w:r><w:t>A. one</w:t><w:tab/><w:tab/><w:t>B.two</w:t></w:r></w:p>"
      + "<w:p><w:r>\(red)<w:t>C. three</w:t></w:r><w:r><w:tab/><w:t>D. four</w:t></w:r></w:p>"
    let file = try read(
      paragraph("Câu 1: Which?") + line + paragraph("Câu 2: And?") + paragraph("A. w")
        + paragraph("C. y") + paragraph("B. x", "<w:b/>") + paragraph("D. z"))
    #expect(file.contents.map(\.text) == ["Which?", "And?"])
    #expect(
      file.contents.map(\.choiceTexts) == [["one", "two", "three", "four"], ["w", "x", "y", "z"]])
    #expect(file.contents.map(\.correctText) == ["three", "x"])
  }

  @Test func `letters may be Cyrillic`() throws {
    let file = try read(
      paragraph("1. Что?") + paragraph("а) один") + paragraph("*б) два") + paragraph("в) три"))
    #expect(file.contents.map(\.correctText) == ["два"])
  }

  @Test func `a question and its choices may be the lines of one paragraph`() throws {
    let lines = ["Câu 1", "Which?", "A. one", "B. two", "Đáp án: B"]
      .map { "<w:t>\($0)</w:t>" }.joined(separator: "<w:br/>")
    let file = try read("<w:p><w:r>\(lines)</w:r></w:p>")
    #expect(file.contents.map(\.text) == ["Which?"])
    #expect(file.contents.map(\.correctText) == ["two"])
  }

  @Test(arguments: [1, 2, 3])
  func `a choice that its type calls right keeps all of its lines`(list identifier: Int) throws {
    let file = try read(
      heading("My quiz", 1) + heading("Which?", 2) + list("one</w:t><w:br/><w:t>more", identifier)
        + list("two</w:t><w:br/><w:t>more", identifier, "<w:b/>") + heading("Next?", 2)
        + list("three", identifier, "<w:b/>") + list("four", identifier))
    #expect(
      file.contents.map { $0.choices.map(\.text) } == [
        ["one\nmore", "two\nmore"], ["three", "four"],
      ])
    #expect(file.contents.map(\.correctText) == ["two\nmore", "three"])
  }

  @Test func `a key may have an arrow before it and an explanation behind it`() throws {
    let choices = paragraph("A. one") + paragraph("B. two")
    let file = try read(
      paragraph("1. Which?") + choices + paragraph("→ Answer: B – because") + paragraph("2. And?")
        + choices + paragraph("Correct answer: one"))
    #expect(file.contents.map(\.correctText) == ["two", "one"])
    #expect(file.contents.map(\.commentary) == ["because", ""])
    let unknown = try read(
      paragraph("1. Which?") + paragraph("A. one", "<w:b/>") + paragraph("B. two")
        + paragraph("Answer: three"))
    #expect(unknown.problems.map(\.code) == ["answer-not-a-choice"])
  }

  @Test func `a handout whose items begin in bold is no quiz`() throws {
    let item = { (text: String) in
      "<w:p><w:pPr><w:numPr><w:numId w:val=\"3\"/></w:numPr></w:pPr><w:r><w:rPr><w:b/></w:rPr>"
        + "<w:t>A term of the list:</w:t></w:r><w:r><w:t> \(text)</w:t></w:r></w:p>"
    }
    let section =
      heading("Storage", 2) + item("what is kept") + list("plain", 3) + paragraph("1. Costs")
      + item("low") + list("rest", 3) + paragraph("This is said of it.")
    let file = try read(heading("Report", 1) + section + section)
    #expect(file.questions.isEmpty)
    #expect(file.problems.map(\.code) == ["no-questions"])
  }

  @Test func `a heading with a bold item is a question where most lists are like this`() throws {
    let marked = list("one", 3) + list("two", 3, "<w:b/>")
    let plain = list("x", 3) + list("y", 3)
    let quiz = try read(heading("This", 2) + marked + heading("That", 2) + marked)
    #expect(quiz.contents.map(\.correctText) == ["two", "two"])
    let report = try read(
      heading("This", 2) + marked
        + ["Goal", "Means", "Costs", "Time"].map { heading($0, 2) + plain }.joined())
    #expect(report.questions.isEmpty)
    #expect(report.problems.map(\.code) == ["no-questions"])
  }

  @Test func `what asks or has letters is a question, and is named without a key`() throws {
    let plain = list("x", 3) + list("y", 3)
    let file = try read(
      heading("Which?", 2) + plain + heading("Take one", 2) + list("x", 2) + list("y", 2)
        + ["Goal", "Means", "Costs", "Time", "End"].map { heading($0, 2) + plain }.joined())
    #expect(file.places == ["1:no-correct-choice", "4:no-correct-choice"])
  }

  @Test func `the letter of a choice may be marked otherwise than its text`() throws {
    let choice = { (letter: String, text: String, marks: (String, String)) in
      "<w:p><w:r><w:rPr>\(marks.0)</w:rPr><w:t>\(letter)</w:t></w:r>"
        + "<w:r><w:rPr>\(marks.1)</w:rPr><w:t> \(text)</w:t></w:r></w:p>"
    }
    let file = try read(
      paragraph("1. Which?") + choice("a.", "41", ("<w:b/>", ""))
        + choice("b.", "42", ("", "<w:b/>")))
    #expect(file.contents.map(\.correctText) == ["42"])
  }

  @Test func `Aiken is read in Word, too`() throws {
    let file = try read(
      paragraph("Which is it?") + paragraph("A. one") + paragraph("B. two")
        + paragraph("ANSWER: B") + paragraph("") + paragraph("And this") + paragraph("A) x")
        + paragraph("B) y") + paragraph("ANSWER: A"))
    #expect(file.contents.map(\.text) == ["Which is it?", "And this"])
    #expect(file.contents.map(\.correctText) == ["two", "x"])
    #expect(file.questions.map(\.line) == [1, 6])
  }
}
