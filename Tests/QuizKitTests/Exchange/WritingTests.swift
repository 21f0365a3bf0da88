import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct WritingTests {
  /// Texts that contain every special character of every format.
  private let awkward = [
    "// no comment", "[html] no format", "%50% no weight", "$CATEGORY: no category", "::no title::",
    "a = b ~ c # d { e } : f \\ g \\n h", "tab\there", "two  blanks", "line\n  indented\nend",
    "\"quoted\", and 'so'", "=1+1", "-1", "@x", "a;b|c,d\te", "#Q no question", "^ no key",
    "A. no choice",
    "ANSWER: A", "日本語\n改行", "&amp; &lt;b&gt; <br>", "####", "a#b####c", "\\", "e\u{301}", "🙂", "→",
    "---",
    "```", "- [x] no box", "- no item", "{", "}", "T", "TRUE", "0", "1", "A", "ア", "no,ne", "'",
    "[plain]", "*", "1. x",
    "\u{301}accent first", "//\u{301}", "a\n\u{3099}b", "#\u{301}", "-\u{301} x", "```\u{301}",
  ]

  private var questions: [ExportedQuestion] { singles + others }

  /// Questions of the other kinds with the same texts.
  private var others: [ExportedQuestion] {
    singles.enumerated().map { index, question in
      var question = question
      let (count, texts) = (question.content.choices.count, question.content.choiceTexts)
      let fractions = texts.indices.map { $0 == 0 || index % 5 != 0 ? 1 : 0.5 }
      switch index % 3 {
      case 0:
        let correct = Set([index % count, 1])
        let weights = (0..<count).map { correct.contains($0) ? 1 / Double(correct.count) : -0.25 }
        question.content.solution = .several(
          SeveralSolution(
            correct: correct, choose: index % 2 == 0 ? nil : 2,
            weights: index % 4 == 0 ? weights : nil))
      case 1:
        question.content.choices = []
        question.content.solution = .text(
          TextSolution(
            accepted: zip(texts, fractions).map { text, fraction in
              AcceptedText(text, fraction: fraction, feedback: index % 2 == 0 ? awkward[index] : "")
            }, isCaseSensitive: index % 4 == 1))
      default:
        let spans: [NumberSpan] = [
          .value(-0.1, tolerance: 0.001), .range(-1e21, Double(index) / 3), .any,
          .value(1e15, tolerance: 0), .range(0.5, 0.5),
        ]
        question.content.choices = []
        question.content.solution = .number(
          NumberSolution(
            accepted: zip(spans, fractions).map { span, fraction in
              AcceptedNumber(
                span, fraction: fraction, feedback: index % 2 == 0 ? awkward[index] : "")
            }))
      }
      return question
    }
  }

  private var singles: [ExportedQuestion] {
    awkward.indices.map { index in
      func text(_ offset: Int) -> String { awkward[(index + offset) % awkward.count] }
      let choices = (1...(2 + index % 5)).map {
        Choice(text($0), feedback: index % 3 == 0 ? text($0 + 7) : "")
      }
      let some: [Double] = [1, -1, 0.5, -0.3333333, 0]
      let weights = choices.indices.map { some[($0 + index) % 5] }
      return ExportedQuestion(
        category: index % 4 == 0 ? nil : "Deck \(index / 10)",
        content: QuestionContent(
          text: text(0), choices: choices,
          solution: index % 4 == 1
            ? .single(SingleSolution(weights: weights) ?? SingleSolution(0))
            : .single(index % choices.count),
          commentary: index % 2 == 0 ? text(11) : "",
          tags: index % 3 == 1 ? ["a b", "c]", "d\\"] : [],
          title: index % 5 == 0 ? text(13).replacing("\n", with: " ") : nil,
          externalID: index % 7 == 0 ? "id-\(index)" : nil))
    }
  }

  @Test(arguments: ["gift", "csv", "tsv", "json", "anki", "markdown", "moodle-xml"])
  func `texts full of marks come back as they were`(name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    let file = try #require(format.write(questions, name: "out"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.problems.filter { $0.level != .warning }.isEmpty)
    #expect(
      file.problems.filter { $0.level == .error }.allSatisfy { $0.code == "kind-not-written" })
    let kept = questions.compactMap(format.kept)
    try #require(back.questions.count == kept.count)
    for (expected, after) in zip(kept, back.questions) {
      #expect(after.content == expected.content)
      #expect(after.category == expected.category)
    }
  }

  @Test func `Markdown says what it loses of several right answers, and names what it cannot hold`()
    throws
  {
    let choices = ["x", "y"].map { Choice($0) }
    let contents = [
      QuestionContent(
        text: "q?", choices: choices,
        solution: .several(SeveralSolution(correct: [0, 1], choose: 1, weights: [0.5, 0.5]))),
      QuestionContent(
        text: "Choose one:", choices: choices,
        solution: .several(SeveralSolution(correct: [1], choose: 1))),
      QuestionContent(
        text: "t?", solution: .text(TextSolution(accepted: [AcceptedText("a")]))),
    ]
    let file = try #require(
      QuestionFormat.markdown.write(contents.map { ExportedQuestion(content: $0) }, name: "o"))
    #expect(
      file.problems.map(\.code) == [
        "weights-lost", "choose-lost", "several-with-one-right-lost", "kind-not-written",
      ])
    #expect(file.problems.last?.question == "t?")
    for language in [Language.english, .japanese] {
      #expect(file.problems.allSatisfy { !$0.message(in: language).isEmpty })
    }
  }

  @Test func `a statement that begins with true is written as one in GIFT`() throws {
    let content = QuestionContent(
      text: "Wet?", choices: [Choice("True", feedback: "yes"), Choice("False")],
      solution: .trueFalse(0), commentary: "c")
    let file = try #require(
      QuestionFormat.gift.write([ExportedQuestion(content: content)], name: "o"))
    #expect(String(decoding: file.bytes, as: UTF8.self) == "Wet?{TRUE##yes####c}\n\n")
    #expect(try QuestionFile.read(file.bytes, name: "o.gift").contents == [content])
  }

  @Test(arguments: [
    "gift", "aiken", "csv", "json", "anki", "markdown", "hascard", "moodle-xml", "qti", "xlsx",
  ])
  func `a text that begins like a byte order mark comes back`(name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    let content = QuestionContent(
      text: "\u{FEFF}Which?", choices: [Choice("\u{FEFF}one"), Choice("\u{FEFF}")], correct: 0)
    let file = try #require(format.write([ExportedQuestion(content: content)], name: "out"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.contents.map { Array($0.text.unicodeScalars.prefix(2)) } == [["\u{FEFF}", "W"]])
    #expect(back.contents.first?.choiceTexts == ["\u{FEFF}one", "\u{FEFF}"])
  }

  @Test(arguments: ["csv", "tsv", "anki", "xlsx"])
  func `gaps with answers that have lines of their own are not written into tables`(name: String)
    throws
  {
    let format = try #require(QuestionFormat.named(name))
    let texts = TextSolution(accepted: [
      AcceptedText("a"), AcceptedText("b\nc", fraction: 0),
    ])
    let content = QuestionContent(text: "x [[1]]", solution: .gaps(GapsSolution([.typed(texts)])))
    let file = try #require(format.write([ExportedQuestion(content: content)], name: "out"))
    #expect(file.problems.map(\.code).contains("unwritable"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.contents.isEmpty)
  }

  @Test(arguments: 1...6)
  func `semicolons in long cells are not taken for the delimiter`(rows: Int) throws {
    let format = try #require(QuestionFormat.named("csv"))
    let line = "<p style=\"a:1;b:2;c:3\">&nbsp;one;two;three\n"
    let questions = (1...rows).map { row in
      ExportedQuestion(
        content: QuestionContent(
          text: "\(row) \(String(repeating: line, count: 5))",
          choices: [Choice(line), Choice("x")],
          correct: 0))
    }
    let file = try #require(format.write(questions, name: "out"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.contents.count == rows)
  }

  @Test func `a table has a header, CR LF and quotes where they are needed`() throws {
    let content = QuestionContent(
      text: "a, \"b\"", choices: [Choice(" x"), Choice("=y")], correct: 1, commentary: "c",
      tags: ["t"])
    var options = WritingOptions()
    options.hasRawCells = true
    let file = try #require(
      QuestionFormat.csv.write(
        [ExportedQuestion(category: "d", content: content)], name: "o", options: options))
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "question,choice1,choice2,correct,explanation,category,tags\r\n"
        + "\"a, \"\"b\"\"\",\" x\",=y,2,c,d,t\r\n")
  }

  @Test func `a mark for Excel is there when asked for, and formulas are safe in any case`() throws
  {
    let content = QuestionContent(text: "=1", choices: [Choice("x"), Choice("y")], correct: 0)
    var options = WritingOptions()
    options.hasByteOrderMark = true
    let file = try #require(
      QuestionFormat.csv.write([ExportedQuestion(content: content)], name: "o", options: options))
    #expect(file.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("\n'=1,"))
  }

  @Test func `Shift_JIS is written, or the characters that it lacks are named`() throws {
    var options = WritingOptions()
    options.encoding = .shiftJIS
    let content = QuestionContent(text: "表は？", choices: [Choice("はい"), Choice("いいえ")], correct: 0)
    let file = try #require(
      QuestionFormat.csv.write(
        [ExportedQuestion(content: content)], name: "o.csv", options: options))
    #expect(try QuestionFile.read(file.bytes, name: "o.csv").contents == [content])
    var other = content
    other.text = "🙂は？é"
    let refused = try #require(
      QuestionFormat.csv.write([ExportedQuestion(content: other)], name: "o.csv", options: options))
    #expect(refused.bytes.isEmpty)
    #expect(refused.problems.map(\.fault) == [.unencodable("🙂é", encoding: "shift_jis")])
  }
}
