import QuizSupport
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// Answers of several parts as they are drawn with what is right.
@Suite struct AnsweredPartsTests {
  private let pairs = [
    AnsweredPart(
      number: 1, left: "Amazon S3", answer: "stores objects", correctAnswer: "stores objects",
      correct: true),
    AnsweredPart(
      number: 2, left: "AWS Lambda", answer: "stores objects",
      correctAnswer: "runs functions on demand", correct: false),
  ]
  private let gaps = [
    AnsweredPart(number: 1, answer: nil, correctAnswer: "Nile", correct: false),
    AnsweredPart(number: 2, answer: nil, correctAnswer: "Mediterranean", correct: false),
  ]

  private func theme(
    _ language: Language = .english, _ signs: Signs = .ascii, columns: Int = 78, isLive: Bool = true
  ) -> Theme {
    Theme(
      strings: Strings(language: language), palette: Palette(), signs: signs, columns: columns,
      isLive: isLive)
  }

  @Test func `the right sides of pairs stand in one column`() {
    #expect(
      pairs.printed(theme()) == [
        "  + Amazon S3   –  stores objects",
        "  x AWS Lambda  –  stores objects  (right: runs functions on demand)",
      ])
    #expect(pairs.printed(theme(isLive: false))[0] == "  〇 Amazon S3  –  stores objects")
  }

  @Test func `a part that is longer than the window goes on two columns in`() {
    let rows = pairs.printed(theme(columns: 50))
    #expect(rows.count == 3 && rows[2].hasPrefix("      ") && !rows[2].hasPrefix("       "))
  }

  @Test func `of pairs what is right has a row each, and of gaps one row`() throws {
    #expect(
      pairs.rightAnswer(of: .match, theme()) == [
        "Right answer:", "  Amazon S3   –  stores objects",
        "  AWS Lambda  –  runs functions on demand",
      ])
    #expect(gaps.rightAnswer(of: .gaps, theme()) == ["Right answer: Nile; Mediterranean"])
    #expect(
      gaps.rightAnswer(of: .gaps, theme(.japanese)) == ["正しい答え : Nile；Mediterranean"])
    #expect(pairs.rightAnswer(of: .match, theme(isLive: false)) == nil)
  }

  @Test func `choices that were picked have the same boxes as in the question`() {
    let choices = [
      MarkedChoice(text: "Red", mark: .hit), MarkedChoice(text: "Green", mark: .missed),
    ]
    func rows(isLive: Bool) -> [String] {
      choices.view(
        theme(.english, .unicode, isLive: isLive), answer: "Red", missing: "(none)")
    }
    #expect(rows(isLive: true) == ["Yours:", "  ☑ Red  (right)", "  ☐ Green  (missed)"])
    #expect(rows(isLive: false) == ["Yours:", "  [x] Red  (right)", "  [ ] Green  (missed)"])
  }
}
