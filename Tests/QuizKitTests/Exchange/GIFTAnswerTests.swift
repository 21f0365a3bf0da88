import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests questions in GIFT with several right answers, and with typed answers.
@Suite struct GIFTAnswerTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.gift")
  }

  private func solutions(_ text: String) throws -> [Solution] {
    try read(text).contents.map(\.solution)
  }

  /// The text that is written for a solution, between the braces.
  private func written(_ solution: Solution, choices: [String] = []) throws -> String {
    let content = QuestionContent(
      text: "q", choices: choices.map { Choice($0) }, solution: solution)
    let file = try #require(
      QuestionFormat.gift.write([ExportedQuestion(content: content)], name: "o"))
    #expect(file.problems.isEmpty)
    let back = try QuestionFile.read(file.bytes, name: "o.gift")
    #expect(back.contents == [content])
    #expect(back.problems.map(\.level).allSatisfy { $0 == .warning })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "{~grass ~=blood ~snow}", "{ ~=blood ~grass ~snow }", "{\n~grass\n~=blood\n~snow\n}",
  ])
  func `an empty wrong answer before the right one is dropped, as Moodle does`(answers: String)
    throws
  {
    let content = try #require(try read("Red? \(answers)").contents.first)
    #expect(Set(content.choices.map(\.text)) == ["grass", "blood", "snow"])
    #expect(content.correctText == "blood")
  }

  @Test func `an empty answer that no right one follows is a fault`() throws {
    #expect(try read("Red? {=blood ~ ~snow}").places == ["1:empty-choice"])
  }

  @Test func `of equal answers only the first one is kept, because it decides`() throws {
    #expect(
      try solutions("Who?{=a#yes =b =%50%a#half}\n\nHow many?{#=3 =%50%3.0}") == [
        .text(TextSolution(accepted: [AcceptedText("a", feedback: "yes"), AcceptedText("b")])),
        .number(NumberSolution(accepted: [AcceptedNumber(.value(3, tolerance: 0))])),
      ])
  }

  // MARK: Several

  @Test func `several equals signs are several right answers`() throws {
    let file = try read(
      "Which?{=a#yes ~b\n=c ~%-50%d}\n\nWhich?{=a =b ~%50%c}\n\nAll?{=a =b ~%0%c}")
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 2])), .several(SeveralSolution(correct: [0, 1])),
        .several(SeveralSolution(correct: [0, 1])),
      ])
    #expect(file.contents.first?.choices.first == Choice("a", feedback: "yes"))
    #expect(file.places == ["1:weights-dropped", "4:partial-credit-dropped"])
  }

  @Test func `weights are parts of the point`() throws {
    let file = try read(
      "Who?{~%50%Grant ~%-100%No one ~%25.5%Wife ~Father}\n\nWho?{~%100%a ~%100%b ~c}")
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(weights: [0.5, -1, 0.255, 0])),
        .several(SeveralSolution(weights: [1, 1, 0])),
      ])
    #expect(file.problems.isEmpty)
  }

  @Test func `weights that only repeat the rule are none`() throws {
    let file = try read(
      "q{~%33.33333%a ~%33.33333%b ~%33.33333%c ~%-33.33333%d}\n\n// [kind:weighted]\n"
        + "r{~%50%a ~%50%b ~%-50%c}"
    )
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 1, 2])),
        .several(SeveralSolution(weights: [0.5, 0.5, -0.5])),
      ])
  }

  @Test func `one right answer stays one, unless a comment of ours says several`() throws {
    let file = try read(
      "q{~%100%a ~%-50%b}\n\n// [tag:t] [kind:several]\nr{~%100%a ~%-100%b}\n\ns{=a ~%50%b}\n\n"
        + "// [kind:other]\nt{=a ~b}")
    #expect(
      file.contents.map(\.solution) == [
        .single(SingleSolution(0, weights: [1, -0.5])), .several(SeveralSolution(correct: [0])),
        .single(SingleSolution(0, weights: [1, 0.5])), .single(0),
      ])
    #expect(file.contents[1].tags == ["t"])
    #expect(file.places == ["1:several-read-as-one"])
  }

  @Test func `all choices right is a warning, none an error`() throws {
    let file = try read("q{~%50%a ~%50%b}\n\nr{~%-50%a ~b}\n\n// [kind:several]\ns{~a ~b}")
    #expect(file.places == ["1:all-choices-right", "3:no-correct-choice", "6:no-correct-choice"])
    #expect(file.contents.count == 1)
  }

  @Test func `Moodle is told what each choice is credit`() throws {
    let choices = ["a", "b", "c", "d"]
    #expect(
      try written(.several(SeveralSolution(correct: [0, 1, 3])), choices: choices)
        == "q{\n\t~%33.33333%a\n\t~%33.33333%b\n\t~%-33.33333%c\n\t~%33.33333%d\n}\n\n")
    #expect(
      try written(.several(SeveralSolution(weights: [0.5, 0.125, -1, 0])), choices: choices)
        == "q{\n\t~%50%a\n\t~%12.5%b\n\t~%-100%c\n\t~d\n}\n\n")
  }

  @Test(arguments: [
    SeveralSolution(correct: [1]), SeveralSolution(correct: [0, 1, 2]),
    SeveralSolution(weights: [1, -1, -1]), SeveralSolution(weights: [0.5, 0.5, -0.5]),
    SeveralSolution(weights: [1, 0.5, -1]), SeveralSolution(weights: [1, 1, 0]),
    SeveralSolution(weights: [1 / 3, 2 / 3, -0.1]), SeveralSolution(weights: [0.07, 0.29, -0.57]),
  ])
  func `several right answers come back as they were`(solution: SeveralSolution) throws {
    _ = try written(.several(solution), choices: ["a", "b", "c"])
  }

  // MARK: Texts

  @Test func `short answers have weights, feedback and wildcards`() throws {
    #expect(
      try solutions(
        "From {\n=Nazareth#Yes!\n=%75%Nazereth#Nearly.\n=%-20%*\n}.\n\nWho?{no one =\\*}")
        == [
          .text(
            TextSolution(accepted: [
              AcceptedText("Nazareth", feedback: "Yes!"),
              AcceptedText("Nazereth", fraction: 0.75, feedback: "Nearly."),
              AcceptedText("*", fraction: 0),
            ])),
          .text(TextSolution(accepted: [AcceptedText("no one"), AcceptedText("\\*")])),
        ])
  }

  @Test func `a short answer has the format that it states`() throws {
    #expect(
      try solutions("[markdown]q{=a  b#[plain]c  d =[plain]e  f}").first
        == .text(
          TextSolution(accepted: [AcceptedText("a  b", feedback: "c d"), AcceptedText("e f")])))
  }

  @Test func `an empty answer is an error, and no whole point a warning`() throws {
    let file = try read("q{=a =}\n\nr{=}\n\ns{=%50%a}\n\nt{=%0%a}")
    #expect(
      file.places == ["1:empty-answer", "3:empty-answer", "5:no-full-credit", "7:bad-solution"])
    #expect(file.problems.first?.fault == .emptyAnswer(number: 2))
    #expect(file.contents.map(\.text) == ["s"])
  }

  @Test func `texts are written with their weights and feedback`() throws {
    #expect(
      try written(
        .text(
          TextSolution(accepted: [
            AcceptedText("%a=b"), AcceptedText("L*t\\*", fraction: 0.25, feedback: "#"),
          ]))) == "q{\n\t=[plain]%a\\=b\n\t=%25%L*t\\\\*#\\#\n}\n\n")
  }

  @Test(arguments: [
    "T", "false", "#", "=", "{}", "a->b", "~", "1..5", "a\nb", "//", "a  b", "[html]",
  ])
  func `a text that looks like something else comes back as it was`(text: String) throws {
    _ = try written(.text(TextSolution(accepted: [AcceptedText(text, feedback: text)])))
  }

  @Test func `answers that would be pairs to match are not written, and named`() throws {
    func faults(_ accepted: [AcceptedText]) throws -> [String] {
      let content = QuestionContent(
        text: "q", solution: .text(TextSolution(accepted: accepted)))
      let file = try #require(
        QuestionFormat.gift.write([ExportedQuestion(content: content)], name: "o"))
      return file.problems.map { "\($0.code) \($0.question)" }
    }
    let named = ["arrow-in-answers q"]
    #expect(try faults([AcceptedText("a->b"), AcceptedText("c")]) == named)
    #expect(try faults([AcceptedText("c"), AcceptedText("a", feedback: "->\u{301}")]) == named)
    #expect(try faults([AcceptedText("true", feedback: "a->b")]) == named)
    #expect(try faults([AcceptedText("a->b", feedback: "->")]) == [])
  }

  @Test func `what GIFT says nothing about is a named loss`() throws {
    let content = QuestionContent(
      text: "q",
      solution: .text(TextSolution(accepted: [AcceptedText("a")], isCaseSensitive: true)))
    let other = QuestionContent(
      text: "q", choices: [Choice("a"), Choice("b")],
      solution: .several(SeveralSolution(correct: [0], choose: 1)))
    let file = try #require(
      QuestionFormat.gift.write([content, other].map { ExportedQuestion(content: $0) }, name: "o"))
    #expect(file.problems.map(\.code) == ["choose-lost", "letter-case-lost"])
    #expect(file.written == 2)
  }

  // MARK: Numbers

  @Test func `numbers have tolerances, ranges, weights and feedback`() throws {
    let file = try read(
      """
      Pi?{#3.1415:0.0005}

      Two?{#=2 =%50%1..3#near =%25%-1e3:+.5 ~#no}

      Any?{#*}

      Born? {#
        =1822:0 #yes
        =%50%1822 : 2 #He was born
          in 1822.
        ####Why.}
      """)
    #expect(
      file.contents.map(\.solution) == [
        .number(NumberSolution(accepted: [AcceptedNumber(.value(3.1415, tolerance: 0.0005))])),
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(2, tolerance: 0)),
            AcceptedNumber(.range(1, 3), fraction: 0.5, feedback: "near"),
            AcceptedNumber(.value(-1000, tolerance: 0.5), fraction: 0.25),
            AcceptedNumber(.any, fraction: 0, feedback: "no"),
          ])), .number(NumberSolution(accepted: [AcceptedNumber(.any)])),
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(1822, tolerance: 0), feedback: "yes"),
            AcceptedNumber(
              .value(1822, tolerance: 2), fraction: 0.5, feedback: "He was born in 1822."),
          ])),
      ])
    #expect(file.contents.last?.commentary == "Why.")
    #expect(file.problems.isEmpty)
  }

  @Test func `what is no number, or an empty range, is an error that names it`() throws {
    let file = try read(
      "a{#many}\n\nb{#3:x}\n\nc{#5..1}\n\nd{#}\n\ne{#=}\n\nf{#1...}\n\ng{#~#no}\n\nh{#1e999}")
    #expect(
      file.problems.map(\.fault) == [
        .notANumber("many"), .notANumber("x"), .boundsReversed(lower: "5", upper: "1"),
        .emptyAnswer(number: 1), .emptyAnswer(number: 1), .notANumber("."),
        .badSolution(Reason("no number is right, or one is impossible", "正解の数値がないか、あり得ない数値です")),
        .notANumber("1e999"),
      ])
    #expect(file.questions.isEmpty)
  }

  @Test func `numbers are written with their tolerances and feedback`() throws {
    #expect(
      try written(
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(3, tolerance: 0.1)), AcceptedNumber(.value(0, tolerance: 0)),
            AcceptedNumber(.range(-1, 5), fraction: 0.5, feedback: "near"),
            AcceptedNumber(.any, fraction: 0, feedback: "no"),
          ]))) == "q{#\n\t=3:0.1\n\t=0\n\t=%50%-1..5#near\n\t~#no\n}\n\n")
    #expect(
      try written(
        .number(
          NumberSolution(accepted: [
            AcceptedNumber(.any, fraction: 0.5), AcceptedNumber(.value(1e-7, tolerance: 0)),
            AcceptedNumber(.value(2, tolerance: 0), fraction: 0),
          ]))
      ).hasPrefix("q{#\n\t=%50%*\n\t=1e-07\n\t=%0%2\n}"))
  }
}
