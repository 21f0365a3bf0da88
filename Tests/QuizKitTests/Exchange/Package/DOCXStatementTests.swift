import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct DOCXStatementTests: WordSampling {
  /// A paragraph in which the words between stars are bold.
  private func bold(_ text: String) -> String {
    let runs = text.split(separator: "*", omittingEmptySubsequences: false).enumerated().map {
      "<w:r><w:rPr>\($0 % 2 == 1 ? "<w:b/>" : "")</w:rPr><w:t>\($1)</w:t></w:r>"
    }
    return "<w:p>\(runs.joined())</w:p>"
  }

  private func isTrue(_ file: QuestionFile) -> [Bool] {
    file.contents.map { $0.solution == .trueFalse(0) }
  }

  @Test(
    arguments: [
      "The sky is blue. (True)", "The sky is blue. [T]", "(T) The sky is blue.",
      "The sky is blue. → True", "The sky is blue. – True", "The sky is blue. T",
      "True: The sky is blue.", "T. The sky is blue.", "__T__ 1. The sky is blue.",
      "The sky is blue. Answer: True", "True / False: The sky is blue. → True",
    ])
  func `a statement below a title says itself whether it is true`(_ text: String) throws {
    let file = try read(
      heading("True or False", 1) + paragraph(text) + paragraph("Water is dry. (False)"))
    #expect(file.contents.map(\.text) == ["The sky is blue.", "Water is dry."])
    #expect(isTrue(file) == [true, false])
    #expect(file.questions.map(\.line) == [2, 3])
  }

  @Test func `a pair of words asks, and the marked one is the answer`() throws {
    let file = try read(
      bold("(True / *False*) Water is dry.") + bold("The sky is blue. *True*/False")
        + bold("Grass is green. (*T* / F)") + bold("Is snow white? (True / False)"))
    #expect(isTrue(file) == [false, true, true])
    #expect(file.contents.map(\.text) == ["Water is dry.", "The sky is blue.", "Grass is green."])
    #expect(file.places == ["4:no-correct-choice"])
  }

  @Test func `the answer may be a line below the statement`() throws {
    let file = try read(
      paragraph("True or False", "<w:b/>") + paragraph("Water is dry.") + paragraph("Answer: False")
        + paragraph("The sky is blue.") + bold("*True* / False") + paragraph("Snow is white.")
        + paragraph("True", "<w:b/>") + paragraph("False") + paragraph("Coal is white.")
        + paragraph("False"))
    #expect(
      file.contents.map(\.text)
        == ["Water is dry.", "The sky is blue.", "Snow is white.", "Coal is white."])
    #expect(isTrue(file) == [false, true, true, false])
  }

  @Test func `titles and long paragraphs are no statements`() throws {
    let long = String(repeating: "word ", count: 500) + "end. (True)"
    let file = try read(
      heading("True or False", 1) + paragraph(long) + paragraph("The sky is blue. (True)")
        + heading("More", 1) + paragraph("Colours") + bold("*True* / False"))
    #expect(file.contents.map(\.text) == ["The sky is blue."])
    #expect(file.places == [])
  }

  @Test func `numbered items below headings that ask are choices`() throws {
    let items = list("one", 1) + list("two", 1, "<w:b/>")
    let file = try read(
      heading("Which is it?", 2) + items + heading("Which is it not?", 2) + items)
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"], ["one", "two"]])
    #expect(file.contents.map(\.correctText) == ["two", "two"])
  }

  @Test func `a statement that nothing answers is named with its paragraph`() throws {
    let file = try read(
      heading("True or False", 1) + paragraph("The sky is blue.") + paragraph("Water is dry. (F)")
        + heading("Notes", 1) + paragraph("This is no question."))
    #expect(file.places == ["2:no-correct-choice"])
    #expect(isTrue(file) == [false])
  }

  @Test func `words of a report are no statements`() throws {
    let file = try read(
      paragraph("The value of this flag is (true)") + paragraph("Nothing else is said of it."))
    #expect(file.questions.isEmpty)
    #expect(file.problems.map(\.code) == ["no-questions"])
  }

  @Test func `an answer fills a blank`() throws {
    let file = try read(
      paragraph("The capital of France is ______.") + paragraph("Answer: Paris; paris")
        + paragraph("2. Ice melts at ____ degrees.") + paragraph("Answer: 0")
        + paragraph("____ is red and ____ is green.") + paragraph("Answers: Blood, grass"))
    #expect(
      file.contents.map(\.text)
        == [
          "The capital of France is _____.", "Ice melts at _____ degrees.",
          "[[1]] is red and [[2]] is green.",
        ])
    #expect(file.contents.map(\.kind) == [.text, .number, .gaps])
    #expect(file.contents.map(\.solution.accepted.count) == [2, 1, 0])
  }

  @Test func `a blank that nothing fills is named, and one of a form is nothing`() throws {
    let file = try read(
      paragraph("Name: ______  Date: ____") + paragraph("The capital of France is ____.")
        + paragraph("The capital of Spain is ____.") + paragraph("________")
        + paragraph("3. The capital of Italy is ____.") + paragraph("Answer: Rome"))
    #expect(file.places == ["2:gap-without-answers", "3:gap-without-answers"])
    #expect(file.contents.map(\.text) == ["The capital of Italy is _____."])
  }

  @Test func `the key may be the last line of the paragraph, and join two answers by a word`()
    throws
  {
    let lines = ["1. ____ and ____ are colours.", "→ Answer: red and blue"]
      .map { "<w:t>\($0)</w:t>" }.joined(separator: "<w:br/>")
    let file = try read("<w:p><w:r>\(lines)</w:r></w:p>")
    #expect(file.contents.map(\.text) == ["[[1]] and [[2]] are colours."])
    #expect(file.contents.map(\.kind) == [.gaps])
  }

  @Test func `a number with an answer of its own is named, whatever the word for the answer`()
    throws
  {
    let file = try read(
      paragraph("1. Name it") + paragraph("Antwort: an apple") + paragraph("2. Slow pages")
        + paragraph("Solution: fewer pictures"))
    #expect(file.places == ["1:not-multiple-choice", "3:not-multiple-choice"])
  }

  @Test func `an answer to a question without choices is named as a card`() throws {
    let file = try read(paragraph("1. What is it?") + paragraph("Answer: an apple"))
    #expect(file.places == ["1:not-multiple-choice"])
  }
}
