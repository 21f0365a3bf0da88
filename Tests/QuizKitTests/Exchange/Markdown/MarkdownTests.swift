import Testing

@testable import QuizExchange

@Suite struct MarkdownTests {
  private func read(_ text: String, name: String = "test.md") throws -> QuestionFile {
    try readText(text, name: name)
  }

  @Test func `a folded answer names the letter and the rest of it is the commentary`() throws {
    let file = try read(
      """
      # Swift
      ###### 7. What is printed?

      ```swift
      - A: not a choice
      ```

      - A: `1`
      - B:`2`

      <details><summary><b>Answer</b></summary>
      <p>

      #### 答え：B

      Because of *that*.

      </p>
      </details>

      ## Only a section
      """)
    let question = try #require(file.questions.first)
    #expect(file.problems.isEmpty)
    #expect(question.category == "Swift")
    #expect(question.content.text == "What is printed?\n\n```swift\n- A: not a choice\n```")
    #expect(question.content.choiceTexts == ["`1`", "`2`"])
    #expect(question.content.solution.rightChoice == 1)
    #expect(question.content.commentary == "Because of *that*.")
  }

  @Test func `a folded answer without colon or with a restart is one error each`()
    throws
  {
    let key = "<details>\n\n#### Answer: A\n\n</details>\n\n"
    let file = try read(
      "### a?\n- A: x\n- B: y\n<details>\n#### Answer B\n</details>\n\n### b?\n- x\n- y\n\n" + key
        + "### c?\n- A: x\n- B: y\n\nd?\n- A: x\n\n" + key + "### e?\n- A: x\n- B: y\n\n" + key)
    #expect(file.places == ["1:no-correct-choice", "23:letters-restart"])
    #expect(file.contents.map(\.text) == ["b?", "e?"])
  }

  @Test func `an exam has numbered questions, a key line and an explanation`() throws {
    let file = try read(
      """
      1. First
      goes on?
          - A. x.
          - B. y.
            more

          <details><summary>Answer</summary>
            Correct answer: B<br/>
            Explanation: because<br/>
            of that
          </details>

      1. Second?
          - A. x
          - B. y
          - C. z

          Correct Answer: A, C
      """)
    #expect(file.contents.first?.text == "First\ngoes on?")
    #expect(file.contents.first?.choiceTexts == ["x.", "y.\nmore"])
    #expect(file.contents.first?.commentary == "because\nof that")
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0, 2]])
    #expect(file.problems.isEmpty)
  }

  @Test func `check boxes under a heading mark the right choice`() throws {
    let file = try read(
      """
      # Deck
      ## Q3. Which?

      Look closely.

      - [ ] one
      * [X] two
        lines

      Why so.

      ### None?
      - [ ] a
      - [ ] b
      ### Both?
      - [x] a
      - [x] b
      <!-- - [x] hidden -->
      """)
    let content = try #require(file.contents.first)
    #expect(content.text == "Which?\nLook closely.")
    #expect(content.choiceTexts == ["one", "two\nlines"])
    #expect(content.solution.rightChoice == 1)
    #expect(content.commentary == "Why so.")
    #expect(file.questions.first?.category == "Deck")
    #expect(file.places == ["12:no-correct-choice", "15:all-choices-right"])
    #expect(file.contents.last?.solution == .several(SeveralSolution(correct: [0, 1])))
  }

  @Test func `cards with a star are questions with choices, and the others of their kinds`() throws
  {
    let file = try read(
      "# Which?\n- a\n* b\n---\n# Gaps\nThe _word_ and _another_.\n---\n# Order\n1. a\n2. b\n"
        + "---\n# Card\nback\n", name: "deck.txt")
    #expect(file.format?.name == "hascard")
    #expect(file.contents.map(\.kind) == [.single, .gaps, .order, .card])
    #expect(file.contents.first?.correctText == "b")
    #expect(file.problems.isEmpty)
  }

  @Test func `quiz blocks need no heading`() throws {
    let file = try read(
      "# Title\n\n<quiz>\nWhich?\n\n- [x] a\n- [ ] b\n\nWhy.\n</quiz>\n\n<quiz>\n"
        + "Fill [[this]] and [[that]].\n</quiz>\n"
    )
    #expect(file.contents.map(\.text) == ["Which?", "Fill [[1]] and [[2]]."])
    #expect(file.contents.first?.commentary == "Why.")
    #expect(file.contents.last?.solution.texts == ["this", "that"])
    #expect(file.problems.isEmpty)
  }

  @Test func `a quiz block with one gap asks for what is in it`() throws {
    let file = try read(
      "<quiz>\n```\n[[code]]\n```\nIt prints [[Hello]].\n</quiz>\n<quiz>\n2 + 2 = [[4]]\n\n---\n"
        + "Why.\n</quiz>\n"
        + "<quiz>\nWhich?\n- [x] a\n- [ ] b\n- [x] c\n</quiz>\n")
    #expect(
      file.contents.map(\.text) == [
        "```\n[[code]]\n```\nIt prints _____.", "2 + 2 = _____", "Which?",
      ])
    #expect(
      file.contents.map(\.solution) == [
        .text(TextSolution(accepted: [AcceptedText("Hello")])),
        .number(NumberSolution(accepted: [AcceptedNumber(.value(4, tolerance: 0))])),
        .several(SeveralSolution(correct: [0, 2])),
      ])
    #expect(file.contents.map(\.commentary) == ["", "Why.", ""])
    #expect(file.problems.isEmpty)
  }

  @Test func `what looks like a mark is written so that it stays text`() throws {
    let content = QuestionContent(
      text: "3. What?\n\n# no heading\n- [x] no choice\n<!-- no comment -->",
      choices: [
        Choice("```\ncode\n\n# code\n```"), Choice("one\n\n- two\n    three"), Choice("```open"),
      ],
      correct: 1, commentary: "- [ ] a\n### b\n\\# c\n\n~~~\n- d\n~~~")
    let exported = ExportedQuestion(category: "Deck", content: content)
    let file = try #require(QuestionFormat.markdown.write([exported, exported], name: "o.md"))
    let back = try QuestionFile.read(file.bytes, name: "o.md")
    #expect(back.contents == [content, content])
    #expect(back.questions.map(\.category) == ["Deck", "Deck"])
  }

  @Test func `a quiz block decides, also behind boxes that are none of its own`() throws {
    let file = try readText(
      "# To do\n\n- [ ] buy milk\n\n<quiz>\nWhich?\n- [x] this\n- [ ] that\n</quiz>\n",
      name: "q.md")
    #expect(file.contents.map(\.text) == ["Which?"])
    #expect(file.problems.isEmpty)
  }
}
