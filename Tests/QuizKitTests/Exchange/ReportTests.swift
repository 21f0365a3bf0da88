import Foundation
import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct ReportTests {
  private let text =
    "question,a,b,c,key,kind\nCapital of Peru?,Lima,Cusco,Quito,E,\nq?,x,y,z,A,\nr?,,,,,essay\n"

  @Test func `a problem is file, line, level, sentence, then the words and the hint`() throws {
    let file = try readText(text, name: "capitals.csv")
    #expect(
      ReportText.lines(of: file.problems[0], in: .english) == [
        "capitals.csv:2: error: the right answer \"E\" is not among the choices"
          + " in \"Capital of Peru?\"",
        "    | E",
        "  write it exactly like one of the choices, or as its letter or number",
      ])
    #expect(ReportText.lines(of: file.problems[0], in: .japanese)[0].contains("エラー: 正解「E」"))
  }

  @Test func `the summary counts what was read, skipped and lost`() throws {
    let file = try readText(text, name: "capitals.csv")
    #expect(
      ReportText.summary(of: file, ImportCounts(imported: 1), in: .english)
        == "capitals.csv: read 2 of 3: 1 imported, 1 skipped (1 essay), 1 error")
    #expect(
      ReportText.summary(of: file, ImportCounts(duplicates: 1), in: .japanese)
        == "capitals.csv: 3 問中 2 問を読みました: 取り込み 0、重複 1、対象外 1(論述の質問 1)、エラー 1")
  }

  @Test func `the report for scripts has every field, with null where there is nothing`() throws {
    let problem = Problem(.unknownFormat, file: "letter")
    let report = ImportReport(
      read: 0, ImportCounts(), skipped: 0, errors: 1,
      problems: [ImportReport.Entry(problem, in: .english)])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(report), as: UTF8.self) == """
        {"duplicates":0,"errors":1,"imported":0,"problems":[{"code":"unknown-format",\
        "detail":"the format of the file cannot be told","file":"letter",\
        "hint":"name it with --format","level":"error","line":null}],"read":0,"restored":null,\
        "skipped":0,"updated":0}
        """)
  }

  @Test(arguments: [
    (Language.english, "the format of the file cannot be told", "name it with --format"),
    (.japanese, "ファイルの形式がわかりません", "--format で指定してください"),
  ])
  func `an entry has its sentences in the language that is spoken, and the code in none`(
    language: Language, detail: String, hint: String
  ) {
    let entry = ImportReport.Entry(Problem(.unknownFormat, file: "letter"), in: language)
    #expect((entry.code, entry.detail, entry.hint) == ("unknown-format", detail, hint))
  }

  @Test func `more than three problems of one kind are told once, with the first places`() throws {
    let file = try readText(
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
        == "  同じ種類が 4 件あります(最初の 3 件: 2、3、4)。--all-problems ですべて表示します")
  }

  @Test func `three problems of one kind are told one by one`() throws {
    let file = try readText(String(repeating: "q?,x,y,z,X\n", count: 3), name: "a.csv")
    #expect(
      ReportText.lines(of: file.problems, in: .english).count { $0.contains("error: ") } == 3)
  }

  @Test(arguments: [
    (
      Language.english, "3 files in all: read 9 of 11: 5 imported, 1 duplicate, 3 skipped, 2 errors"
    ),
    (.japanese, "全 3 ファイル: 11 問中 9 問を読みました: 取り込み 5、重複 1、対象外 3、エラー 2"),
  ])
  func `several files have a total`(language: Language, expected: String) {
    let report = ImportReport(
      read: 9, ImportCounts(imported: 5, duplicates: 1), skipped: 3, errors: 2, problems: [])
    #expect(ReportText.total(of: report, files: 3, in: language) == expected)
  }

  @Test(arguments: [Language.english, .japanese])
  func `a mixed encoding is said in a sentence`(language: Language) {
    let message = Note.encoding(.mixed).message(in: language)
    #expect(message.contains("Windows-1252"))
    #expect(!message.contains("mixed"))
  }

  @Test func `what is quoted is cut at 60 columns and cannot command the terminal`() {
    let problem = Problem(
      .emptyStem, file: "f", question: String(repeating: "漢", count: 40) + "\u{1B}[2J",
      excerpt: "a\u{1B}[2J\u{202E}b\nc")
    #expect(problem.question == String(repeating: "漢", count: 30) + "…")
    #expect(problem.excerpt == "a[2Jb c")
  }

  @Test func `the reading stops when the progress closure says so`() throws {
    #expect(throws: ReadingCancelled.self) {
      _ = try QuestionFile.read(Array(text.utf8), name: "a.csv") { _ in false }
    }
  }

  @Test func `the progress never runs backwards`() throws {
    let row = "Is this a question of some length?,yes,no,perhaps,A\n"
    var steps: [ReadingProgress] = []
    _ = try QuestionFile.read(
      Array(String(repeating: row, count: 10_000).utf8), name: "a.csv"
    ) {
      steps.append($0)
      return true
    }
    #expect(steps.count > 3)
    #expect(steps.map(\.completedBytes) == steps.map(\.completedBytes).sorted())
  }

  @Test func `a file of nothing but faults keeps a bounded number of problems`() throws {
    let file = try readText(
      String(repeating: "q?,x,y,z,X\n", count: Intake.problemLimit + 5), name: "a.csv")
    #expect(file.problems.count == Intake.problemLimit)
    #expect(file.errors == Intake.problemLimit + 5)
  }
}
