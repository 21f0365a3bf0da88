import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

@Suite struct ReportTextTests {
  private let text =
    "question,a,b,c,key,kind\nCapital of Peru?,Lima,Cusco,Quito,E,\nq?,x,y,z,A,\nr?,,,,,essay\n"

  private func read(_ text: String, name: String) throws -> QuestionFile {
    try QuestionFile.read(Array(text.utf8), name: name)
  }

  /// The outcome of an import of these files.
  private func outcome(_ files: [String: String]) throws -> ImportOutcome {
    let program = try TestProgram(files: TestFiles(contents: files))
    let importer = program.shell.models.importer
    var outcome: ImportOutcome?
    let handle = importer.outcomes.observe { outcome = $0 }
    defer { handle.dispose() }
    try importer.run(ImportOptions(files: files.keys.sorted()))
    return try #require(outcome)
  }

  @Test func `a problem is file, line, level, sentence, then the words and the hint`() throws {
    let file = try read(text, name: "capitals.csv")
    #expect(
      ReportText.lines(of: file.problems[0], in: .english) == [
        "capitals.csv:2: error: the right answer \"E\" is not among the choices"
          + " in \"Capital of Peru?\"",
        "    | E",
        "  write it exactly like one of the choices, or as its letter or number",
      ])
    #expect(ReportText.lines(of: file.problems[0], in: .japanese)[0].contains("エラー: 正解「E」"))
  }

  @Test func `a command that goes over several rows may be copied into a shell`() {
    var theme = Theme(strings: Strings(language: .english), palette: Palette())
    let line = "qa-repl import \"my own.csv\" --map question=1,choices=2-5 --answers first"
    #expect(theme.lines(ofCommand: line) == [line])
    theme = theme.narrowed(to: 40)
    let rows = theme.lines(ofCommand: line)
    #expect(
      rows == [
        "qa-repl import \"my own.csv\" --map \\", "question=1,choices=2-5 --answers first",
      ])
    #expect(rows.joined(separator: "\n").replacing(" \\\n", with: " ") == line)
  }

  @Test func `the summary counts what was read, skipped and lost`() throws {
    let file = try read(text, name: "capitals.csv")
    #expect(
      ReportText.summary(of: file, ImportCounts(imported: 1), in: .english)
        == "capitals.csv: read 2 of 3: 1 imported, 1 skipped (1 essay), 1 error")
    #expect(
      ReportText.summary(of: file, ImportCounts(duplicates: 1), in: .japanese)
        == "capitals.csv: 3 問中 2 問を読みました: 取り込み 0、重複 1、対象外 1（論述の質問 1）、エラー 1")
  }

  @Test func `the report for scripts has every field, with null where there is nothing`() throws {
    let report = ImportReport(
      try outcome(["a.csv": "question,a,b,key\nq?,x,y,A\n", "letter": "Dear all,\n"]),
      in: .english)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(report), as: UTF8.self) == """
        {"deckNames":["a"],"differsHere":0,"duplicates":0,"errors":1,"imported":1,\
        "layouts":[],"passedOver":{},"problems":[{"code":"unknown-format",\
        "detail":"the format was not recognised","file":"letter","further":0,\
        "hint":"name it with --format","level":"error","line":null}],"read":1,"restored":null,\
        "skipped":0,"updated":0}
        """)
  }

  @Test func `the report for scripts has the layout of each file that has one`() throws {
    let report = ImportReport(
      try outcome([
        "a.csv": "question,a,b,key\nq?,x,y,A\n",
        "b.txt": "1. One?\nA. x\nB. y\nAnswer: A\n\n2. Two?\nA. x\nB. y\nAnswer: B\n",
        "c.md": "### One?\n\nA. x\nB. y\n\n正解:A\n\n### Two?\n\n* A x\n* B y\n\n答え:B\n",
      ]), in: .english)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(report.layouts), as: UTF8.self) == """
        [{"choiceStyle":"letters","file":"b.txt","keyStyle":"words","mixed":false,\
        "questionStyle":"numbered","word":"Answer"},\
        {"choiceStyle":"list","file":"c.md","keyStyle":"words","mixed":true,\
        "questionStyle":"headings","word":"答え"}]
        """)
  }

  @Test(arguments: [
    (Language.english, "the format was not recognised", "name it with --format"),
    (.japanese, "ファイルの形式がわかりません", "--format で指定してください"),
  ])
  func `an entry has its sentences in the language that is spoken, and the code in none`(
    language: Language, detail: String, hint: String
  ) {
    let entry = ImportReport.Entry(Problem(.unknownFormat, file: "letter"), in: language)
    #expect((entry.code, entry.detail, entry.hint) == ("unknown-format", detail, hint))
  }

  @Test func `more than three problems of one kind are told once, with the first places`() throws {
    let file = try read(
      "question,a,b,c,key,kind\n" + String(repeating: "q?,x,y,z,E,\n", count: 4)
        + String(repeating: "r?,,,,,essay\n", count: 2), name: "a.csv")
    let lines = ReportText.lines(of: file.problems, in: .english)
    #expect(lines.count { $0.contains("error: ") } == 1)
    #expect(lines.count { $0.contains("skipped: ") } == 2)
    #expect(lines[0].hasPrefix("a.csv:2: error: "))
    #expect(
      lines[3] == "  4 of this kind, first at 2, 3, 4; --all-problems lists each")
    #expect(
      ReportText.lines(of: file.problems, in: .japanese)[3]
        == "  同じ種類が 4 件あります（最初の 3 件: 2、3、4）。--all-problems ですべて表示します")
  }

  @Test func `three problems of one kind are told one by one`() throws {
    let file = try read(String(repeating: "q?,x,y,z,W\n", count: 3), name: "a.csv")
    #expect(
      ReportText.lines(of: file.problems, in: .english).count { $0.contains("error: ") } == 3)
  }

  @Test(arguments: [
    (Language.english, "2 files in all: read 2 of 3: 2 imported, 1 error"),
    (.japanese, "全 2 ファイル: 3 問中 2 問を読みました: 取り込み 2、エラー 1"),
  ])
  func `several files have a total`(language: Language, expected: String) throws {
    let rows = "question,a,b,key\nq?,x,y,A\n"
    let outcome = try outcome(["a.csv": rows + "r?,x,y,A\n", "letter": "Dear all,\n"])
    #expect(ReportText.total(of: outcome, in: language) == expected)
  }

  @Test func `the summary says how many were updated`() {
    let file = QuestionFile(
      named: "x", unreadable: UserFileError(path: "x", reason: Reason(verbatim: "-")))
    let counts = ImportCounts(imported: 1, updated: 2, duplicates: 3)
    #expect(
      ReportText.summary(of: file, counts, in: .english)
        .hasSuffix("1 imported, 2 updated, 3 duplicates, 1 error"))
    #expect(
      ReportText.summary(of: file, counts, in: .japanese).hasSuffix("取り込み 1、更新 2、重複 3、エラー 1"))
  }
}
