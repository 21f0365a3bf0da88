import Testing

@testable import QuizExchange

/// Tests the number of questions read from banks of other people. The expected numbers come from an
/// independent reader.
@Suite(.enabled(if: SharedData.isThere, "needs QA_REPL_SHARED"))
struct SharedBanksTests {
  private func read(_ name: String) throws -> QuestionFile {
    try QuestionFile.read(try SharedData.bytes(name), name: name)
  }

  /// All questions of all files, read once.
  private static let usable = Result {
    let folders = [
      "aiken", "aws-ccp", "csv", "gift", "gift/moodle", "gift/peg", "hascard",
      "javascript-questions", "jcommonsenseqa", "jmmlu", "mkdocs-quiz", "moodle-xml", "opentdb",
      "opentriviaqa",
    ]
    let names = try folders.flatMap { try SharedData.files(in: "data/" + $0) }
      .filter { $0.contains(".") || $0.contains("opentriviaqa") }
    return try names.flatMap { name in
      try QuestionFile.read(try SharedData.bytes(name), name: name).questions.map {
        ExportedQuestion(category: $0.category, content: $0.content)
      }
    }
  }

  @Test func `Open Trivia DB gives 5,250 questions and no entity is left`() throws {
    let file = try read("data/opentdb/opentdb.json")
    #expect(file.read == 5250)
    #expect(file.errors == 0)
    #expect(file.contents.count { $0.kind == .trueFalse } == 783)
    let entity = /&(#?[A-Za-z0-9]+);/
    for content in file.contents {
      for text in [content.text] + content.choiceTexts {
        #expect(text.firstMatch(of: entity) == nil)
      }
    }
  }

  @Test func `the tables of JMMLU give 2,842 questions and ten warnings`() throws {
    let files = try SharedData.files(in: "data/jmmlu").map(read)
    #expect(files.reduce(0) { $0 + $1.questions.count } == 2842)
    #expect(files.reduce(0) { $0 + $1.errors } == 0)
    #expect(
      files.flatMap(\.problems).map(\.code) == Array(repeating: "duplicate-choice", count: 10))
    let history = try #require(files.first { $0.name.hasSuffix("japanese_history.csv") })
    #expect(history.questions.count == 150)
  }

  @Test func `the table of Kahoot gives five questions and a warning`() throws {
    let file = try read("data/csv/kahoot.csv")
    #expect(file.questions.count == 5)
    #expect(file.errors == 0)
    #expect(file.problems.filter { $0.code == "duplicate-choice" }.map(\.line) == [6])
  }

