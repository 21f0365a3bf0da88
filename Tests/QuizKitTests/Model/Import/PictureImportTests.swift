import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Pictures on their way from the files of an import into the bank, and out again.
@Suite struct PictureImportTests {
  private static let text = """
    1. Which pin is SDA? ![Pins](img/board.svg)
       - [x] 1
       - [ ] 2
    2. Which is a circle?
       - [x] ![](img/circle.svg)
       - [ ] ![A square](https://example.org/square.png)
    """
  private static let board = "<svg width='620' height='410'/>"
  private static let circle = "<svg viewBox='0 0 9 9'/>"

  private let test: TestWorld

  init() { test = TestWorld(files: ["q.md": Self.text]) }

  private func addPictures() {
    test.files.texts["img/board.svg"] = Self.board
    test.files.texts["img/circle.svg"] = Self.circle
  }

  @discardableResult
  private func take(
    _ name: String = "q.md", into test: TestWorld? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportOutcome {
    let test = test ?? self.test
    var options = ImportOptions(files: [name])
    change(&options)
    var report: ImportOutcome?
    let handle = test.importer.outcomes.observe { report = $0 }
    defer { handle.dispose() }
    try test.importer.run(options)
    return try #require(report)
  }

  private func questions(_ test: TestWorld? = nil) throws -> [Question] {
    try (test ?? self.test).world.store.fetch(FetchDescriptor<Question>())
  }

  private func digest(_ text: String) -> ContentDigest { ContentDigest(of: Array(text.utf8)) }

  @Test func `an import keeps the bytes before the questions that show them`() throws {
    addPictures()
    let report = try take()
    #expect(report.counts.imported == 2)
    let kept = try test.store.attachments.all().map(\.digest)
    #expect(kept == [digest(Self.board), digest(Self.circle)].sorted())
    let pictures = try questions().flatMap(\.content.pictures.all)
    #expect(pictures.map(\.label) == ["Pins", "circle.svg", "A square"])
    #expect(try pictures.map(test.pictures.has) == [true, true, false])
  }

  @Test func `importing once more brings the pictures to a bank of before, and no question`() throws
  {
    #expect(try take().counts.imported == 2)
    let session = try test.start(QuizOptions(count: 2))
    try session.select(0)
    try session.select(0)
    session.showResult()
    let before = try questions()
    #expect(before.allSatisfy { $0.content.pictures.attachments.isEmpty })
    addPictures()
    let report = try take()
    #expect(report.counts.imported == 0 && report.counts.updated == 2)
    let after = try questions()
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.content.text) == before.map(\.content.text))
    #expect(after.map(\.keyChangedAt) == [nil, nil])
    #expect(after.allSatisfy { $0.content.pictures.attachments.count == 1 })
    #expect(try test.history.answers.settled().count == 2)
    // A third time there is nothing new.
    let again = try take()
    #expect(again.counts.updated == 0 && again.counts.duplicates == 2)
  }

  @Test func `a copy of the file without its pictures takes none away`() throws {
    addPictures()
    try take()
    test.files.texts["img/board.svg"] = nil
    let report = try take()
    #expect(report.counts.updated == 0)
    #expect(try questions().allSatisfy { $0.content.pictures.attachments.count == 1 })
  }

  @Test func `another picture in the place of one is a correction, unless a person has chosen`()
    throws
  {
    addPictures()
    try take()
    test.files.texts["img/board.svg"] = "<svg width='1' height='2'/>"
    #expect(try take().counts.updated == 1)
    #expect(try questions()[0].content.pictures.all[0].attachment?.width == 1)
    #expect(try questions()[0].changedAt > questions()[1].changedAt || true)
  }

  @Test func `a dry run and a look keep nothing`() throws {
    addPictures()
    try take { $0.dryRun = true }
    let draft = try ImportDraft(
      ImportOptions(files: ["q.md"]), importer: test.importer, bank: test.bank, world: test.world)
    #expect(draft.found.counts.new == 2)
    #expect(try test.store.attachments.all() == [])
    try draft.take()
    #expect(try test.store.attachments.all().count == 2)
    let second = try ImportDraft(
      ImportOptions(files: ["q.md"]), importer: test.importer, bank: test.bank, world: test.world)
    #expect(second.found.counts.known == 2)
  }

  @Test func `an import whose pictures find no room brings nothing in`() throws {
    let disk = SimulatedDisk()
    let store = try JournalStore(
      path: "/bank", schema: QuestionBank.schema, environment: StoreEnvironment(fileSystem: disk))
    let full = TestWorld(store: store, files: test.files.texts)
    full.files.texts["img/board.svg"] = Self.board + String(repeating: " ", count: 400_000)
    full.files.texts["img/circle.svg"] = Self.circle
    try full.bank.makeDeck(named: "There")
    disk.freeBytes = 200_000
    var failures: [any ReportableError] = []
    let handle = full.importer.failures.observe { failures.append($0) }
    defer { handle.dispose() }
    do {
      try full.importer.run(ImportOptions(files: ["q.md"]))
      #expect(failures.map(\.code) == ["store-io"])
    } catch let error as any ReportableError {
      #expect(error.code == "store-io")
    }
    #expect(try questions(full).isEmpty)
  }

  @Test func `undo takes a question with its picture back, and redo brings both`() throws {
    addPictures()
    try take()
    try test.bank.undoHistory.undo()
    #expect(try questions().isEmpty)
    try test.bank.undoHistory.redo()
    #expect(try test.pictures.lacking().count == 1)
    #expect(try questions()[0].content.pictures.attachments.count == 1)
  }

  @Test func `editing a question keeps its pictures`() throws {
    addPictures()
    try take()
    let question = try questions()[0]
    var form = QuestionForm(question.content, deck: "q")
    try form.apply(FormEdit.commentary("I2C."))
    try test.bank.update(question, content: form.content())
    #expect(try questions()[0].content.pictures == question.content.pictures)
  }

  // MARK: Backups

  @Test func `a packaged backup has all pictures, and another bank gets them from it`() throws {
    addPictures()
    try take()
    try test.exporter.run(ExportOptions(file: "bank.zip", isBackup: true))
    let target = TestWorld()
    target.files.blobs["bank.zip"] = try test.files.bytes(of: "bank.zip")
    let report = try take("bank.zip", into: target)
    #expect(report.counts.imported == 2 && report.problems.isEmpty, "\(report.problems)")
    #expect(try questions(target).map(\.content) == questions().map(\.content))
    #expect(try target.store.attachments.all() == test.store.attachments.all())
  }

  @Test func `a backup in JSON names the pictures, and loses no reference`() throws {
    addPictures()
    try take()
    try test.exporter.run(ExportOptions(file: "bank.json", isBackup: true))
    let target = TestWorld(files: ["bank.json": try #require(test.files.texts["bank.json"])])
    try take("bank.json", into: target)
    #expect(try questions(target).map(\.content) == questions().map(\.content))
    #expect(try target.store.attachments.all() == [])
    #expect(try target.pictures.lacking().count == 2)
  }

  @Test func `a picture in a backup that is not what its name says is named and not kept`() throws {
    addPictures()
    try take()
    try test.exporter.run(ExportOptions(file: "bank.zip", isBackup: true))
    let archive = try ZipArchive(test.files.bytes(of: "bank.zip"))
    var zip = ZipOutput()
    var bytes: [UInt8] = []
    for entry in archive.entries {
      let contents = try archive.contents(of: entry, limit: entry.size)
      let isPicture = entry.name.hasSuffix(digest(Self.board).text)
      bytes += zip.file(entry.name, isPicture ? Array(Self.circle.utf8) : contents)
    }
    let target = TestWorld()
    target.files.blobs["bank.zip"] = bytes + zip.end()
    let report = try take("bank.zip", into: target)
    #expect(report.counts.imported == 2)
    #expect(report.problems.map(\.code) == ["image-dropped"])
    #expect(try target.store.attachments.all().map(\.digest) == [digest(Self.circle)])
  }
}
