import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct QuestionFormTests {
  /// A complete form.
  func complete() throws -> QuestionForm {
    var form = QuestionForm()
    let edits: [FormEdit] = [
      .question("Which?"), .choice(1, "one"), .choice(2, "two"), .choice(3, "three"),
      .choice(4, "four"), .correct(LineNumbers(2)), .commentary("because"),
    ]
    for edit in edits { try form.apply(edit) }
    return form
  }

  @Test func `an empty form has four choices, none of them right`() {
    let form = QuestionForm()
    #expect(form.choices.map(\.text) == ["", "", "", ""])
    #expect(form.correct == [])
  }

  @Test func `what is missing is named from top to bottom`() throws {
    var form = QuestionForm()
    #expect(throws: FormProblem.emptyQuestion) { try form.content() }
    try form.apply(.question("Which?"))
    #expect(throws: FormProblem.emptyChoice(number: 1)) { try form.content() }
    for (number, text) in ["one", "two", "three"].enumerated() {
      try form.apply(.choice(number + 1, text))
    }
    #expect(throws: FormProblem.emptyChoice(number: 4)) { try form.content() }
    try form.apply(.choice(4, "four"))
    #expect(throws: FormProblem.noCorrectChoice) { try form.content() }
    try form.apply(.correct(LineNumbers(4)))
    #expect(throws: FormProblem.emptyCommentary) { try form.content() }
    try form.apply(.commentary("because"))
    #expect(try form.content().solution == .single(3))
  }

  @Test(arguments: ["", " ", "\t", "\u{3000}", "\u{200B}", "\u{FEFF} \u{3000}", "\u{00A0}"])
  func `a text of blanks alone is empty`(blank: String) throws {
    var form = try complete()
    try form.apply(.question(blank))
    #expect(throws: FormProblem.emptyQuestion) { try form.content() }
  }

  @Test func `blanks around a text are not stored, blanks inside are`() throws {
    var form = try complete()
    try form.apply(.question("\u{3000} two  words \t"))
    #expect(try form.content().text == "two  words")
  }

  @Test func `an emoji keeps what joins its parts`() throws {
    var form = try complete()
    try form.apply(.question("👩‍🚀"))
    #expect(try form.content().text == "👩‍🚀")
  }

  @Test func `two equal choices are refused, also when only blanks part them`() throws {
    var form = try complete()
    try form.apply(.choice(3, " one　"))
    #expect(throws: FormProblem.equalChoices(number: 3, first: 1)) { try form.content() }
  }

  @Test func `choices can be added and removed, but two stay`() throws {
    var form = try complete()
    try form.apply(.addChoice("five"))
    #expect(form.choices.count == 5)
    for _ in 0..<3 { try form.apply(.removeChoice(1)) }
    #expect(form.choices.map(\.text) == ["four", "five"])
    #expect(throws: FormProblem.tooFewChoices) { try form.apply(.removeChoice(1)) }
  }

  @Test(arguments: [(1, 0), (2, nil), (3, 1)])
  func `the mark of the right choice stays at its choice`(removed: Int, mark: Int?) throws {
    var form = try complete()
    try form.apply(.removeChoice(removed))
    #expect(form.correct.first == mark)
  }

  @Test(arguments: [FormEdit.choice(5, "x"), .correct(LineNumbers(0)), .removeChoice(9)])
  func `a choice that is not there changes nothing`(edit: FormEdit) throws {
    let before = try complete()
    var form = before
    #expect(throws: FormProblem.self) { try form.apply(edit) }
    #expect(form == before)
  }

  @Test func `tags lose blanks and repetitions`() throws {
    var form = try complete()
    try form.apply(.tags([" a", "b", "a", " "]))
    #expect(form.tags == ["a", "b"])
  }

  @Test func `what no field shows is kept`() throws {
    var content = QuestionContent.sample()
    content.title = "T1"
    content.externalID = "x-7"
    content.choices[1].feedback = "no"
    var form = QuestionForm(content)
    try form.apply(.question("Which one?"))
    let edited = try form.content()
    #expect(edited.title == "T1")
    #expect(edited.externalID == "x-7")
    #expect(edited.choices[1].feedback == "no")
  }

  @Test(arguments: [(1, [0]), (2, [1]), (3, []), (4, [])])
  func `of the choices that true and false replace only those two stay right`(
    number: Int, right: [Int]
  ) throws {
    var form = QuestionForm()
    try form.apply(.correct(LineNumbers([number...number])))
    try form.apply(.kind(.trueFalse, statements: ["true", "false"]))
    #expect(form.correct == right)
    try form.apply(.question("So?"))
    try form.apply(.commentary("yes"))
    if right.isEmpty { #expect(throws: FormProblem.noCorrectChoice) { try form.content() } }
  }

  @Test func `true and false with other words is an ordinary question`() throws {
    let content = QuestionContent(
      text: "So?", choices: [Choice("true"), Choice("false")], solution: .trueFalse(0),
      commentary: "yes")
    var form = QuestionForm(content)
    #expect(try form.content().kind == .trueFalse)
    try form.apply(.choice(2, "perhaps"))
    #expect(try form.content().kind == .single)
  }

  @Test func `the messages are the original's, word for word`() {
    let problems: [FormProblem] = [
      .emptyQuestion, .emptyChoice(number: 3), .noCorrectChoice, .emptyCommentary,
    ]
    #expect(
      problems.map { $0.text(in: .japanese) } == [
        "バリデーションエラー:質問を入力してください。", "バリデーションエラー:3番目の選択肢を入力してください。",
        "バリデーションエラー:正解の選択肢が選択されていません。", "バリデーションエラー:解説を入力してください。",
      ])
  }
}
