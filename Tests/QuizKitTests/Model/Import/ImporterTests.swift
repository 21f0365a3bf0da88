import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct ImporterTests {
  static let capitals = """
    question,choice1,choice2,correct
    Capital of Peru?,Lima,Quito,1
    Capital of Chad?,Niamey,N'Djamena,2

    """

  /// Imports and returns the result.
  func run(_ test: TestWorld, _ options: ImportOptions) throws -> ImportOutcome {
    var outcome: ImportOutcome?
    let handle = test.importer.outcomes.observe { outcome = $0 }
    defer { handle.dispose() }
    try test.importer.run(options)
    return try #require(outcome)
  }

  /// Imports and returns the reason why nothing was imported.
  func failure(_ test: TestWorld, _ options: ImportOptions) throws -> (any ReportableError)? {
    var failure: (any ReportableError)?
    let handle = test.importer.failures.observe { failure = $0 }
    defer { handle.dispose() }
    try test.importer.run(options)
    return failure
  }

  @Test func `questions go into a deck named after their file`() throws {
    let test = TestWorld(files: ["/banks/capitals.csv": Self.capitals])
    let report = try run(test, ImportOptions(files: ["/banks/capitals.csv"]))
    #expect((report.read, report.counts.imported) == (2, 2))
    #expect(try test.bank.summaries().map(\.name) == ["capitals"])
  }

  @Test func `a named deck takes all questions`() throws {
    let test = TestWorld(files: ["c.csv": Self.capitals])
    _ = try run(test, ImportOptions(files: ["c.csv"], deck: "Geography"))
    #expect(try test.bank.summaries().map(\.questions) == [2])
    #expect(try test.bank.decks().map(\.name) == ["Geography"])
  }

  @Test func `what the deck has already is counted and left out`() throws {
    let test = TestWorld(files: ["c.csv": Self.capitals])
    _ = try run(test, ImportOptions(files: ["c.csv"]))
    let again = try run(test, ImportOptions(files: ["c.csv"]))
    #expect((again.counts.imported, again.counts.duplicates) == (0, 2))
    let kept = try run(test, ImportOptions(files: ["c.csv"], allowDuplicates: true))
    #expect((kept.counts.imported, kept.counts.duplicates) == (2, 0))
  }

  @Test func `a dry run reports the same and changes nothing`() throws {
    let test = TestWorld(files: ["c.csv": Self.capitals])
    let report = try run(test, ImportOptions(files: ["c.csv"], dryRun: true))
    #expect(report.counts.imported == 2)
    #expect(try test.bank.decks().isEmpty)
    #expect(!test.world.store.hasChanges)
  }

  @Test func `a dry run keeps none of the questions, and counts what the deck has`() throws {
    let test = TestWorld(files: ["c.csv": Self.capitals])
    _ = try run(test, ImportOptions(files: ["c.csv"]))
    let intake = try BankIntake(test.bank, allowDuplicates: false, isDryRun: true)
    let admission = try intake.add(.sample("new"), deck: "c")
    #expect(admission.fate == .added)
    #expect(!intake.store.hasChanges)
    let report = try run(test, ImportOptions(files: ["c.csv"], dryRun: true))
    #expect((report.counts.imported, report.counts.duplicates) == (0, 2))
  }

  @Test func `a question with a fault does not keep the others out`() throws {
    let broken = Self.capitals + "Capital of Mali?,Bamako,Dakar,7\n"
    let test = TestWorld(files: ["c.csv": broken])
    let report = try run(test, ImportOptions(files: ["c.csv"]))
    #expect((report.counts.imported, report.errors) == (2, 1))
    #expect(report.problems.first?.line == 4)
  }

  @Test func `strict brings in nothing when a question has a fault`() throws {
    let broken = Self.capitals + "Capital of Mali?,Bamako,Dakar,7\n"
    let test = TestWorld(files: ["c.csv": broken])
    let error = try failure(test, ImportOptions(files: ["c.csv"], strict: true))
    #expect(error?.code == "strict")
    #expect(try test.bank.decks().isEmpty)
  }

  @Test
  func
    `a file that is not what it claims is named with its line, and strictly nothing is brought in`()
    throws
  {
    let test = TestWorld(files: ["good.csv": Self.capitals, "bad.json": "{\n  \"results\": [}\n"])
    let error = try failure(test, ImportOptions(files: ["good.csv", "bad.json"], strict: true))
    #expect(error?.file == "bad.json")
    #expect(error?.line == 2)
    #expect(error?.isDataUnusable == true)
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `a folder means the files in it`() throws {
    let test = TestWorld(files: ["b/one.csv": Self.capitals, "b/two.csv": Self.capitals])
    let report = try run(test, ImportOptions(files: ["b"]))
    #expect(report.counts.imported == 4)
  }

  @Test func `a file that is not there is an error that makes data unusable`() throws {
    let test = TestWorld()
    let error = try failure(test, ImportOptions(files: ["nowhere.csv"]))
    #expect(error?.isDataUnusable == true)
  }

  @Test func `an unknown format is named together with those that there are`() {
    let test = TestWorld()
    let error = #expect(throws: ImportError.self) {
      try test.importer.run(ImportOptions(files: ["c.csv"], format: "excel"))
    }
    #expect(error?.text(in: .english).contains("csv") == true)
  }

  @Test func `more questions than one part holds come in as one change`() throws {
    let rows = (1...2500).map { "q\($0)?,a,b,1\n" }.joined()
    let test = TestWorld(files: ["c.csv": "question,choice1,choice2,correct\n" + rows])
    var saves = 0
    let handle = test.world.store.saves.observe { _ in saves += 1 }
    defer { handle.dispose() }
    #expect(try run(test, ImportOptions(files: ["c.csv"])).counts.imported == 2500)
    #expect(saves == 1)
    let texts = try test.world.store.fetch(FetchDescriptor<Question>()).map(\.content.text)
    #expect(texts == (1...2500).map { "q\($0)?" })
    try test.bank.undoHistory.undo()
    #expect(try test.bank.decks().isEmpty)
  }

  @Test func `choices in another order are the same question, other choices are not`() throws {
    let table = """
      question,choice1,choice2,correct
      Capital of Peru?,Quito,Lima,2
      Capital of Peru?,Lima,Cusco,1
      Capital of Peru ?,Lima,Quito,1

      """
    let test = TestWorld(files: ["c.csv": Self.capitals, "d.csv": table])
    _ = try run(test, ImportOptions(files: ["c.csv"], deck: "D"))
    let report = try run(test, ImportOptions(files: ["d.csv"], deck: "D"))
    #expect((report.counts.imported, report.counts.duplicates) == (2, 1))
  }

  @Test func `what the bank does while files are read is saved without them`() throws {
    let background = SteppedBackground()
    let test = TestWorld(files: ["capitals.csv": Self.capitals], background: background)
    try test.importer.run(ImportOptions(files: ["capitals.csv"]))
    background.readParts()
    try test.bank.register(.sample("mine"), deck: "Mine")
    #expect(try test.bank.decks().map(\.name) == ["Mine"])
    background.complete()
    #expect(try test.bank.decks().map(\.name) == ["capitals", "Mine"])
    try test.bank.undoHistory.undo()
    #expect(try test.bank.decks().map(\.name) == ["Mine"])
  }

  @Test func `an import that is stopped after parts were taken leaves nothing`() throws {
    let background = SteppedBackground()
    let test = TestWorld(files: ["capitals.csv": Self.capitals], background: background)
    var codes: [String] = []
    let handle = test.importer.failures.observe { codes.append($0.code) }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["capitals.csv"]))
    background.readParts()
    background.cancel()
    #expect(codes == ["cancelled"])
    #expect(try test.bank.decks().isEmpty)
    #expect(test.importer.status == nil)
  }

  @Test func `a file of nothing but faults is an error, not an import of nothing`() throws {
    let test = TestWorld(files: ["bad.jsonl": "{\"options\":[\"a\"]}\n"])
    let error = try failure(test, ImportOptions(files: ["bad.jsonl"]))
    #expect(error?.code == "missing-field")
    #expect(error?.isDataUnusable == true)
  }
}
