import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct H5PTests {
  private func read(_ library: String, _ content: String) throws -> QuestionFile {
    let about = "{\"title\":\"Lesson\",\"mainLibrary\":\"\(library)\"}"
    return try QuestionFile.read(
      ZipSample(["h5p.json": about, "content/content.json": content]).bytes, name: "a.h5p")
  }

  private func question(_ library: String, _ content: String) throws -> QuestionContent {
    let file = try read(library, content)
    #expect(file.questions.map(\.category) == ["Lesson"])
    return try #require(file.contents.first, "\(file.problems)")
  }

  @Test func `choices with their feedback are read`() throws {
    let content = try question(
      "H5P.MultiChoice",
      #"{"question":"<p>Which?</p>","answers":[{"text":"<div>a</div>","correct":false,"#
        + #""tipsAndFeedback":{"chosenFeedback":"no"}},{"text":"b","correct":true}]}"#)
    #expect(content.text == "Which?")
    #expect(content.choices == [Choice("a", feedback: "no"), Choice("b")])
    #expect(content.solution == .single(1))
  }

  @Test func `a statement has its own words`() throws {
    let content = try question(
      "H5P.TrueFalse",
      #"{"question":"Oslo?","correct":"false","l10n":{"trueText":"Yes","falseText":"No"}}"#)
    #expect(content.choiceTexts == ["Yes", "No"])
    #expect(content.solution == .trueFalse(1))
  }

  @Test func `the first answer of a set is right wherever it is placed`() throws {
    let content = try question(
      "H5P.SingleChoiceSet", #"{"choices":[{"question":"Q","answers":["right","b","c"]}]}"#)
    #expect(content.rightAnswer == "right")
    #expect(Set(content.choiceTexts) == ["right", "b", "c"])
  }

  @Test func `paragraphs to sort are listed in their right order`() throws {
    let content = try question(
      "H5P.SortParagraphs",
      #"{"taskDescription":"<p>Sort</p>","paragraphs":["<p>first</p>","second","third"]}"#)
    #expect(content.text == "Sort")
    #expect(content.choiceTexts == ["first", "second", "third"])
    #expect(content.solution == .order)
  }

  @Test func `a panel of a summary without statements is no question`() throws {
    let file = try read(
      "H5P.Summary",
      #"{"intro":"Choose","summaries":[{"summary":["right","wrong"]},{"summary":[]},{}]}"#)
    #expect(file.contents.map(\.rightAnswer) == ["right"])
    #expect(file.problems.isEmpty)
  }

  @Test func `blanks may be parts of words, with alternatives and a tip`() throws {
    let content = try question(
      "H5P.Blanks",
      #"{"text":"<p>Fill</p>","questions":["<p>*Blue/Navy:a tip*berries <em>(x)</em></p>"]}"#)
    #expect(content.text == "Fill\n[[1]]berries *(x)*")
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("Blue"), AcceptedText("Navy")]))
          ])))
  }

  @Test func `tips are named once`() throws {
    let file = try read(
      "H5P.Blanks", #"{"text":"Fill","questions":["a *b:tip* c","d *e:tip* f","g *h* i"]}"#)
    #expect(file.questions.count == 3)
    #expect(file.problems.map(\.code) == ["tips-dropped"])
  }

  @Test func `words to drag are the list of every gap`() throws {
    let content = try question(
      "H5P.DragText", #"{"taskDescription":"Drag","textField":"*a* and *b*"}"#)
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .picked(GapChoices(["a", "b"], correct: 0)),
            .picked(GapChoices(["a", "b"], correct: 1)),
          ])))
  }

  @Test func `words to drag may be distractors and have tips and feedback`() throws {
    let content = try question(
      "H5P.DragText",
      #"{"textField":"*a:tip* and\n*b\\+yes\\-no*","distractors":"*c* *d*"}"#)
    #expect(content.text == "[[1]] and\n[[2]]")
    let list = ["a", "b", "c", "d"]
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .picked(GapChoices(list, correct: 0)), .picked(GapChoices(list, correct: 1)),
          ])))
  }

  @Test func `tags in a blank are no answers, and stars around nothing are stars`() throws {
    let content = try question(
      "H5P.Blanks",
      #"{"behaviour":{"caseSensitive":true},"questions":["2 ** 3 = *<b class=\"a:b\">8</b>/eight*"]}"#
    )
    #expect(content.text == "2 ** 3 = [[1]]")
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .typed(
              TextSolution(
                accepted: [AcceptedText("8"), AcceptedText("eight")], isCaseSensitive: true))
          ])))
  }

  @Test func `any of several right choices is enough where one is to pick`() throws {
    let content = try question(
      "H5P.MultiChoice",
      #"{"question":"Q","behaviour":{"type":"single"},"answers":[{"text":"a","correct":true},"#
        + #"{"text":"b","correct":false},{"text":"c","correct":true}]}"#)
    #expect(content.solution == .single(try #require(SingleSolution(weights: [1, 0, 1]))))
  }

  @Test func `the contents may be in a folder of the package`() throws {
    let file = try QuestionFile.read(
      ZipSample([
        "Lesson/h5p.json": #"{"title":"Lesson","mainLibrary":"H5P.Crossword"}"#,
        "Lesson/content/content.json": #"{"words":[{"clue":"Capital?","answer":"Oslo"}]}"#,
      ]).bytes, name: "a.h5p")
    #expect(file.format?.name == "h5p")
    #expect(file.questions.map(\.category) == ["Lesson"])
  }

  @Test func `cards have two sides, crosswords clues`() throws {
    let card = try question(
      "H5P.Dialogcards", #"{"dialogs":[{"text":"dog","answer":"Hund"}]}"#)
    #expect(card.solution == .card(CardSolution(back: "Hund")))
    let word = try question(
      "H5P.Crossword", #"{"words":[{"clue":"Capital?","answer":"Oslo"}]}"#)
    #expect(word.solution == .text(TextSolution(accepted: [AcceptedText("Oslo")])))
  }

  @Test func `contents in contents are found, and what cannot be asked is named`() throws {
    let file = try read(
      "H5P.InteractiveBook",
      #"{"chapters":[{"library":"H5P.Column 1.1","params":{"content":[{"content":{"library":"#
        + #""H5P.TrueFalse 1.6","params":{"question":"Q","correct":"true"}}},{"content":{"library":"#
        + #""H5P.Essay 1.5","params":{"taskDescription":"Write"}}},{"content":{"library":"#
        + #""H5P.Text 1.1","params":{"text":"x"}}}]}}]}"#)
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.element) == ["#2"])
    #expect(file.problems.map(\.code) == ["not-multiple-choice"])
  }

  @Test func `damaged JSON is reported with its place`() throws {
    let file = try read("H5P.MultiChoice", "{\n\"question\":")
    #expect(file.problems.map(\.file).first == "a.h5p: content/content.json")
    #expect(file.places.first == "2:syntax")
  }
}
