import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import TestKit

/// Makes sure that a new kind of record, which is declared in one file and in the schema, is
/// handled everywhere like the other kinds.
@Suite struct NewKindTests {
  private static let schema = BankSchema.with([Bookmark.self])
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private let disk = SimulatedDisk()

  /// Creates a world over a store that is opened, or opened again.
  private func world(
    _ kind: StoreKind = .memory, schema: Schema = schema, files: [String: String] = [:]
  ) throws -> TestWorld {
    TestWorld(store: try kind.open(on: disk, schema: schema), files: files)
  }

  /// Adds a bookmark to a question.
  private func mark(_ test: TestWorld) throws -> Bookmark {
    try test.add([.sample("Which?")])
    let question = try #require(try test.bank.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.store.saving(.registration) {
      test.bank.store.insert(
        Bookmark(on: question.id, label: "again", colour: "red", createdAt: Self.now))
    }
    return try #require(try bookmarks(test).first)
  }

  private func bookmarks(_ test: TestWorld) throws -> [Bookmark] {
    try StoreContext(test.store).fetch(FetchDescriptor<Bookmark>())
  }

  private func restoreAll(_ test: TestWorld) throws {
    let entries = try test.bank.store.fetch(FetchDescriptor<TrashEntry>())
    try test.trash.restore(entries.map(\.id))
  }

  // MARK: Trash and undo

  @Test(arguments: StoreKind.allCases)
  func `it goes into the trash with its question, and comes back after a restart`(
    _ kind: StoreKind
  ) throws {
    var test = try world(kind)
    let bookmark = try mark(test)
    try test.bank.delete([bookmark.questionID])
    #expect(try bookmarks(test) == [])
    if kind != .memory {
      try test.store.close()
      test = try world(kind)
    }
    try restoreAll(test)
    #expect(try bookmarks(test) == [bookmark])
  }

  @Test func `it has an entry of its own in the trash, under its own name`() throws {
    let test = try world()
    let bookmark = try mark(test)
    try test.bank.store.deleting(in: test.world) { try $0.delete([bookmark.id]) }
    let state = try TrashViewModel(trash: test.trash, world: test.world).state
    #expect(state.items.map(\.text) == ["again"])
    #expect(state.items.map { $0.name.text(in: .japanese) } == ["しおり"])
    try restoreAll(test)
    #expect(try bookmarks(test) == [bookmark])
  }

  /// Deletes a bookmark, and then its question. Returns the entries of the trash in that order.
  private func deleteBoth(_ test: TestWorld) throws -> (Bookmark, [Identifier<TrashEntry>]) {
    let bookmark = try mark(test)
    try test.bank.store.deleting(in: test.world) { try $0.delete([bookmark.id]) }
    try test.bank.delete([bookmark.questionID])
    let entries = try test.bank.store.fetch(FetchDescriptor<TrashEntry>())
    return (bookmark, entries.map(\.id).sorted())
  }

  @Test func `it does not come back while its question is deleted, and nothing is changed`() throws
  {
    let test = try world()
    let (bookmark, entries) = try deleteBoth(test)
    let failure = #expect(throws: SaveFailure.self) { try test.trash.restore([entries[0]]) }
    #expect(
      failure?.message.text(in: .english)
        == "Not saved: the question that it belongs to is deleted. Bring that back first.")
    #expect(try bookmarks(test) == [])
    try test.trash.restore([entries[1]])
    try test.trash.restore([entries[0]])
    #expect(try bookmarks(test) == [bookmark])
  }

  @Test func `it comes back together with its question, in whatever order they are named`() throws {
    let test = try world()
    let (bookmark, entries) = try deleteBoth(test)
    try test.trash.restore(entries)
    #expect(try bookmarks(test) == [bookmark])
  }

  @Test func `undo counts it`() throws {
    let test = try world()
    let bookmark = try mark(test)
    let next = try #require(test.bank.undoHistory.next)
    #expect(next.change == .registration)
    #expect(next.others.texts(in: .english) == ["1 bookmark"])
    let json = String(decoding: try JSONTextEncoder().encode(next), as: UTF8.self)
    #expect(json.contains(#""bookmarks":1"#))
    try test.bank.undoHistory.undo()
    #expect(try bookmarks(test) == [])
    try test.bank.undoHistory.redo()
    #expect(try bookmarks(test) == [bookmark])
  }

  // MARK: Backups

  private func backup(_ test: TestWorld) throws -> [String: String] {
    try test.exporter.run(ExportOptions(file: "all.json", isBackup: true))
    return ["all.json": try #require(test.files.texts["all.json"])]
  }

  private func restore(_ test: TestWorld) throws -> ImportOutcome.File {
    var outcome: ImportOutcome?
    let observation = test.importer.outcomes.observe { outcome = $0 }
    defer { observation.dispose() }
    try test.importer.run(ImportOptions(files: ["all.json"]))
    return try #require(outcome?.files.first)
  }

  @Test func `a backup has it, and brings it back to its question once`() throws {
    let test = try world()
    let bookmark = try mark(test)
    let copy = try world(files: backup(test))
    try copy.add([.sample("Another?")], deck: "Other")
    let restored = try #require(try restore(copy).restored)
    #expect(restored.counts.texts(in: .english) == ["1 deck", "1 bookmark"])
    let back = try #require(try bookmarks(copy).first)
    #expect(back.isAlike(bookmark) == false && back.colour == "red")
    let question = try copy.bank.store.record(for: back.questionID)
    #expect(question?.content.text == "Which?")
    #expect(try restore(copy).restored?.duplicates == 1)
    #expect(try bookmarks(copy).count == 1)
  }

  @Test func `a program that does not know it says so, and brings back the rest`() throws {
    let test = try world()
    _ = try mark(test)
    let older = TestWorld(files: try backup(test))
    let file = try restore(older)
    #expect(file.problems.map(\.fault) == [.fieldsIgnored(["bookmarks"])])
    #expect(try older.bank.store.count(FetchDescriptor<Question>()) == 1)
  }

  @Test func `without its question it is left out and named`() throws {
    let test = try world()
    _ = try mark(test)
    var files = try backup(test)
    files["all.json"] = files["all.json"]?.replacing(#""questionID":1"#, with: #""questionID":7"#)
    let copy = try world(files: files)
    #expect(try restore(copy).problems.map(\.code) == ["unreadable-record"])
    #expect(try bookmarks(copy) == [])
  }

  // MARK: Other devices

  private func device(_ number: UInt64, _ disk: SimulatedDisk, _ kinds: [any BankRecord.Type])
    throws -> SyncDevice
  {
    let store = try JournalStore(
      path: "/bank", schema: kinds.isEmpty ? BankSchema.usual : BankSchema.with(kinds),
      environment: StoreEnvironment(fileSystem: disk))
    return try SyncDevice(number, store: store, disk: disk)
  }

  /// A device with a bookmark on a question, and another device that has received its file.
  private func laptop() throws -> SyncDevice {
    let laptop = try device(1, SimulatedDisk(), [Bookmark.self])
    try laptop.addQuestion("Which?")
    let question = try #require(try laptop.questions().first)
    laptop.store.insert(
      Bookmark(on: question.id, label: "again", colour: "red", createdAt: Self.now))
    try laptop.store.save()
    try laptop.synchronize()
    return laptop
  }

  @Test func `another device gets it, with its question and its changes`() throws {
    let laptop = try laptop()
    let desktop = try device(2, SimulatedDisk(), [Bookmark.self])
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems == [])
    var bookmark = try #require(try desktop.store.fetch(FetchDescriptor<Bookmark>()).first)
    let question = try #require(try desktop.question("Which?"))
    #expect(bookmark.questionID == question.id && bookmark.colour == "red")
    bookmark.label = "once more"
    try desktop.store.update(bookmark)
    try desktop.store.save()
    try desktop.synchronize()
    laptop.fetch([desktop])
    try laptop.synchronize()
    #expect(try laptop.store.fetch(FetchDescriptor<Bookmark>()).map(\.label) == ["once more"])
    try desktop.delete(bookmark.id)
    try desktop.synchronize()
    laptop.fetch([desktop])
    try laptop.synchronize()
    #expect(try laptop.store.count(FetchDescriptor<Bookmark>()) == 0)
    #expect(try laptop.store.fetch(FetchDescriptor<TrashEntry>()).map(\.kind) == [Bookmark.kind])
  }

  @Test func `a file has a higher version only once it has a newer kind`() throws {
    let laptop = try device(1, SimulatedDisk(), [Bookmark.self])
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    #expect(String(decoding: laptop.file ?? [], as: UTF8.self).contains(#""version":1,"#))
    let question = try #require(try laptop.questions().first)
    laptop.store.insert(Bookmark(on: question.id, label: "again", createdAt: Self.now))
    try laptop.store.save()
    #expect(try laptop.synchronize().published == 1)
    let text = String(decoding: laptop.file ?? [], as: UTF8.self)
    #expect(text.contains(#""version":2,"#) && text.contains(#"{"bookmark":"#))
    try laptop.addQuestion("And which?")
    try laptop.synchronize()
    #expect(
      String(decoding: laptop.file ?? [], as: UTF8.self).hasPrefix(text),
      "the file goes on")
  }

  @Test func `an older device says once that it does not know it, and has it when it is updated`()
    throws
  {
    let laptop = try laptop()
    let disk = SimulatedDisk()
    var desktop = try device(2, disk, [])
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-unread"])
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "edited" }
    #expect(try desktop.synchronize().problems == [])
    laptop.fetch([desktop])
    #expect(try laptop.synchronize().problems == [])
    #expect(try laptop.store.count(FetchDescriptor<Bookmark>()) == 1)
    try desktop.store.store.close()
    desktop = try device(2, disk, [Bookmark.self])
    #expect(try desktop.synchronize().problems == [])
    let bookmark = try #require(try desktop.store.fetch(FetchDescriptor<Bookmark>()).first)
    #expect(bookmark.label == "again")
    #expect(try desktop.question("Which?")?.id == bookmark.questionID)
  }

  @Test(arguments: [false, true])
  func `so it is with a member that an older device does not know, even after edits`(
    isEditedAfterUpdate: Bool
  ) throws {
    let laptop = try laptop()
    let disk = SimulatedDisk()
    var desktop = try device(2, disk, [EarlierBookmark.self])
    desktop.fetch([laptop])
    let problems = try desktop.synchronize().problems
    #expect(problems.map(\.code) == ["sync-unread"])
    #expect(problems.first?.text(in: .english).contains("bookmark colour") == true)
    var early = try #require(try desktop.store.fetch(FetchDescriptor<EarlierBookmark>()).first)
    early.label = "edited"
    try desktop.store.update(early)
    try desktop.store.save()
    if !isEditedAfterUpdate { #expect(try desktop.synchronize().problems == []) }
    try desktop.store.store.close()
    desktop = try device(2, disk, [Bookmark.self])
    #expect(try desktop.synchronize().problems == [])
    let bookmark = try #require(try desktop.store.fetch(FetchDescriptor<Bookmark>()).first)
    #expect(bookmark.label == "edited" && bookmark.colour == "red")
    laptop.fetch([desktop])
    try laptop.synchronize()
    let own = try #require(try laptop.store.fetch(FetchDescriptor<Bookmark>()).first)
    #expect(own.label == "edited" && own.colour == "red")
  }

  @Test func `a group that shares questions exchanges no personal kind`() throws {
    let laptop = try laptop()
    let store = try JournalStore(
      path: "/bank", schema: Self.schema, environment: StoreEnvironment(fileSystem: disk))
    let desktop = try SyncDevice(2, store: store, disk: disk, isQuestionsOnly: true)
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems == [])
    #expect(try desktop.questions().count == 1)
    #expect(try desktop.store.count(FetchDescriptor<Bookmark>()) == 0)
  }

  @Test func `each kind comes after those to which it refers, in the order of older files`() {
    let kinds = BankKinds(of: Self.schema)
    #expect(
      kinds.ownersFirst.map { $0.entityName }
        == ["deck", "question", "exam", "note", "attempt", "progress", "answer", "bookmark"])
    #expect(
      kinds.all.compactMap { $0.section }
        == ["decks", "notes", "attempts", "progress", "answers", "exams", "bookmarks"])
  }
}
