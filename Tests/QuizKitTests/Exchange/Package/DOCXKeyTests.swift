import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Where a Word text says what is right, beside the choices.
@Suite struct DOCXKeyTests: WordSampling {
  private func table(_ rows: [[String]]) -> String {
    let rows = rows.map { "<w:tr>\($0.map { "<w:tc>\(paragraph($0))</w:tc>" }.joined())</w:tr>" }
    return "<w:tbl>\(rows.joined())</w:tbl>"
  }

  private func questions(_ choices: String) -> String {
    paragraph("1. Which?") + choices + paragraph("2. And?") + choices
  }

  private var letters: String { paragraph("A. one") + paragraph("B. two") }

  @Test(
    arguments: [
      ["Answers", "1. B", "2. A"], ["Key", "1. B", "2. A"], ["Answer Key", "1. B   2. A"],
      ["Answers: 1-B, 2-A"],
    ])
  func `the answers may be a list at the end`(_ list: [String]) throws {
    let file = try read(questions(letters) + list.map { paragraph($0) }.joined())
    #expect(file.contents.map(\.text) == ["Which?", "And?"])
    #expect(file.contents.map(\.correctText) == ["two", "one"])
  }

  @Test(
    arguments: [
      [["1", "2"], ["B", "A"]], [["No.", "1", "2"], ["Answer", "B", "A"]],
      [["1", "2", "3"], ["2", "1", "1"]],
    ])
  func `a table with a row of answers is not read, and no question goes without a word`(
    _ rows: [[String]]
  ) throws {
    let file = try read(questions(letters) + paragraph("Answers") + table(rows))
    #expect(file.contents.isEmpty)
    #expect(file.problems.map(\.code).prefix(2) == ["no-correct-choice", "no-correct-choice"])
  }

  @Test(
    arguments: [
      [["Question", "Answer"], ["1", "B"], ["2", "A"]], [["1", "B"], ["2", "A"]],
    ])
  func `the answers may be a table with one in each row`(_ rows: [[String]]) throws {
    let file = try read(questions(letters) + paragraph("Answers") + table(rows))
    #expect(file.contents.map(\.correctText) == ["two", "one"])
  }

  @Test func `a list of answers that cannot be read is not the answer of the last question`() throws
  {
    let file = try read(
      questions(list("one", 3) + list("two", 3)) + paragraph("Answer key") + paragraph("1. B  2. X")
    )
    #expect(file.contents.isEmpty)
  }

  @Test func `letters and numbers of Word's lists are those of the key`() throws {
    let answers = paragraph("Answers") + paragraph("1. B") + paragraph("2. A")
    let file = try read(
      list("Which?", 1) + list("one", 2) + list("two", 2) + list("And?", 1) + list("x", 6)
        + list("y", 6) + answers)
    #expect(file.contents.map(\.correctText) == ["two", "x"])
    // In one list the letters go on, so it is not known what those of the answers mean.
    let single = try read(
      list("Which?", 1) + list("one", 2) + list("two", 2) + list("And?", 1) + list("x", 2)
        + list("y", 2) + list("z", 2) + answers)
    #expect(single.contents.isEmpty)
    #expect(single.problems.map(\.code) == ["no-correct-choice", "no-correct-choice"])
  }

  @Test func `labels may be kana, and the key a word without a colon`() throws {
    let file = try read(
      paragraph("問1 どれ?") + paragraph("ア 一") + paragraph("イ 二") + paragraph("正解 イ"))
    #expect(file.contents.map(\.correctText) == ["二"])
    let key = try read(paragraph("1. Which?") + letters + paragraph("Key: B"))
    #expect(key.contents.map(\.correctText) == ["two"])
  }

  @Test func `a list in the text of a question does not count among its choices`() throws {
    let file = try read(
      paragraph("1. Which of these?") + list("this", 3) + list("that", 3) + letters
        + paragraph("Answer: B") + paragraph("2. And?") + list("this", 3) + list("x", 2)
        + list("y", 2) + paragraph("Answer: A"))
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"], ["x", "y"]])
    #expect(file.contents.map(\.correctText) == ["two", "x"])
  }

