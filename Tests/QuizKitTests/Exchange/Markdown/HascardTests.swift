import Testing

@testable import QuizExchange

/// Tests cards of hascard with several right answers, and with a gap.
@Suite struct HascardTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "deck.txt", format: .hascard)
  }

  @Test func `boxes are several right answers, even if one is right`() throws {
    let file = try read(
      "# Many\n[*] a\n[ ] b\n  more\n- still b\n[x] c\n---\n# One\nof these\n[ ] a\n[*] b\n---\n"
        + "# None\n[ ] a\n[ ] b\n"
        + "---\n# All\n[*] a\n[*] b\n")
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 2])), .several(SeveralSolution(correct: [1])),
        .several(SeveralSolution(correct: [0, 1])),
      ])
    #expect(file.contents[0].choiceTexts == ["a", "b\n  more\n- still b", "c"])
    #expect(file.contents[1].text == "One\nof these")
    #expect(file.places == ["13:no-correct-choice", "17:all-choices-right"])
  }

  @Test func `several stars are several right answers`() throws {
    let file = try read("# Which?\n* a\n- b\n* c\n")
    #expect(file.contents.map(\.solution) == [.several(SeveralSolution(correct: [0, 2]))])
  }

  @Test func `a gap asks for what is in it`() throws {
    let file = try read(
      "# LGN\n_lateral geniculate nuclei_\n---\n# Union\nThe _EU|European Union_ was founded.\n\n"
        + "In Rome.\n"
    )
    #expect(file.contents.map(\.text) == ["LGN", "Union\nThe _____ was founded.\n\nIn Rome."])
    #expect(
      file.contents.map(\.solution) == [
        .text(TextSolution(accepted: [AcceptedText("lateral geniculate nuclei")])),
        .text(TextSolution(accepted: [AcceptedText("EU"), AcceptedText("European Union")])),
      ])
    #expect(file.contents.allSatisfy { $0.choices.isEmpty })
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: [
    ("28", NumberSpan.value(28, tolerance: 0)), ("-2.5", .value(-2.5, tolerance: 0)),
  ])
  func `a gap with a plain number asks for a number`(gap: String, span: NumberSpan) throws {
    let file = try read("# Rank\nIt is the _\(gap)_th.\n")
    #expect(
      file.contents.map(\.solution) == [.number(NumberSolution(accepted: [AcceptedNumber(span)]))])
  }

  @Test(arguments: ["007", "3.10", "28|twenty-eight", "1,5", "28 %"])
  func `what is no plain number is a text`(gap: String) throws {
    #expect(try read("# Which?\n_\(gap)_\n").contents.map(\.kind) == [.text])
  }

  @Test func `a text that a gap accepts twice counts once`() throws {
    let file = try read("# Which?\n_a|b|a_\n")
    #expect(
      file.contents.map(\.solution) == [
        .text(TextSolution(accepted: [AcceptedText("a"), AcceptedText("b")]))
      ])
  }

  @Test func `what looks like the mark of a gap beside several gaps is none`() throws {
    let file = try read("# [[2]] of\n_a_ [[1]] _b_\n```\n[[1]]\n```\n---\n# [[1]]\n_a_\n")
    #expect(
      file.contents.map(\.text) == ["[ [2]] of\n[[1]] [ [1]] [[2]]\n```\n[ [1]]\n```", "[[1]]"])
  }

  @Test func `a gap is taken to the letter`() throws {
    let file = try read("# Power\n2\\_3 and \\*p and _a * b_ \\\\\n")
    #expect(file.contents.map(\.text) == ["Power\n2_3 and \\*p and _____ \\\\"])
    #expect(
      file.contents.map(\.solution) == [.text(TextSolution(accepted: [AcceptedText("a \\* b")]))])
  }

  @Test func `several gaps are filled one by one`() throws {
    let file = try read("# Gaps\n_a|b_ and _c*_\n_28_\n")
    #expect(file.contents.map(\.text) == ["Gaps\n[[1]] and [[2]]\n[[3]]"])
    let texts = [["a", "b"], ["c\\*"], ["28"]].map { accepted in
      Gap.typed(TextSolution(accepted: accepted.map { AcceptedText($0) }))
    }
    #expect(file.contents.map(\.solution) == [.gaps(GapsSolution(texts))])
  }

  @Test(arguments: [
    "_a_ _", "__", "_a_ and\nsnake_case", "A list:\n- a\n- b", "2. a\n3. b", "1. a",
  ])
  func `everything else is the back of a card`(text: String) throws {
    let file = try read("# Front\n\n\(text)\n")
    #expect(file.contents.map(\.text) == ["Front"])
    #expect(file.contents.map(\.solution) == [.card(CardSolution(back: text))])
    #expect(file.problems.isEmpty)
  }

  @Test func `numbered lines are put in order`() throws {
    let file = try read("# Sort\n3. c\n1. a\n\n2. b\n")
    #expect(file.contents.map(\.solution) == [.order])
    #expect(file.contents.map(\.choiceTexts) == [["a", "b", "c"]])
  }

  @Test func `a list below a text has choices only if some are right and some are wrong`() throws {
    let file = try read(
      "# One\nLook.\n- a\n* b\n---\n# Two\nThese:\n* a\n* b\n---\n# Three\n- a\n- b\n")
    #expect(file.contents.map(\.kind) == [.single, .card])
    #expect(file.contents.first?.text == "One\nLook.")
    #expect(file.places == ["11:no-correct-choice"])
  }

  @Test func `a text with sections is no deck, although it has rules and stars`() throws {
    let text = "# One\n\nText.\n\n* a\n* b\n\n---\n\n# Two\n\n%Three\n\nText.\n"
    let cards = try readText(text.replacing("%", with: ""), name: "deck.md")
    #expect(cards.contents.count == 2)
    let lesson = try readText(text.replacing("%", with: "## "), name: "lesson.md")
    #expect(lesson.places == ["1:no-questions"])
  }

  @Test func `a card that would be read as something else is left out`() throws {
    let cards = ["---", "1. a\n2. b", "_a_ b", "- a\n* b"].map {
      ExportedQuestion(content: QuestionContent(text: "q", solution: .card(CardSolution(back: $0))))
    }
    let written = try #require(QuestionFormat.hascard.write(cards, name: "out.txt"))
    #expect(written.written == 0)
    #expect(written.problems.map(\.code) == Array(repeating: "unwritable", count: 4))
  }

  @Test func `an answer that is credit a part is not written as a right one`() throws {
    let hascard = try #require(QuestionFormat.named("hascard"))
    let content = QuestionContent(
      text: "q",
      solution: .text(
        TextSolution(accepted: [AcceptedText("a"), AcceptedText("b", fraction: 0.5)])))
    let written = try #require(
      hascard.write([ExportedQuestion(content: content)], name: "out"))
    #expect(String(decoding: written.bytes, as: UTF8.self).contains("_a_"))
  }
}
