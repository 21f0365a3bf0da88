import Foundation
import TestKit
import Testing

@testable import QuizKit
@testable import QuizStore

/// Tests the files that programs of other numbers of the formats wrote themselves: a journal, an
/// archive in JSON, and a backup. Those that could synchronize also have a shared folder with the
/// journal that published it.
@Suite struct ReleaseTests {
  @Test(arguments: Release.all)
  func `the journal and the archive of a release hold the same, and everything`(
    _ release: Release
  ) throws {
    let journal = try release.open(.journal)
    let archive = try release.open(.json)
    #expect(try Release.Counts(journal) == release.counts)
    #expect(try BankContent(journal) == BankContent(archive))
  }

  @Test(arguments: Release.all, StoreKind.inFiles)
  func `the bank of a release takes a change, and holds it beside everything`(
    _ release: Release, _ kind: StoreKind
  ) throws {
    let disk = try release.disk(kind)
    let context = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
    let before = try BankContent(context)
    try context.transaction {
      context.insert(Deck(name: "Added", createdAt: Date(timeIntervalSince1970: 0)))
    }
    try context.store.close()
    let after = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
    var counts = release.counts
    counts.decks += 1
    #expect(try Release.Counts(after) == counts)
    #expect(try BankContent(after).attempts == before.attempts)
    #expect(try BankContent(after).questions == before.questions)
  }

  @Test(arguments: Release.all)
  func `the backup of a release brings everything back`(_ release: Release) throws {
    let test = TestWorld()
    test.files.blobs[release.backup] = try release.file(release.backup)
    try test.importer.run(ImportOptions(files: [release.backup]))
    let bank = try BankContent(try release.open(.journal))
    let restored = try BankContent(test.world.store)
    #expect(restored.decks == bank.decks)
    #expect(restored.questions == bank.questions)
    #expect(restored.exams == bank.exams)
    #expect(restored.notes == bank.notes)
    #expect(restored.attempts == bank.attempts)
  }

  @Test(arguments: Release.withSync)
  func `a new device takes everything from the folder of a release`(_ release: Release) throws {
    let device = try SyncDevice(7)
    try release.addFolder(to: device.disk)
    let outcome = try device.synchronize()
    #expect(outcome.problems.isEmpty)
    let disk = SimulatedDisk()
    disk[StoreKind.journal.path] = try release.file("synced.journal")
    let own = try StoreKind.journal.open(on: disk, schema: QuestionBank.schema)
    #expect(try BankContent(device.store) == BankContent(StoreContext(own)))
  }

  @Test(arguments: Release.withSync)
  func `the device that wrote the folder of a release goes on with it`(_ release: Release) throws {
    let disk = SimulatedDisk()
    disk["/bank"] = try release.file("synced.journal")
    try release.addFolder(to: disk)
    let device = try SyncDevice.onJournal(7, disk: disk)
    let published = device.file
    #expect(published != nil)
    #expect(try device.synchronize().problems.isEmpty)
    try device.addQuestion("New?")
    #expect(try device.synchronize().problems.isEmpty)
    let other = try SyncDevice(8)
    try release.addFolder(to: other.disk)
    other.fetch([device])
    #expect(try other.synchronize().problems.map(\.code) == [])
    #expect(try BankContent(other.store) == BankContent(device.store))
  }

  @Test func `a device sends nothing anew because its bank was written in the new version`() throws
  {
    let release = Release.schema2
    let disk = SimulatedDisk()
    disk["/bank"] = try release.file("synced.journal")
    try release.addFolder(to: disk)
    let device = try SyncDevice.onJournal(7, disk: disk)
    try device.synchronize()
    try device.addQuestion("New?")
    #expect(disk["/bank.version-2"] != nil)
    try device.store.store.close()
    let restarted = try SyncDevice.onJournal(7, disk: disk)
    // The question and its deck.
    #expect(try restarted.synchronize().published == 2)
    #expect(try restarted.synchronize().published == 0)
  }

  @Test func `every kind of record of the last version before is there, also after a save`() throws
  {
    let release = Release.schema2
    for (name, kind) in [("bank.json", StoreKind.json), ("other.journal", .journal)] {
      let disk = SimulatedDisk()
      disk[kind.path] = try release.file(name)
      var counts: [[Int]] = []
      for deck in ["New", "Newer"] {
        let context = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
        counts.append([
          try context.count(FetchDescriptor<KeptFit>()),
          try context.count(FetchDescriptor<OverwrittenText>()),
          try context.count(FetchDescriptor<SyncedRecord>()),
        ])
        try context.transaction {
          context.insert(Deck(name: deck, createdAt: Date(timeIntervalSince1970: 0)))
        }
        try context.store.close()
      }
      #expect(counts == Array(repeating: kind == .json ? [1, 0, 0] : [0, 1, 18], count: 2))
    }
  }

