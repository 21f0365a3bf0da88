import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct KindFormTests {
  /// A form with these edits.
  private func form(_ edits: FormEdit...) throws -> QuestionForm {
    var form = QuestionForm()
    for edit in [.question("Which?"), .commentary("because")] + edits { try form.apply(edit) }
    return form
  }

  private func kind(_ kind: QuestionContent.Kind) -> FormEdit {
    .kind(kind, statements: ["True", "False"])
  }

  private var fourChoices: [FormEdit] {
    ["one", "two", "three", "four"].enumerated().map { .choice($0 + 1, $1) }
  }

  private func numbers(_ ranges: ClosedRange<Int>...) -> LineNumbers { LineNumbers(ranges) }

  @Test func `several choices can be right`() throws {
    var form = try form(kind(.several))
    for edit in fourChoices { try form.apply(edit) }
    try form.apply(.correct(numbers(1...1, 3...4)))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0, 2, 3])))
  }

  @Test func `the text says how many choices to pick, as it does in a file`() throws {
    var form = try form(kind(.several), .question("Which are they? (Choose TWO.)"))
    for edit in fourChoices { try form.apply(edit) }
    try form.apply(.correct(numbers(1...2)))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0, 1], choose: 2)))
    try form.apply(.question("Which are they?"))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0, 1])))
    try form.apply(.question("次のうち正しいものを2つ選べ。"))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0, 1], choose: 2)))
  }

  @Test func `an edited text says anew how many choices to pick`() throws {
    let choices = ["one", "two", "three"].map { Choice($0) }
    let content = QuestionContent(
      text: "Choose two.", choices: choices,
      solution: .several(SeveralSolution(correct: [0, 1], choose: 2)), commentary: "because")
    var form = QuestionForm(content, deck: nil)
    try form.apply(.question("Choose all that apply."))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0, 1])))
  }

  @Test(arguments: [("Which are they?", 2), ("Choose two.", nil)])
  func `what a file says elsewhere of how many to pick survives an edit`(
    text: String, choose: Int?
  ) throws {
    let choices = ["one", "two", "three"].map { Choice($0) }
    let content = QuestionContent(
      text: text, choices: choices,
      solution: .several(SeveralSolution(correct: [0, 1], choose: choose)), commentary: "because")
    var form = QuestionForm(content, deck: nil)
    try form.apply(.commentary("for another reason"))
    #expect(try form.content().solution == content.solution)
  }

  @Test func `one choice stays the only right one until the kind says otherwise`() throws {
    var form = try form()
    #expect(throws: FormProblem.oneRightChoice) { try form.apply(.correct(numbers(1...2))) }
    #expect(form.correct == [])
  }

  @Test func `a number that is no choice marks nothing`() throws {
    var form = try form(kind(.several))
    #expect(throws: FormProblem.noSuchChoice(number: 9, count: 4)) {
      try form.apply(.correct(numbers(1...9)))
    }
    #expect(form.correct == [])
  }

  @Test func `what is marked stays marked where the new kind allows it`() throws {
    var form = try form(.correct(LineNumbers(2)), kind(.several))
    #expect(form.correct == [1])
    try form.apply(kind(.single))
    #expect(form.correct == [1])
    try form.apply(kind(.several))
    try form.apply(.correct(numbers(1...2)))
    try form.apply(kind(.single))
    #expect(form.correct == [])
  }

  @Test func `choices come back when a typed answer is given up`() throws {
    var form = try form()
    for edit in fourChoices { try form.apply(edit) }
    try form.apply(kind(.text))
    #expect(throws: FormProblem.otherKind(.single)) { try form.apply(.choice(1, "x")) }
    #expect(throws: FormProblem.otherKind(.single)) { try form.apply(.addChoice("x")) }
    try form.apply(kind(.single))
    #expect(form.choices.map(\.text) == ["one", "two", "three", "four"])
  }

  @Test func `an empty form gets the two statements, a full one is refused`() throws {
    var form = try form(kind(.trueFalse), .correct(LineNumbers(2)))
    #expect(try form.content().choices.map(\.text) == ["True", "False"])
    #expect(try form.content().solution == .trueFalse(1))
    form = try self.form()
    for edit in fourChoices { try form.apply(edit) }
    #expect(throws: FormProblem.notTwoChoices(4)) { try form.apply(kind(.trueFalse)) }
    #expect(form.kind == .single)
  }

  @Test func `statements that are written anew are choices like any others`() throws {
    let form = try form(kind(.trueFalse), .correct(LineNumbers(1)), .choice(1, "Perhaps"))
    #expect(try form.content().solution == .single(0))
  }

  @Test func `texts are accepted, written anew and taken away`() throws {
    var form = try form(kind(.text))
    #expect(throws: FormProblem.noAnswer(.text)) { try form.content() }
    for text in [" Paris ", "Paname", "par*"] { try form.apply(.accept(text)) }
    try form.apply(.accepted(2, "Lutetia"))
    try form.apply(.unaccept(1))
    try form.apply(.caseSensitive(true))
    let solution = TextSolution(
      accepted: [AcceptedText("Lutetia"), AcceptedText("par*")], isCaseSensitive: true)
    #expect(try form.content().solution == .text(solution))
    #expect(try form.content().choices == [])
  }

  @Test func `numbers are accepted with a tolerance or as a range`() throws {
    var form = try form(kind(.number))
    #expect(throws: FormProblem.noAnswer(.number)) { try form.content() }
    try form.apply(.number("3.14 ± 0.01"))
    try form.apply(.number("3 to 4"))
    let accepted = [
      AcceptedNumber(.value(3.14, tolerance: 0.01)), AcceptedNumber(.range(3, 4)),
    ]
    #expect(try form.content().solution == .number(NumberSolution(accepted: accepted)))
    try form.apply(.accepted(2, "7"))
    #expect(form.accepted == ["3.14 ± 0.01", "7"])
  }

  @Test func `what is no answer changes nothing`() throws {
    var form = try form(kind(.number), .number("3"))
    #expect(throws: FormProblem.notANumber("three")) { try form.apply(.number(" three ")) }
    #expect(throws: FormProblem.notANumber("x")) { try form.apply(.accepted(1, "x")) }
    #expect(throws: FormProblem.noSuchAnswer(number: 2, count: 1)) {
      try form.apply(.accepted(2, "4"))
    }
    #expect(throws: FormProblem.noSuchAnswer(number: 0, count: 1)) { try form.apply(.unaccept(0)) }
    #expect(throws: FormProblem.otherKind(.text)) { try form.apply(.accept("three")) }
    #expect(form.accepted == ["3"])
    try form.apply(kind(.text))
    #expect(throws: FormProblem.emptyAnswer) { try form.apply(.accept(" ")) }
    #expect(throws: FormProblem.otherKind(.number)) { try form.apply(.number("3")) }
    #expect(throws: FormProblem.noSuchAnswer(number: 1, count: 0)) { try form.apply(.unaccept(1)) }
  }

  @Test func `accepting an answer needs a question that asks for one`() throws {
    var form = try form()
    #expect(throws: FormProblem.otherKind(.text)) { try form.apply(.accept("Paris")) }
    #expect(throws: FormProblem.otherKind(.number)) { try form.apply(.number("3")) }
    #expect(throws: FormProblem.otherKind(.text)) { try form.apply(.unaccept(1)) }
    #expect(throws: FormProblem.otherKind(.text)) { try form.apply(.caseSensitive(true)) }
  }

  @Test func `editing keeps what the author asked for and weighed`() throws {
    let several = SeveralSolution(correct: [0, 1], choose: 2, weights: [0.5, 0.5, -1])
    let content = QuestionContent(
      text: "Which?", choices: [Choice("a"), Choice("b"), Choice("c")],
      solution: .several(several), commentary: "because")
    var form = QuestionForm(content)
    try form.apply(.commentary("so"))
    #expect(try form.content().solution == .several(several))
    try form.apply(.addChoice("d"))
    #expect(
      try form.content().solution
        == .several(SeveralSolution(correct: [0, 1], choose: 2, weights: [0.5, 0.5, -1, 0])))
    try form.apply(.removeChoice(1))
    #expect(
      try form.content().solution
        == .several(SeveralSolution(correct: [0], weights: [0.5, -1, 0])))
    try form.apply(.correct(numbers(2...3)))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [1, 2])))
  }

  // MARK: Weights of choices when one is to be picked

  private func weighted(_ weights: Double...) throws -> QuestionForm {
    QuestionForm(
      QuestionContent(
        text: "Which?", choices: (1...weights.count).map { Choice("c\($0)") },
        solution: .single(try #require(SingleSolution(weights: weights))), commentary: "because"))
  }

  private func weights(_ form: QuestionForm) throws -> [Double]? {
    guard case .single(let solution) = try form.content().solution else { return nil }
    return solution.weights
  }

  @Test func `editing keeps what the choices of one are credit`() throws {
    var form = try weighted(1, 0.5, -0.25)
    try form.apply(.choice(2, "another"))
    try form.apply(.commentary("so"))
    // A form sends back the values that it displays.
    try form.apply(.correct(numbers(1...1)))
    #expect(try weights(form) == [1, 0.5, -0.25] && form.warning == nil)
    try form.apply(.addChoice("d"))
    #expect(try weights(form) == [1, 0.5, -0.25, 0])
    try form.apply(.removeChoice(2))
    #expect(try weights(form) == [1, -0.25, 0] && form.warning == nil)
    try form.apply(.removeChoice(2))
    #expect(try form.content().solution == .single(0) && form.warning == nil)
  }

  @Test func `weights go with what was right, and come back with it`() throws {
    var form = try weighted(1, 0.5, -0.25)
    let before = form
    try form.apply(.correct(numbers(2...2)))
    #expect(try form.content().solution == .single(1))
    #expect(form.warning == .weightsDropped)
    try form.apply(.correct(numbers(1...1)))
    #expect(form == before)
    try form.apply(kind(.several))
    #expect(try form.content().solution == .several(SeveralSolution(correct: [0])))
    #expect(form.warning == .weightsDropped)
    try form.apply(kind(.single))
    #expect(form == before)
  }

  @Test func `weights do not come back to other choices`() throws {
    var form = try weighted(1, 0.5, -0.25)
    try form.apply(.correct(numbers(2...2)))
    try form.apply(.removeChoice(3))
    try form.apply(.correct(numbers(1...1)))
    #expect(try form.content().solution == .single(0))
    #expect(form.warning == .weightsDropped)
    form = try weighted(0.5, 1, -0.25)
    try form.apply(.removeChoice(2))
    #expect(throws: FormProblem.noCorrectChoice) { try form.content() }
    try form.apply(.correct(numbers(1...1)))
    #expect(try form.content().solution == .single(0))
    #expect(form.warning == .weightsDropped)
    form = try weighted(1, 0.5, -0.25)
    try form.apply(.correct(numbers(2...2)))
    try form.apply(.addChoice("d"))
    try form.apply(.correct(numbers(1...1)))
    #expect(try form.content().solution == .single(0))
  }

  @Test func `equally good choices stay right while one of them is there`() throws {
    var form = try weighted(1, 0, 1)
    #expect(form.correct == [0, 2])
    try form.apply(.correct(numbers(1...1, 3...3)))
    #expect(try weights(form) == [1, 0, 1])
    #expect(throws: FormProblem.oneRightChoice) { try form.apply(.correct(numbers(1...2))) }
    var alone = form
    try form.apply(.removeChoice(1))
    #expect(try form.content().solution == .single(1))
    try alone.apply(.correct(numbers(3...3)))
    #expect(try alone.content().solution == .single(2))
    #expect(alone.warning == .weightsDropped)
    for language in [Language.english, .japanese] {
      #expect(!FormWarning.weightsDropped.text(in: language).isEmpty)
    }
  }

  @Test func `editing an accepted answer keeps what it is credit and its feedback`() throws {
    let content = QuestionContent(
      text: "Which?",
      solution: .text(
        TextSolution(accepted: [AcceptedText("Pariss", fraction: 0.5, feedback: "almost")])),
      commentary: "because")
    var form = QuestionForm(content)
    try form.apply(.accepted(1, "Parris"))
    #expect(
      try form.content().solution
        == .text(
          TextSolution(accepted: [AcceptedText("Parris", fraction: 0.5, feedback: "almost")])))
  }

  @Test func `an answer that is accepted already is not accepted twice`() throws {
    var text = try form(kind(.text), .accept("a"), .accept("b"), .accept("a "))
    #expect(
      try text.content().solution
        == .text(TextSolution(accepted: [AcceptedText("a"), AcceptedText("b")])))
    try text.apply(.accepted(2, "a"))
    #expect(try text.content().solution == .text(TextSolution(accepted: [AcceptedText("a")])))
    let number = try form(kind(.number), .number("3"), .number("3.0")).content()
    #expect(
      number.solution
        == .number(NumberSolution(accepted: [AcceptedNumber(.value(3, tolerance: 0))])))
  }

  @Test func `all choices right is credit a warning, some are not`() throws {
    var form = try form(kind(.several))
    for edit in fourChoices { try form.apply(edit) }
    try form.apply(.correct(numbers(1...4)))
    #expect(form.warning == .allChoicesRight)
    try form.apply(.correct(numbers(1...3)))
    #expect(form.warning == nil)
  }
}
