import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// Tests importing a folder: what is read, what is passed over, and what is said of it.
@Suite struct FolderImportTests {
  private static let table = "question,choice1,choice2,correct\nq?,a,b,1\n"

  private func run(
    _ files: [String: String], _ names: [String] = ["bank"]
  ) throws -> (test: TestWorld, report: ImportOutcome?, codes: [String]) {
    let test = TestWorld(files: files)
    var outcome: ImportOutcome?
    var codes: [String] = []
    let handles = [
      test.importer.outcomes.observe { outcome = $0 },
      test.importer.failures.observe { codes.append($0.code) },
    ]
    defer { handles.forEach { $0.dispose() } }
    try test.importer.run(ImportOptions(files: names))
    return (test, outcome, codes)
  }

  @Test func `the files with questions are read, and the others are counted by kind`() throws {
    let (test, report, codes) = try run([
      "bank/README.md": "Some questions.\n", "bank/LICENSE": "MIT\n", "bank/logo.png": "x",
      "bank/.git/config": "x", "bank/.github/a.csv": Self.table, "bank/tools/make.py": "x",
      "bank/node_modules/a/b.csv": Self.table, "bank/deep/down/a.csv": Self.table,
      "bank/b.csv": Self.table, "bank/package.json": "{\"name\": \"x\"}",
    ])
    #expect(codes.isEmpty)
    #expect(report?.counts.imported == 2)
    #expect(report?.files.map(\.file.name) == ["bank/b.csv", "bank/deep/down/a.csv"])
    #expect(report?.errors == 0)
    #expect(
      report?.passedOver.counts == [
        .image: 1, .hidden: 2, .program: 1, .tools: 1, .withoutQuestions: 3,
      ])
    #expect(
      report?.passedOver.names == ["bank/LICENSE", "bank/README.md", "bank/package.json"])
    #expect(try test.bank.decks().map(\.name) == ["b", "a"])
  }

  @Test func `files of one name in different folders are decks of their own`() throws {
    let (test, report, _) = try run([
      "bank/aws/quiz.csv": Self.table, "bank/linux/quiz.csv": Self.table,
      "bank/linux/other.csv": Self.table,
    ])
    #expect(report?.counts.imported == 3)
    #expect(try test.bank.decks().map(\.name).sorted() == ["aws/quiz", "linux/quiz", "other"])
  }

  @Test func `a fault in a file of a folder is still said`() throws {
    let (_, report, codes) = try run([
      "bank/a.csv": Self.table, "bank/b.csv": "question,a,b,correct\nq?,x,y,7\n",
      "bank/c.json": #"[{"question": "q?",]"#, "bank/d.gift": "// nothing\n",
    ])
    #expect(codes.isEmpty)
    #expect(report?.counts.imported == 1)
    #expect(report?.problems.map(\.code) == ["answer-not-a-choice", "syntax", "no-questions"])
    #expect(report?.passedOver.isEmpty == true)
  }

  @Test func `settings with comments and lists of other things are passed over by name`() throws {
    let (_, report, codes) = try run([
      "bank/a.csv": Self.table, "bank/tsconfig.json": "{\n  // strict\n  \"strict\": true\n}\n",
      "bank/decks.json": #"[{"id": 1, "name": "x"}, {"id": 2, "name": "y"}]"#,
      "bank/ci.yml": "on:\n  push:\n",
    ])
    #expect(codes.isEmpty)
    #expect(report?.problems == [])
    #expect(report?.passedOver.names == ["bank/ci.yml", "bank/decks.json", "bank/tsconfig.json"])
  }

  @Test func `a quiz in YAML is named, with what to do`() throws {
    let (_, report, _) = try run([
      "bank/a.csv": Self.table,
      "bank/quiz.yaml": "questions:\n  - question: Which?\n    options: [x, y]\n    answer: x\n",
    ])
    #expect(report?.problems.map(\.code) == ["package-unsupported"])
    #expect(report?.problems.first?.file == "bank/quiz.yaml")
  }

  @Test func `a file that is named is not passed over`() throws {
    let (_, report, codes) = try run(
      ["bank/a.csv": Self.table, "notes.md": "Nothing.\n"], ["bank", "notes.md"])
    #expect(codes.isEmpty)
    #expect(report?.problems.map(\.code) == ["no-questions"])
    #expect(report?.passedOver.isEmpty == true)
  }

  @Test func `a folder without any questions is an error`() throws {
    let (_, _, codes) = try run(["bank/README.md": "Hello.\n", "bank/a.png": "x"])
    #expect(codes == ["no-questions"])
    let error = #expect(throws: ImportError.self) { try run(["bank/a.png": "x"]) }
    #expect(error?.code == "no-questions")
    #expect(error?.file == "bank")
  }

  @Test func `an archive that holds a folder is sorted in the same way`() {
    let found = FoundFiles(
      inFolder: "a.zip",
      files: ["a.zip/q/a.md", "a.zip/q/.git/b", "a.zip/__MACOSX/c", "a.zip/d.svg"])
    #expect(found.paths == ["a.zip/q/a.md"])
    #expect(found.others == [.hidden: 1, .tools: 1, .image: 1])
  }

  @Test func `a format decides by its ending that a file may have questions`() {
    for format in QuestionFormat.all {
      for ending in format.extensions { #expect(OtherFile(file: "a.\(ending)") == nil) }
    }
    #expect(OtherFile(file: "a.PNG") == .image)
    #expect(OtherFile(file: "Makefile") == nil)
  }
}
