import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// Tests importing several files when some of them cannot be used.
@Suite struct SeveralFilesTests {
  static let good = "question,choice1,choice2,correct\nq?,a,b,1\n"

  /// Imports, and returns the result and the error.
  func run(
    _ test: TestWorld, _ options: ImportOptions
  ) throws -> (report: ImportOutcome?, codes: [String]) {
    var outcome: ImportOutcome?
    var codes: [String] = []
    let handles = [
      test.importer.outcomes.observe { outcome = $0 },
      test.importer.failures.observe { codes.append($0.code) },
    ]
    defer { handles.forEach { $0.dispose() } }
    try test.importer.run(options)
    return (outcome, codes)
  }

  @Test(arguments: [
    ("bad.json", "{\n  \"results\": [}\n", "syntax"), ("bad.gift", "nothing\n", "no-questions"),
    ("bad.csv", "a\u{0}b", "binary-file"),
  ])
  func `a file that cannot be used stops only itself`(
    name: String, text: String, code: String
  ) throws {
    let test = TestWorld(files: ["a.csv": Self.good, name: text, "z.csv": Self.good])
    let (report, codes) = try run(test, ImportOptions(files: ["a.csv", name, "z.csv"]))
    #expect(codes.isEmpty)
    #expect((report?.counts.imported, report?.errors) == (2, 1))
    #expect(report?.problems.last?.code == code)
    #expect(try test.bank.decks().map(\.name) == ["a", "z"])
    try test.bank.undoHistory.undo()
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `a file that is not there stops only itself`() throws {
    let test = TestWorld(files: ["a.csv": Self.good])
    let (report, codes) = try run(test, ImportOptions(files: ["nowhere.csv", "a.csv"]))
    #expect(codes.isEmpty)
    #expect(report?.problems.map(\.code) == ["unreadable-file"])
    #expect(report?.counts.imported == 1)
  }

  @Test func `what was taken of a file before its fault does not stay`() throws {
    var options = ImportOptions(files: ["a.csv", "long.csv", "z.csv"])
    options.reading.maximumBytes = 2_000
    let rows = (1...600).map { "q\($0)?,a,b,1\n" }.joined()
    let long = "question,choice1,choice2,correct\n" + rows + String(repeating: "x", count: 9_000)
    let test = TestWorld(files: [
      "a.csv": Self.good, "long.csv": long + ",a,b,1\n", "z.csv": Self.good,
    ])
    let (report, codes) = try run(test, options)
    #expect(codes.isEmpty)
    #expect(report?.counts.imported == 2)
    #expect(report?.problems.map(\.code) == ["too-long"])
    #expect(try test.bank.summaries().map(\.questions) == [1, 1])
  }

  @Test func `where no file can be used, the first one is the error`() throws {
    let test = TestWorld(files: ["a.gift": "nothing\n", "b.json": "{"])
    let (report, codes) = try run(test, ImportOptions(files: ["a.gift", "b.json"]))
    #expect(codes == ["no-questions"])
    #expect(report?.counts.imported == 0)
    #expect(report?.problems.map(\.code).last == "syntax")
  }

  @Test func `strict lets one file stop all`() throws {
    let test = TestWorld(files: ["a.csv": Self.good, "b.json": "{"])
    let (_, codes) = try run(test, ImportOptions(files: ["a.csv", "b.json"], strict: true))
    #expect(codes == ["syntax"])
    #expect(try test.bank.decks().isEmpty)
    let (_, missing) = try run(test, ImportOptions(files: ["a.csv", "nowhere.csv"], strict: true))
    #expect(missing == ["unreadable-file"])
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `a named format that does not fit is the error, whatever else is wrong`() throws {
    let cards = "## One?\n- [x] a\n- [ ] b\n"
    let test = TestWorld(files: ["bank.md": cards])
    var error: (any ReportableError)?
    let handle = test.importer.failures.observe { error = $0 }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["bank.md"], format: "aiken"))
    #expect(error?.code == "no-questions")
    #expect(error?.isDataUnusable == true)
    #expect(error?.text(in: .english).contains("It looks like markdown") == true)
    #expect(error?.text(in: .japanese).contains("markdown のようです") == true)
  }
}