  @Test func `the letter of a key is that of a choice, and not its place`() throws {
    let file = try read(
      paragraph("1. Which?") + letters + paragraph("D. four") + paragraph("Answer: C"))
    #expect(file.contents.isEmpty)
    #expect(file.problems.count == 1)
  }

  @Test func `instructions and sections with lists of their own are no questions`() throws {
    let question = { (number: Int) in
      self.list("Which?", number) + self.paragraph("Look well.") + self.list("one", 2)
        + self.list("two", 2, "<w:b/>")
    }
    let file = try read(
      list("Read.", 4) + list("Write.", 4) + list("Go.", 4) + question(1) + question(5))
    #expect(file.contents.map(\.text) == ["Which?\n\nLook well.", "Which?\n\nLook well."])
    #expect(file.contents.map(\.correctText) == ["two", "two"])
  }

  @Test func `a title above a list of its own begins no question`() throws {
    let choices = list("one", 2) + list("two", 2, "<w:b/>")
    let file = try read(
      list("Which?", 1) + choices + paragraph("Part Two: more") + list("And?", 5) + choices)
    #expect(file.contents.map(\.text) == ["Which?", "And?"])
    #expect(file.contents.map(\.correctText) == ["two", "two"])
  }

  @Test func `the label of a choice may have no mark, also where it is a kana`() throws {
    let yellow = "<w:highlight w:val=\"yellow\"/>"
    let kana = { (label: String, text: String, marks: String) in
      "<w:p><w:r><w:t>\(label) </w:t></w:r><w:r><w:rPr>\(marks)</w:rPr><w:t>\(text)</w:t></w:r></w:p>"
    }
    let file = try read(
      paragraph("1. Which?") + kana("ア.", "one", yellow) + kana("イ.", "two", yellow)
        + kana("ウ.", "three", ""))
    #expect(file.contents.map(\.solution.rightChoices) == [[0, 1]])
  }

  @Test func `choices may be the cells of a table`() throws {
    let file = try read(
      paragraph("1. Which?") + table([["A. one", "B. two"], ["C. three", "D. four"]])
        + paragraph("Answer: C") + table([["2.", "And?"], ["A.", "x"], ["B.", "y"]])
        + paragraph("Answer: B"))
    #expect(file.contents.map(\.correctText) == ["three", "y"])
  }

  @Test func `a style, a shade and italics that most questions have are marks`() throws {
    let italic = "<w:i/>"
    let shade = "<w:shd w:val=\"clear\" w:fill=\"FFFF00\"/>"
    let shaded = try read(
      paragraph("1. Which?") + paragraph("A. one") + paragraph("B. two", properties: shade))
    #expect(shaded.contents.map(\.correctText) == ["two"])
    let sloped = try read(
      questions(paragraph("A. one") + paragraph("B. two", italic)))
    #expect(sloped.contents.map(\.correctText) == ["two", "two"])
    let single = try read(
      paragraph("1. Which?") + paragraph("A. one") + paragraph("B. two", italic))
    #expect(single.contents.isEmpty)
  }

  @Test func `a mark that is rare beside another one is emphasis`() throws {
    let marked = paragraph("A. one") + paragraph("B. two", "<w:highlight w:val=\"yellow\"/>")
    let file = try read(
      (1...4).map { paragraph("\($0). Which?") + marked }.joined() + paragraph("5. Which?")
        + paragraph("A. one") + paragraph("B. two", "<w:u w:val=\"single\"/>"))
    #expect(file.contents.count == 4)
    #expect(file.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `the colour of the right choices is not that of others`() throws {
    let color = { (hex: String) in "<w:color w:val=\"\(hex)\"/>" }
    let marked = paragraph("A. one", color("C00000")) + paragraph("B. two")
    let file = try read(
      (1...3).map { paragraph("\($0). Which?") + marked }.joined() + paragraph("4. Which?")
        + paragraph("A. one", color("FF0000")) + paragraph("B. two", color("0000FF"))
        + paragraph("5. Which?") + paragraph("A. one") + paragraph("B. two", color("0000FF")))
    #expect(file.contents.map(\.correctText) == ["one", "one", "one", "one"])
    #expect(file.problems.count == 1)
  }