  @Test func `the texts that another device replaced, the log and the followed file are there`()
    throws
  {
    let release = Release.own
    let (bank, other) = (try release.open(.journal), SimulatedDisk())
    #expect(try bank.count(FetchDescriptor<FollowedSource>()) == 1)
    #expect(
      try bank.history.changes(after: 0).filter { !$0.author.isEmpty }.map(\.mark.name) == [
        "import", "registration", "registration", "deletion", "follow", "follow", "follow",
      ])
    other[StoreKind.journal.path] = try release.file("other.journal")
    let second = StoreContext(try StoreKind.journal.open(on: other, schema: QuestionBank.schema))
    #expect(
      try second.fetch(FetchDescriptor<OverwrittenText>()).map(\.value).sorted() == [
        "\"Is the sun a star?\"", "\"It is.\"",
      ])
  }

  @Test func `each number of the records has its files`() throws {
    #expect(Set(try FormatRow.all().map(\.schema)) == Set(Release.all.map(\.schema)))
  }
}

/// A program that wrote other numbers of the formats, and the records that its script added to a
/// bank.
struct Release: Sendable, CustomTestStringConvertible {
  struct Counts: Equatable {
    var decks: Int
    var questions: Int
    var exams: Int
    var notes: Int
    var attempts: Int
    var answers: Int
    var trashed: Int
  }

  /// The folder with the files.
  let name: String
  /// The number of the schema of the records.
  let schema: Int
  let counts: Counts
  var backup = "backup.json"

  static let all = [
    // Commit bda92eb.
    Release(
      name: "0.1.0", schema: 1,
      counts: Counts(
        decks: 4, questions: 6, exams: 0, notes: 2, attempts: 4, answers: 8, trashed: 0)),
    schema2, own,
  ]

  /// Commit 105ddb0, the last one before schema 3: kinds of questions, weights, exams, the trash,
  /// certainty, a target for reviews, fitted parameters and a text that another device replaced.
  static let schema2 = Release(
    name: "schema-2", schema: 2,
    counts: Counts(
      decks: 4, questions: 7, exams: 1, notes: 1, attempts: 5, answers: 11, trashed: 1))

  /// The first release with the program's own numbers: every kind of question, a file that a deck
  /// follows, pictures of a question and of a note, and the log.
  static let own = Release(
    name: "0.5.0", schema: 4,
    counts: Counts(
      decks: 2, questions: 11, exams: 1, notes: 2, attempts: 3, answers: 8, trashed: 1),
    backup: "whole.zip")

  /// The programs that could synchronize.
  static let withSync = all.filter { $0.name != "0.1.0" }

  static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized

  var testDescription: String { name }

  private var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files/\(name)")
  }

  func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  func disk(_ kind: StoreKind) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let name = kind == .json ? "bank.json" : "bank.journal"
    disk[kind.path] = try file(name)
    try folder.appending(path: name + ".media").put(on: disk, at: kind.path + ".media")
    return disk
  }

  func open(_ kind: StoreKind) throws -> StoreContext {
    StoreContext(
      try kind.open(on: try disk(kind), schema: QuestionBank.schema, access: .reading))
  }

  /// Puts the shared folder on a disk.
  func addFolder(to disk: SimulatedDisk) throws {
    try folder.appending(path: "shared").put(on: disk, at: SyncDevice.folder)
  }
}

extension URL {
  /// Puts the file, or the files of the folder, on a disk; nothing where there is none.
  func put(on disk: SimulatedDisk, at path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: self.path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else { return disk[path] = Array(try Data(contentsOf: self)) }
    for name in try FileManager.default.contentsOfDirectory(atPath: self.path) {
      try appending(path: name).put(on: disk, at: "\(path)/\(name)")
    }
  }
}

extension Release.Counts {
  init(_ context: StoreContext) throws {
    self.init(
      decks: try context.count(FetchDescriptor<Deck>()),
      questions: try context.count(FetchDescriptor<Question>()),
      exams: try context.count(FetchDescriptor<Exam>()),
      notes: try context.count(FetchDescriptor<StudyNote>()),
      attempts: try context.count(FetchDescriptor<Attempt>()),
      answers: try context.count(FetchDescriptor<Answer>()),
      trashed: try context.count(FetchDescriptor<TrashEntry>()))
  }
}