  @Test func `GIFT files give the questions that an independent reader found`() throws {
    let examples = try read("data/gift/moodle/examples.txt")
    // 21 questions have one right answer. The other questions are read as well.
    let kinds = examples.contents.map(\.kind)
    #expect(
      QuestionContent.Kind.allCases.map { kind in kinds.count { $0 == kind } }
        == [16, 5, 2, 9, 8, 0, 0, 0, 3])
    #expect(examples.read == 43)
    #expect(examples.errors == 0)
    #expect(examples.problems.isEmpty)
    let weighted = examples.questions.filter {
      $0.content.kind == .single && $0.content.solution.weights != nil
    }
    #expect(weighted.map(\.line) == [115, 117, 190])
    #expect(
      weighted.map(\.content.solution.weights) == [[0, 0.5, 1], [0, 0.25, 0.5, 1], [0, 0.5, 1]])
    let braces = try read("data/gift/giftplay-matematicas.gift")
    #expect(braces.questions.count == 1)
    #expect(braces.problems.map(\.line) == [5, 14, 21, 28, 36, 43, 45])
    let french = try read("data/gift/rgiftparser-test.gift")
    #expect(french.contents.count { $0.kind == .single } == 27)
    #expect(french.contents.count { $0.kind == .several } == 12)
    #expect(french.read == 39)
    #expect(french.errors == 0)
  }

  @Test func `OpenTriviaQA gives 6,896 questions and one error`() throws {
    let files = try SharedData.files(in: "data/opentriviaqa").map(read)
    #expect(files.map(\.questions.count) == [1365, 207, 759, 842, 638, 2486, 599])
    #expect(files.map(\.errors) == [1, 0, 0, 0, 0, 0, 0])
    let error = try #require(files[0].problems.first { $0.level == .error })
    #expect(error.line == 6515)
    #expect(error.code == "duplicate-choice")
    let warnings = files.map { file in
      file.problems.filter { $0.code == "duplicate-choice" && $0.level == .warning }.map(\.line)
    }
    #expect(warnings == [[], [], [], [2009, 4376], [], [7923, 12068], [713]])
    #expect(files.allSatisfy { file in !file.contents.contains { $0.text.contains("\u{FFFD}") } })
  }

  @Test func `JCommonsenseQA gives 1,119 questions of five choices`() throws {
    let file = try read("data/jcommonsenseqa/valid-v1.3.json")
    #expect(file.questions.count == 1119)
    #expect(file.contents.allSatisfy { $0.choices.count == 5 })
    #expect(file.errors == 0)
  }

  @Test func `folded Markdown gives 155 and 86 questions`() throws {
    let files = try ["README.md", "README-ja_JA.md"].map {
      try read("data/javascript-questions/" + $0)
    }
    #expect(files.map(\.questions.count) == [155, 86])
    #expect(files.map(\.errors) == [0, 0])
    #expect(files.map(\.skipped) == [0, 0])
    // The result has four questions more than that of a reader that requires exactly "###### 31. ".
    // One heading lacks the blank, and three have an anchor before the number.
    let counts = files.map { file in
      (2...5).map { n in file.contents.count { $0.choices.count == n } }
    }
    #expect(counts == [[3, 6, 145, 1], [2, 6, 77, 1]])
    #expect(files.allSatisfy { $0.contents.allSatisfy { !$0.commentary.isEmpty } })
  }

  @Test func `exams in Markdown give all their questions, with one right answer or several`() throws
  {
    let files = try (1...8).map { try read("data/aws-ccp/practice-exam-\($0).md") }
    let kinds = files.map { file in file.contents.count { $0.kind == .single } }
    #expect(kinds == [38, 38, 36, 32, 38, 38, 36, 35])
    #expect(files.allSatisfy { $0.questions.count == 50 && $0.skipped == 0 && $0.problems.isEmpty })
    let several = files.flatMap(\.contents).compactMap { content in
      if case .several(let several) = content.solution { (content, several) } else { nil }
    }
    #expect(several.count == 109)
    #expect(several.allSatisfy { $0.1.correct.count == 2 && $0.0.choices.count == 5 })
    #expect(several.count { $0.1.choose == 2 } == 109)
    #expect(several.allSatisfy { $0.0.fault == nil })
  }

  @Test func `decks of hascard give all their cards, and are written as they were`() throws {
    let files = try ["example", "light", "long", "syntax"].map { name in
      try QuestionFile.read(
        try SharedData.bytes("data/hascard/\(name).txt"), name: "\(name).txt", format: .hascard)
    }
    let kinds = files.map { $0.contents.map(\.kind) }
    #expect(
      kinds == [
        [.single, .text, .card, .gaps, .several, .order],
        [
          .card, .single, .gaps, .text, .several, .text, .text, .gaps, .gaps, .card, .gaps, .gaps,
          .card,
        ],
        [.card, .single, .several, .gaps, .order], [.card, .single, .several, .gaps, .order],
      ])
    #expect(files.allSatisfy { $0.problems.isEmpty })
    let list = try #require(files[1].questions.first { $0.line == 42 })
    #expect(list.content.text == "The visual system")
    let all = files.flatMap(\.contents).map { ExportedQuestion(content: $0) }
    let written = try #require(QuestionFormat.hascard.write(all, name: "out.txt"))
    #expect(written.problems.isEmpty)
    let back = try QuestionFile.read(written.bytes, name: "out.txt")
    #expect(back.format?.name == "hascard")
    #expect(back.contents == all.map(\.content))
  }

  @Test func `Aiken with faults gives two questions and four errors`() throws {
    let file = try read("data/aiken/moodle-aiken_errors.txt")
    #expect(file.questions.count == 2)
    #expect(file.problems.map(\.line) == [3, 5, 7, 18])
    #expect(file.errors == 4)
    #expect(try read("data/aiken/moodle-questions.aiken.txt").questions.count == 2)
  }

  @Test func `the other samples are told apart and read`() throws {
    #expect(try read("data/moodle-xml/multichoice.xml").questions.count == 1)
    let math = try read("data/anki/math.txt")
    #expect(math.contents.map(\.kind) == Array(repeating: .card, count: 91))
    #expect(math.problems.isEmpty)
    #expect(try read("data/hascard/long.txt").format?.name == "hascard")
    let demo = try read("data/mkdocs-quiz/demo-quiz.md")
    #expect(demo.contents.map(\.kind) == [.single, .text, .several])
    #expect(demo.contents.last?.solution.rightChoices == [0, 2])
    #expect(demo.contents[1].solution.texts == ["Hello world"])
    #expect(demo.contents[1].text.hasSuffix("The above code prints _____ to the terminal."))
    #expect((demo.skipped, demo.errors) == (0, 0))
  }

  @Test func `no question is skipped that has several answers, or asks for a text or a number`()
    throws
  {
    let names = try ["gift", "gift/moodle", "gift/peg", "moodle-xml", "aiken", "jcommonsenseqa"]
      .flatMap { try SharedData.files(in: "data/" + $0) }.filter { $0.dropFirst(5).contains(".") }
    let files = try names.map(read)
    for problem in files.flatMap(\.problems) {
      #expect(problem.code != "several-answers", "\(problem)")
    }
    #expect(files.flatMap(\.contents).allSatisfy { $0.fault == nil })
  }

  @Test(arguments: ["gift", "csv", "tsv", "json", "anki", "markdown", "moodle-xml"])
  func `every usable question comes back from a format as it was`(name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    let all = try Self.usable.get()
    let questions = all.compactMap(format.kept)
    #expect(questions.count >= 16_728)
    let file = try #require(format.write(all, name: "out"))
    #expect(file.written == questions.count)
    let errors = file.problems.filter { $0.level == .error }.map(\.code)
    #expect(errors == Array(repeating: "kind-not-written", count: all.count - questions.count))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.errors == 0)
    #expect(back.skipped == 0)
    try #require(back.questions.count == questions.count)
    var different = 0
    for (expected, after) in zip(questions, back.questions) {
      let found = ExportedQuestion(category: after.category, content: after.content)
      if found == expected { continue }
      different += 1
      if different <= 3 { Issue.record("\(expected)\n\(found)") }
    }
    #expect(different == 0)
  }
}
