import Testing

@testable import QuizExchange

@Suite struct AnkiTests {
  private func read(_ text: String, makesChoices: Bool = false) throws -> QuestionFile {
    var options = ReadingOptions()
    options.makesChoices = makesChoices
    return try readText(text, name: "notes.txt", format: .anki, options: options)
  }

  @Test func `the settings name separator, columns, deck and tags`() throws {
    let file = try read(
      "#Separator:Pipe\n#HTML:false\n#tags:a b\n#deck:Stars\n#columns:question|a|b|correct|labels\n"
        + "#tags column:5\n# a comment\nWhich?|x|y|B|c\n")
    let question = try #require(file.questions.first)
    #expect(question.line == 8)
    #expect(question.category == "Stars")
    #expect(question.content.tags == ["a", "b", "c"])
    #expect(question.content.correctText == "y")
  }

  @Test func `HTML becomes plain text`() throws {
    let file = try read(
      "#separator:tab\n#html:true\n#columns:question\ta\tb\tcorrect\n"
        + "<b>Which</b>&nbsp;one?<br>Now<img src=\"x/y.png\">[sound:a.mp3]\t1 &lt; "
        + "2\t<i>no</i>\tA\n"
    )
    #expect(file.contents.first?.text == "Which\u{A0}one?\nNow[image: y.png]")
    #expect(file.contents.first?.choiceTexts == ["1 < 2", "no"])
  }

  @Test func `settings with the padding of a spreadsheet are read`() throws {
    let file = try read(
      "#separator:tab\t\t\n#html:true\t\t\nquestion\ta\tb\tkey\n<i>q</i>\tx\ty\tA\n")
    #expect(file.contents.map(\.text) == ["q"])
  }

  @Test(arguments: [
    (
      "a.csv",
      "#separator:Comma,,\n#html:false,,\n#deck:My Deck,,\nWhat is 1+1?,2,\nWhat is 2+2?,4,\n", 2
    ),
    ("a.txt", "\"#separator:Semicolon\";;\n\"#columns:Front;Back;Tags\"\nWhat is 1+1?;2;x\n", 1),
  ])
  func `settings that went through a spreadsheet are read, whatever the file is called`(
    name: String, text: String, count: Int
  ) throws {
    let file = try readText(text, name: name)
    #expect(file.contents.map(\.kind) == Array(repeating: .card, count: count))
    #expect(file.contents.first?.solution == .card(CardSolution(back: "2")))
    #expect(file.contents.first?.text == "What is 1+1?")
  }

  @Test(arguments: ["#deck:x", "# Fill in", "#Q Which?", "##"])
  func `a quoted note that begins with # is no setting`(text: String) throws {
    let file = try read("#separator:tab\n#columns:Front\tBack\n\"\(text)\"\t2\n")
    #expect(file.contents.map(\.text) == [text])
    let named = text.contains(":") ? "Which" : text
    #expect(try read("#separator:tab\n\"\(named)\"\t2\n").contents.map(\.text) == [named])
  }

  @Test func `notes with two fields are cards, or become questions with choices if asked`() throws {
    let cards = "one\t1\ntwo\t2\nthree\t3\nfour\t4\nuno\t1\n"
    #expect(
      try read(cards).contents.map(\.solution)
        == ["1", "2", "3", "4", "1"].map { .card(CardSolution(back: $0)) })
    let file = try read(cards, makesChoices: true)
    #expect(file.contents.map(\.correctText) == ["1", "2", "3", "4", "1"])
    #expect(file.contents.allSatisfy { Set($0.choiceTexts).count == 4 && $0.tags == ["generated"] })
    #expect(try read(cards, makesChoices: true).contents == file.contents)
    #expect(try read("one\t1\ntwo\t2\n", makesChoices: true).places == ["1:no-choices"])
  }

  @Test func `cards keep their tags, their deck and their number`() throws {
    let file = try read(
      "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#tags column:5\n#tags:all\n"
        + "g1\tWords\t<b>dog</b>\tperro<br>m.\ta b\n\tWords\tcat\t\t\n")
    let card = try #require(file.questions.first)
    #expect(card.content.text == "dog")
    #expect(card.content.solution == .card(CardSolution(back: "perro\nm.")))
    #expect(card.content.externalID == "g1")
    #expect(card.content.tags == ["all", "a", "b"])
    #expect(card.category == "Words")
    #expect(file.places == ["8:empty-back"])
  }

  @Test func `fields beyond the back are named once`() throws {
    let file = try read("#columns:Front\tBack\tHint\n#separator:tab\na\tb\tc\nd\te\tf\n")
    #expect(file.contents.count == 2)
    #expect(file.places == ["3:columns-ignored"])
    #expect(file.problems.first?.message(in: .english).hasSuffix("Hint") == true)
  }
}