  @Test func `beside a list of answers no mark counts`() throws {
    let choices = paragraph("A. one", "<w:b/>") + paragraph("B. two")
    let file = try read(
      questions(choices) + paragraph("3. Last?") + choices + paragraph("Answers")
        + paragraph("1. B") + paragraph("2. B"))
    #expect(file.contents.map(\.correctText) == ["two", "two"])
    #expect(file.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `the question below choices with numbers is not one of them`() throws {
    let file = try read(
      paragraph("1. Which?", "<w:b/>") + list("one", 1) + list("two", 1)
        + paragraph("3. And?", "<w:b/>") + list("x", 5) + list("y", 5) + paragraph("Answers")
        + paragraph("1. 2") + paragraph("3. 1"))
    #expect(!file.contents.contains { $0.choiceTexts.contains("And?") })
  }

  @Test func `what looks like HTML in Word is text`() throws {
    let file = try read(
      paragraph("問1 &lt;b&gt; &amp;amp; ?") + paragraph("ア &lt;i&gt;") + paragraph("イ x")
        + paragraph("正解 ア"))
    #expect(file.contents.map(\.text) == ["<b> &amp; ?"])
    #expect(file.contents.map(\.correctText) == ["<i>"])
  }

  @Test func `what all paragraphs have is no mark`() throws {
    let usual = "<w:pStyle w:val=\"N\"/>"
    let file = try read(
      paragraph("1. Which?") + paragraph("A. one") + paragraph("B. two", properties: usual))
    #expect(file.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `stars may be before choices with kana`() throws {
    let file = try read(questions(paragraph("ア one") + paragraph("*イ two")))
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"], ["one", "two"]])
    #expect(file.contents.map(\.correctText) == ["two", "two"])
  }

  @Test(arguments: [
    (
      "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>",
      "1/2"
    ),
    (
      "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>a+b</m:t></m:r></m:sup></m:sSup>",
      "x^(a+b)"
    ),
    ("<m:rad><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad>", "√(2)"),
    (
      "<m:rad><m:deg><m:r><m:t>3</m:t></m:r></m:deg><m:e><m:r><m:t>8</m:t></m:r></m:e></m:rad>",
      "√[3](8)"
    ),
  ])
  func `an equation is read as people type it`(equation: String, text: String) throws {
    let choice = "<w:p><w:r><w:t>A. </w:t></w:r><m:oMath>\(equation)</m:oMath></w:p>"
    let file = try read(
      paragraph("Question 1: Which?") + choice + paragraph("B. none") + paragraph("Answer: A"))
    #expect(file.contents.map(\.choiceTexts) == [[text, "none"]])
  }

  @Test func `a list of which one item is bold is no question`() throws {
    let lists =
      list("first", 3) + list("second", 3, "<w:b/>") + paragraph("More:")
      + list("third", 3) + list("fourth", 3)
    let file = try read(
      questions(paragraph("ア one") + paragraph("イ two", "<w:b/>")) + paragraph("Notes:") + lists)
    #expect(file.contents.map(\.correctText) == ["two", "two"])
  }

  @Test func `a title and a remark are no parts of a question`() throws {
    let file = try read(
      heading("Quiz", 1) + paragraph("Which?") + paragraph("ア one") + paragraph("イ two")
        + paragraph("Think well.") + paragraph("正解 ア"))
    #expect(file.contents.map(\.text) == ["Which?"])
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"]])
  }

  @Test func `Word's numbers below a question are its choices`() throws {
    let choices = list("one", 1) + list("two", 1, "<w:b/>")
    let file = try read(paragraph("Question 1: Which?") + choices)
    #expect(file.contents.map(\.text) == ["Which?"])
    #expect(file.contents.map(\.correctText) == ["two"])
  }

  @Test func `choices without letters are known by the answer, but not by bold`() throws {
    let choices = paragraph("one") + paragraph("two")
    let file = try read(paragraph("1. Which?") + choices + paragraph("Answer: two"))
    #expect(file.contents.map(\.correctText) == ["two"])
    let bold = try read(
      paragraph("1. Which?") + paragraph("one") + paragraph("two", "<w:b/>") + paragraph("three"))
    #expect(bold.contents.isEmpty)
  }
}
