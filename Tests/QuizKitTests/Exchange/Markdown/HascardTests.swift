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

  @Test func `a gap is taken to the letter`() throws {
    let file = try read("# Power\n2\\_3 and \\*p and _a * b_ \\\\\n")
    #expect(file.contents.map(\.text) == ["Power\n2_3 and \\*p and _____ \\\\"])
    #expect(
      file.contents.map(\.solution) == [.text(TextSolution(accepted: [AcceptedText("a \\* b")]))])
  }

  @Test(arguments: ["_a_ and _b_", "_a_\n_b_", "_a_ _", "__", "_a_ and\nsnake_case"])
  func `more than one gap, or half of one, is skipped as before`(text: String) throws {
    let file = try read("# Gaps\n\(text)\n")
    #expect(file.problems.map(\.fault) == [.notMultipleChoice(.gaps)])
    #expect((file.skipped, file.errors) == (1, 0))
  }
}
