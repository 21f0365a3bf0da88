import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// Tests cards, gaps, orders and pairs in forms.
@Suite struct PartFormTests {
  private func form(
    _ kind: QuestionContent.Kind, _ edits: FormEdit..., text: String = "Text"
  ) throws -> QuestionForm {
    var form = QuestionForm()
    for edit in [.kind(kind, statements: []), .question(text), .commentary("so")] + edits {
      try form.apply(edit)
    }
    return form
  }

  private func problem(_ form: QuestionForm) -> Fault? {
    do throws(FormProblem) { _ = try form.content() } catch {
      if case .incomplete(let fault) = error { return fault }
    }
    return nil
  }

  @Test func `a card has a back`() throws {
    #expect(problem(try form(.card)) == .emptyBack)
    let content = try form(.card, .back(" The back ")).content()
    #expect(content.solution == .card(CardSolution(back: "The back")))
    #expect(content.choices.isEmpty)
  }

  @Test func `only a card needs no commentary`() throws {
    let card = try form(.card, .back("The back"), .commentary(" "))
    #expect(try card.content().commentary.isEmpty)
    let gaps = try form(.gaps, .gap(1, "x"), .commentary(""), text: "[[1]]")
    #expect(throws: FormProblem.emptyCommentary) { try gaps.content() }
  }

  @Test func `gaps have accepted answers, or choices with a sign before the right one`() throws {
    let content = try form(
      .gaps, .gap(1, "Paris | Lu*|a\\|b"), .gap(2, "is | = are"), text: "[[1]] [[2]]"
    ).content()
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: ["Paris", "Lu*", "a|b"].map { AcceptedText($0) })),
            .picked(GapChoices(["is", "are"], correct: 1)),
          ])))
    let again = QuestionForm(content)
    #expect(again.gaps == ["Paris | Lu* | a\\|b", "is | =are"])
    #expect(try again.content() == content)
  }

  @Test func `a gap keeps what its author wrote about an answer that stays`() throws {
    let content = QuestionContent(
      text: "[[1]]",
      solution: .gaps(
        GapsSolution([
          .typed(
            TextSolution(
              accepted: [AcceptedText("a", fraction: 0.5, feedback: "f"), AcceptedText("b")],
              isCaseSensitive: true))
        ])), commentary: "c")
    var form = QuestionForm(content)
    try form.apply(.gap(1, "b | a | c"))
    #expect(
      try form.content().solution
        == .gaps(
          GapsSolution([
            .typed(
              TextSolution(
                accepted: [
                  AcceptedText("b"), AcceptedText("a", fraction: 0.5, feedback: "f"),
                  AcceptedText("c"),
                ], isCaseSensitive: true))
          ])))
  }

  @Test func `a text and its gaps have to agree`() throws {
    #expect(problem(try form(.gaps)) == .noGaps)
    #expect(problem(try form(.gaps, text: "[[1]]")) == .gapWithoutAnswers(number: 1))
    #expect(
      problem(try form(.gaps, .gap(1, "a"), .gap(2, "b"), text: "[[1]]"))
        == .gapNotInText(number: 2))
    var form = try form(.gaps, .gap(1, "a"), .gap(2, "b"), text: "[[1]]")
    try form.apply(.removeGap(2))
    #expect(problem(form) == nil)
    #expect(throws: FormProblem.noSuchGap(number: 3, count: 1)) { try form.apply(.gap(3, "x")) }
  }

  @Test func `the order of the choices is the answer`() throws {
    var form = try form(.order, .choice(1, "one"), .choice(2, "two"), .leaveOutEmptyChoices)
    let content = try form.content()
    #expect(content.solution == .order && content.choices.map(\.text) == ["one", "two"])
    #expect(throws: FormProblem.otherKind(.single)) {
      try form.apply(.correct(LineNumbers([1...1])))
    }
  }

  @Test func `pairs have two sides`() throws {
    var form = try form(.match, .pair(1, "a | 1"))
    #expect(problem(form) == .tooFewPairs(1))
    #expect(throws: FormProblem.notAPair("b")) { try form.apply(.pair(2, "b ")) }
    #expect(throws: FormProblem.noSuchPair(number: 4, count: 1)) {
      try form.apply(.pair(4, "b | 2"))
    }
    try form.apply(.pair(2, "b | 2"))
    try form.apply(.extra("3 |  | 4 | 2 | 3"))
    #expect(
      try form.content().solution
        == .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3", "4"])))
    try form.apply(.removePair(1))
    #expect(problem(form) == .tooFewPairs(1))
  }

  @Test func `what belongs to another kind is refused`() throws {
    var form = try form(.card)
    for edit in [
      FormEdit.gap(1, "a"), .pair(1, "a | b"), .extra("a"), .accept("a"), .choice(1, "a"),
    ] {
      #expect(throws: FormProblem.self) { try form.apply(edit) }
    }
  }
}
