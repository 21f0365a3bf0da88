import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct ExporterTests {
  let test = TestWorld()

  func outcomes(_ options: ExportOptions) throws -> [ExportOutcome] {
    var outcomes: [ExportOutcome] = []
    let handle = test.exporter.outcomes.observe { outcomes.append($0) }
    defer { handle.dispose() }
    try test.exporter.run(options)
    return outcomes
  }

  @Test func `the format goes by the file's name, and the deck is written along`() throws {
    try test.add([.sample("A"), .sample("B")], deck: "Letters")
    let outcomes = try outcomes(ExportOptions(file: "out/bank.GIFT"))
    #expect(outcomes.map(\.export.written) == [2])
    #expect(test.files.texts["out/bank.GIFT"]?.contains("Letters") == true)
  }

  @Test func `what is exported can be imported`() throws {
    try test.add([.sample("A"), .sample("B")], deck: "Letters")
    try test.exporter.run(ExportOptions(file: "bank.json"))
    let other = TestWorld(files: test.files.texts)
    try other.importer.run(ImportOptions(files: ["bank.json"]))
    #expect(try other.bank.summaries().map(\.name) == ["Letters"])
    let questions = try other.world.store.fetch(FetchDescriptor<Question>())
    #expect(questions.map(\.content) == [.sample("A"), .sample("B")])
  }

  @Test func `only one deck is written when it is named`() throws {
    try test.add([.sample("A")], deck: "One")
    try test.add([.sample("B")], deck: "Two")
    #expect(
      try outcomes(ExportOptions(file: "x", format: "csv", deck: "Two")).map(\.export.written)
        == [1])
    #expect(throws: BankError.self) {
      try test.exporter.run(ExportOptions(file: "y.csv", deck: "Three"))
    }
  }

  @Test(arguments: ["x", "x.opentdb", "x.doc", ".csv.", "a.b/x"])
  func `a name that tells no format that can be written is refused`(name: String) throws {
    try test.add([.sample("A")])
    #expect(throws: ExportError.self) { try test.exporter.run(ExportOptions(file: name)) }
    #expect(test.files.texts.isEmpty)
  }

  @Test func `a file that is there is not replaced unless that was said`() throws {
    try test.add([.sample("A")])
    test.files.texts["x.csv"] = "mine"
    #expect(throws: ExportError.self) { try test.exporter.run(ExportOptions(file: "x.csv")) }
    #expect(test.files.texts["x.csv"] == "mine")
    try test.exporter.run(ExportOptions(file: "x.csv", replaces: true))
    #expect(test.files.texts["x.csv"] != "mine")
  }

  @Test func `an empty bank writes no file`() {
    #expect(throws: BankError.noQuestions) {
      try test.exporter.run(ExportOptions(file: "x.csv"))
    }
    #expect(test.files.texts.isEmpty)
  }

  @Test func `what a format does not keep is told`() throws {
    try test.add([.sample("A")])
    let outcomes = try outcomes(ExportOptions(file: "x.aiken"))
    #expect(outcomes.flatMap(\.export.problems).map(\.code).contains("commentary-lost"))
  }

  @Test func `a file is written whole on this computer's disk`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appending(path: "x.csv").path
    let files = DiskFiles()
    #expect(!files.exists(path))
    try files.write([65, 66], to: path)
    try files.write([67], to: path)
    #expect(try files.bytes(of: path) == [67])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.csv"])
    #expect(throws: UserFileError.self) { try files.write([1], to: path + "/y") }
  }

  @Test func `a mark for Excel begins the file`() throws {
    try test.add([.sample("A")])
    var writing = WritingOptions()
    writing.hasByteOrderMark = true
    try test.exporter.run(ExportOptions(file: "x.csv", writing: writing))
    #expect(test.files.texts["x.csv"]?.unicodeScalars.first == "\u{FEFF}")
  }

  @Test
  func `characters that an encoding lacks are named with their questions, and nothing is written`()
    throws
  {
    try test.add([.sample("A"), .sample("🙂 or é?"), .sample("é")])
    var writing = WritingOptions()
    writing.encoding = .shiftJIS
    var problems: [Problem] = []
    let handle = test.exporter.outcomes.observe { problems = $0.export.problems }
    defer { handle.dispose() }
    #expect(throws: ExportError.unencodable(file: "x.csv", count: 2, encoding: .shiftJIS)) {
      try test.exporter.run(ExportOptions(file: "x.csv", writing: writing))
    }
    #expect(
      problems.map(\.fault) == [
        .unencodable("🙂é", encoding: "shift_jis"), .unencodable("é", encoding: "shift_jis"),
      ])
    #expect(problems.map(\.question) == ["🙂 or é?", "é"])
    #expect(test.files.texts.isEmpty)
  }

  @Test func `options that mean nothing for a format are refused`() throws {
    try test.add([.sample("A")])
    var raw = WritingOptions()
    raw.hasRawCells = true
    var japanese = WritingOptions()
    japanese.encoding = .shiftJIS
    var marked = japanese
    marked.hasByteOrderMark = true
    for (file, writing) in [("x.gift", raw), ("x.json", japanese), ("x.csv", marked)] {
      let error = #expect(throws: ExportError.self) {
        try test.exporter.run(ExportOptions(file: file, writing: writing))
      }
      #expect(error?.code == "option-not-for-format")
    }
    #expect(test.files.texts.isEmpty)
  }

  @Test func `a backup is JSON, and of the whole bank`() throws {
    try test.add([.sample("A")], deck: "Letters")
    #expect(throws: ExportError.backupNeedsJSON("csv")) {
      try test.exporter.run(ExportOptions(file: "x.csv", isBackup: true))
    }
    #expect(throws: ExportError.backupIsWhole) {
      try test.exporter.run(ExportOptions(file: "x.json", deck: "Letters", isBackup: true))
    }
  }

  private static let manyContents = (0..<2500).map { number in
    var content = QuestionContent.sample("Which \(number)?", correct: number % 4)
    content.commentary = "because"
    return content
  }

  /// More questions than are in memory at a time, in a bank that is made once.
  private static let many = Result {
    let store = MemoryStore(schema: QuestionBank.schema)
    try TestWorld(store: store).add(manyContents, deck: "Many")
    return store.tables
  }

  @Test(arguments: QuestionFormat.all.filter { $0.writer != nil && !$0.isPackage }.map(\.name))
  func `more questions than are in memory at a time are written as if they were`(
    format: String
  ) throws {
    let test = TestWorld(store: MemoryStore(try Self.many.get()))
    try test.exporter.run(ExportOptions(file: "x", format: format))
    let whole = try #require(QuestionFormat.named(format)).write(
      Self.manyContents.map { ExportedQuestion(category: "Many", content: $0) }, name: "x")
    #expect(test.files.texts["x"].map { Array($0.utf8) } == whole?.bytes)
  }

  @Test func `a file stays as it was when a question cannot be read while it is written`() throws {
    let disk = SimulatedDisk()
    let test = TestWorld(
      store: try StoreKind.journal.open(on: disk, schema: QuestionBank.schema))
    try test.add((0..<3000).map { .sample("Which \($0)?") })
    test.files.texts["x.json"] = "mine"
    let before = disk.calls
    try test.exporter.run(ExportOptions(file: "y.json"))
    disk.failure = (call: disk.calls + (disk.calls - before) - 1, code: EIO)
    #expect(throws: (any Error).self) {
      try test.exporter.run(ExportOptions(file: "x.json", replaces: true))
    }
    #expect(test.files.texts["x.json"] == "mine")
  }
}
