import Testing

@testable import QuizExchange

/// Tests cells that a spreadsheet would execute. They are protected when written, and unchanged
/// when read again.
@Suite struct CellProtectionTests {
  static let dangerous = [
    "=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x", " =1", "\u{3000}＝1",
    "\u{A0}-1", "'=1", "''@x", "' -1", "=", "-",
  ]
  static let harmless = [
    "", "x=1", "'", "''", "'x", "1-1", "日本", "e-mail", "(-1)", "'quoted'", " x", "a;b", "a; b'=c",
    "a\n(b)", "a, -1",
  ]

  @Test(arguments: dangerous)
  func `what would be run begins with an apostrophe, and comes back`(text: String) {
    #expect(CellProtection.applied(text) == "'" + text)
    #expect(CellProtection.undone("'" + text) == text)
  }

  @Test(arguments: [
    ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"), ("a;\"=1", "a;'\"=1"), ("a\t+1", "a\t'+1"),
    ("a\n- b\n- c", "a\n'- b\n'- c"), ("a\r\n ＝1", "a\r\n' ＝1"), ("=1;'@2;3", "'=1;''@2;3"),
    ("\n=1", "'\n'=1"), ("日本;;-1", "日本;;'-1"),
  ])
  func `a formula behind another separator or in another line gets its own apostrophe`(
    text: String, written: String
  ) {
    #expect(CellProtection.applied(text) == written)
    #expect(CellProtection.undone(written) == text)
  }

  @Test(arguments: [",", "\t"])
  func `whichever separator a program takes, no cell of it begins with a formula`(_ own: String)
    throws
  {
    let texts = ["x;=1", "y\t+2;@3", "z\n-4", "b;\"=7", "\";=2", ";\t;-3"]
    let questions = [
      ExportedQuestion(
        content: QuestionContent(
          text: "=1\n=2", choices: texts.map { Choice($0, feedback: $0) }, correct: 1,
          commentary: texts[0]))
    ]
    let format = try #require(QuestionFormat.named(own == "," ? "csv" : "tsv"))
    let file = try #require(format.write(questions, name: "x"))
    #expect(
      try QuestionFile.read(file.bytes, name: "x.\(format.name)").contents
        == questions.map(\.content))
    for separator in [";", "\t"] where separator != own {
      let cells = String(decoding: file.bytes, as: UTF8.self)
        .split { String($0) == separator || $0.isNewline }
      for cell in cells {
        let start = cell.drop { "\" ".contains($0) }.first
        #expect(start.map { "=+-@".contains($0) } != true, "\(separator): \(cell)")
      }
    }
  }

  @Test(arguments: harmless)
  func `everything else stays as it is`(text: String) {
    #expect(CellProtection.applied(text) == text)
    #expect(CellProtection.undone(text) == text)
  }

  private func question(_ texts: [String]) -> ExportedQuestion {
    ExportedQuestion(
      category: texts[0],
      content: QuestionContent(
        text: texts[0], choices: texts.map { Choice($0, feedback: $0) }, correct: texts.count - 1,
        commentary: texts[0], tags: [texts[1]], title: texts[0], externalID: texts[1]))
  }

  @Test(arguments: [QuestionFormat.csv.name, "tsv"], [false, true])
  func `a table comes back as it was, protected or not`(name: String, isRaw: Bool) throws {
    let format = try #require(QuestionFormat.named(name))
    let questions = [
      question(["-1", "-2", "+3", "@4"]), question(["'=1", "''=1", "'", "x"]),
      question(["plain", "'y'", "z"]), question(["＝1", "'－1", "0"]),
    ]
    var options = WritingOptions()
    options.hasRawCells = isRaw
    let file = try #require(format.write(questions, name: "x", options: options))
    let back = try QuestionFile.read(file.bytes, name: "x.\(name)")
    #expect(back.contents == questions.map(\.content))
    #expect(back.questions.map(\.category) == questions.map(\.category))
    #expect(back.problems.isEmpty)
    let cells = String(decoding: file.bytes, as: UTF8.self)
      .split { ",\t\r\n".contains($0) }.map { $0.drop { $0 == "\"" } }
    #expect(cells.contains { $0.hasPrefix("-") } == isRaw)
  }

  @Test func `only rows with protected cells say so, and a table without any has no such column`()
    throws
  {
    func table(_ texts: [String]) throws -> [Substring] {
      let questions = texts.map {
        ExportedQuestion(
          content: QuestionContent(text: $0, choices: [Choice("a"), Choice("b")], correct: 0))
      }
      let file = try #require(QuestionFormat.csv.write(questions, name: "x"))
      return String(decoding: file.bytes, as: UTF8.self).split(separator: "\r\n")
    }
    #expect(try table(["q"])[0] == "question,choice1,choice2,correct,explanation,category,tags")
    #expect(
      try table(["q", "=r"]) == [
        "question,choice1,choice2,correct,explanation,category,tags,protected",
        "q,a,b,1,,,,", "'=r,a,b,1,,,,yes",
      ])
  }

  @Test func `an apostrophe that an author wrote stays`() throws {
    let file = try readText(
      "question,choice1,choice2,correct\nWhich?,'=',\"'==' of course\",1\n", name: "x.csv")
    #expect(file.contents.first?.choiceTexts == ["'='", "'==' of course"])
  }

  @Test func `no other format has an apostrophe in front`() throws {
    for name in ["gift", "aiken", "markdown", "anki", "json"] {
      let format = try #require(QuestionFormat.named(name))
      let file = try #require(format.write([question(["x", "=1"])], name: "x"))
      #expect(!String(decoding: file.bytes, as: UTF8.self).contains("'="), "\(name)")
    }
  }
}
