import Foundation
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Expects a store to fulfil the contract that applies to any store, no matter who wrote it.
///
/// - Parameter make: returns an empty store for the schema of ``StoreContract``, a different one
///   each time.
/// - Parameter reopen: opens the data that a store has written, as a restarted program does. The
///   store is already closed. `nil` for a store that does not keep anything.
func expectStoreContract(
  _ make: @escaping () throws -> any DataStore,
  reopen: ((any DataStore) throws -> any DataStore)?
) throws {
  let contract = StoreContract(make: make, reopen: reopen)
  try contract.expectSavesAndFetches()
  try contract.expectSelections()
  try contract.expectVersions()
  try contract.expectIdentifiers()
  try contract.expectReservedIdentifiers()
  try contract.expectRestarts()
  try contract.expectAllOrNothing()
  try contract.expectConflicts()
  try contract.expectUndo()
  try contract.expectHistory()
  try contract.expectJoinedChanges()
  try contract.expectRules()
  try contract.expectAttachments()
  try contract.expectClosing()
}

/// The tests of the contract, with a schema of writers and their works.
struct StoreContract {
  struct Writer: StoredRecord {
    static let entityName = "writer"
    static let keys: [RecordKey<Writer>] = [.unique(\.name)]
    var id: Identifier<Writer> = .unassigned
    var name: String
  }

  struct Work: StoredRecord {
    static let entityName = "work"
    static let keys: [RecordKey<Work>] = [
      .reference(\.writerID, onDelete: .cascade), .index(\.year),
    ]
    var id: Identifier<Work> = .unassigned
    var writerID: Identifier<Writer>
    var title: String
    var year: Int
  }

  struct WorkTitle: RecordPart {
    var id: Identifier<Work>
    var title: String

    init(_ work: Work) { (id, title) = (work.id, work.title) }
  }

  static let schema = Schema(version: 1, Writer.self, Work.self)

  let make: () throws -> any DataStore
  let reopen: ((any DataStore) throws -> any DataStore)?

  /// A context with two writers and five works, saved.
  private func library() throws -> StoreContext {
    let context = StoreContext(try make())
    let first = context.insert(Writer(name: "紫式部"))
    let second = context.insert(Writer(name: "Shelley"))
    for (number, title) in ["桐壺", "帚木", "空蝉"].enumerated() {
      context.insert(Work(writerID: first, title: title, year: 1001 + number))
    }
    for (title, year) in [("Frankenstein", 1818), ("The Last Man", 1826)] {
      context.insert(Work(writerID: second, title: title, year: year))
    }
    try context.save()
    return context
  }

  private func titles(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Work>()).map(\.title)
  }

  fileprivate func expectSavesAndFetches() throws {
    let context = try library()
    #expect(!context.hasChanges)
    #expect(try titles(context) == ["桐壺", "帚木", "空蝉", "Frankenstein", "The Last Man"])
    let byYear = FetchDescriptor<Work>(
      predicate: #Predicate { $0.year > 1002 }, sortBy: [SortDescriptor(\.year, order: .reverse)],
      limit: 2, offset: 1)
    #expect(try context.fetch(byYear).map(\.title) == ["Frankenstein", "空蝉"])
    #expect(try context.count(byYear) == 2)
    #expect(try context.identifiers(byYear).map(\.rawValue) == [4, 3])
    let found = try context.count(where: #Predicate<Work> { $0.title.contains("木") })
    #expect(found == 1)
    #expect(try context.records(matching: \Work.year, in: [1818, 1001, 7]).count == 2)
    let counts = try context.counts(by: \Work.writerID)
    #expect(counts == [Identifier(rawValue: 1): 3, Identifier(rawValue: 2): 2])
    #expect(try context.record(for: Identifier<Work>(rawValue: 9)) == nil)
    let parts: [WorkTitle] = try context.savedParts(of: [5, 9, 1].map { Identifier(rawValue: $0) })
    #expect(parts.map(\.id.rawValue) == [5, 1])
    #expect(parts.map(\.title) == ["The Last Man", "桐壺"])
  }

  /// Expects the results of each selection, for saved records and with unsaved changes.
  fileprivate func expectSelections() throws {
    let context = try library()
    func years(_ selection: Selection<Work>) throws -> [Int] {
      let descriptor = FetchDescriptor(selection)
      let works = try context.fetch(descriptor)
      #expect(try context.identifiers(descriptor) == works.map(\.id))
      #expect(try context.count(descriptor) == works.count)
      return works.map(\.year)
    }
    let second = Identifier<Writer>(rawValue: 2)
    let some = [4, 9, 1].map { Identifier<Work>(rawValue: $0) }
    #expect(try years(.identifiers(some)) == [1818, 1001])
    #expect(try years(.whose(\.writerID, is: second)) == [1818, 1826])
    #expect(try years(.whose(\.title, isOneOf: ["桐壺", "x", "The Last Man"])) == [1001, 1826])
    #expect(try years(.whose(\.year, isIn: 1002..<1826)) == [1002, 1003, 1818])
    #expect(try years(.whose(\.year, isIn: 7..<7)) == [])
    #expect(try years(.whose(\.year, isBelow: 1002)) == [1001])
    #expect(try years(.ordered(by: \.year, isReversed: true, limit: 2)) == [1826, 1818])
    #expect(try years(.ordered(by: \.year, limit: 0)) == [])
    try context.delete(Identifier<Work>(rawValue: 5))
    context.insert(Work(writerID: second, title: "unsaved", year: 1002))
    #expect(try years(.whose(\.writerID, is: second)) == [1818, 1002])
    #expect(try years(.whose(\.year, isIn: 1002..<1827)) == [1002, 1003, 1818, 1002])
    #expect(try years(.ordered(by: \.year, isReversed: true, limit: 2)) == [1818, 1003])
    #expect(try years(.ordered(by: \.year)) == [1001, 1002, 1002, 1003, 1818])
  }

  /// Expects that the version of a saved record only depends on the record, whichever store keeps
  /// it.
  fileprivate func expectVersions() throws {
    let context = try library()
    for work in try context.fetch(FetchDescriptor<Work>()) {
      #expect(try context.store.version(of: work.id) == context.store.version(of: work))
    }
    #expect(try context.store.version(of: Identifier<Work>(rawValue: 9)) == nil)
  }

  fileprivate func expectIdentifiers() throws {
    let context = try library()
    let works = try context.fetch(FetchDescriptor<Work>())
    #expect(works.map(\.id.rawValue) == [1, 2, 3, 4, 5])
    #expect(works.map(\.writerID.rawValue) == [1, 1, 1, 2, 2])
    try context.delete(Identifier<Work>(rawValue: 5))
    try context.save()
    let new = context.insert(Work(writerID: works[0].writerID, title: "夕顔", year: 1004))
    #expect(new.isTemporary)
    let saved = try context.save()
    #expect(saved?.replacements.resolve(new) == Identifier(rawValue: 6))
    #expect(context.resolve(new) == Identifier(rawValue: 6))
    #expect(try context.record(for: new)?.title == "夕顔")
  }

  /// Expects that a number to which something refers belongs to that record, even if the record is
  /// never saved.
  fileprivate func expectReservedIdentifiers() throws {
    var context = try library()
    #expect(context.store.reserveIdentifiers(2, for: Work.self) == 6)
    // The records that refer to the reserved numbers are of another kind.
    context.insert(Writer(name: "清少納言"))
    try context.save()
    context = try restarted(context)
    #expect(context.store.reserveIdentifiers(1, for: Work.self) == 8)
    context.insert(Work(writerID: Identifier(rawValue: 3), title: "枕草子", year: 1002))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Work>()).last?.id.rawValue == 9)
    try context.delete(Identifier<Work>(rawValue: 9))
    try context.save()
    context = try restarted(context)
    #expect(context.store.reserveIdentifiers(1, for: Work.self) == 10)
    #expect(context.store.reserveIdentifiers(1, for: Writer.self) == 4)
  }

  /// Expects that a restarted program finds exactly the saved records.
  fileprivate func expectRestarts() throws {
    var context = try library()
    var work = try #require(try context.record(for: Identifier<Work>(rawValue: 2)))
    work.title = "ははきぎ"
    try context.update(work)
    try context.delete(Identifier<Work>(rawValue: 5))
    try context.save()
    context.insert(Work(writerID: Identifier(rawValue: 1), title: "unsaved", year: 1))
    let (saved, writers) = try (
      StoreContext(context.store).fetch(FetchDescriptor<Work>()),
      context.fetch(FetchDescriptor<Writer>())
    )
    context = try restarted(context)
    #expect(try context.fetch(FetchDescriptor<Work>()) == saved)
    #expect(try context.fetch(FetchDescriptor<Writer>()) == writers)
    #expect(try titles(context) == ["桐壺", "ははきぎ", "空蝉", "Frankenstein"])
  }

  /// Bytes beside the records stay as they are, once, under their digest. A store that keeps none
  /// says so.
  fileprivate func expectAttachments() throws {
    var context = try library()
    let (one, other) = (Array("one".utf8), Array("another".utf8))
    let digests = [one, other].map { ContentDigest(of: $0) }
    do throws(StoreError) {
      try context.store.attachments.keep(one, as: digests[0])
    } catch .attachmentsUnsupported {
      #expect(try context.store.attachments.all() == [])
      return
    }
    #expect(try context.store.attachments.has(digests[0]))
    #expect(try !context.store.attachments.has(digests[1]))
    #expect(try context.store.attachments.bytes(of: digests[1]) == nil)
    try context.store.attachments.keep(one, as: digests[0])
    try context.store.attachments.keep(other, as: digests[1])
    #expect(try context.store.attachments.all().map(\.digest) == digests.sorted())
    context = try restarted(context)
    #expect(try context.store.attachments.bytes(of: digests[0]) == one)
    #expect(try context.store.attachments.all().map(\.size).sorted() == [3, 7])
    try context.store.attachments.remove(digests[0])
    try context.store.attachments.remove(digests[0])
    #expect(try !context.store.attachments.has(digests[0]))
    #expect(try context.store.attachments.bytes(of: digests[1]) == other)
    #expect(try titles(context).count == 5)
  }

  /// The context of a restarted program. For a store that does not keep anything, a context on the
  /// same store.
  private func restarted(_ context: StoreContext) throws -> StoreContext {
    guard let reopen else { return StoreContext(context.store) }
    try context.store.close()
    return StoreContext(try reopen(context.store))
  }

  fileprivate func expectAllOrNothing() throws {
    let context = try library()
    let before = try titles(context)
    context.insert(Work(writerID: Identifier(rawValue: 1), title: "夕顔", year: 1004))
    context.insert(Work(writerID: Identifier(rawValue: 99), title: "nobody's", year: 1))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "dangling-reference")
    #expect(context.hasChanges)
    #expect(try titles(StoreContext(context.store)) == before)
    context.rollback()
    #expect(try titles(context) == before)
  }

  fileprivate func expectConflicts() throws {
    let context = try library()
    let other = StoreContext(context.store)
    let id = Identifier<Work>(rawValue: 4)
    let seen = try #require(try context.record(for: id))
    var (mine, theirs) = (seen, seen)
    theirs.year = 1831
    try other.update(theirs, from: seen)
    try other.save()
    mine.title = "Frankenstein; or, The Modern Prometheus"
    try context.update(mine, from: seen)
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflict) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflict.mine as? Work == mine && conflict.theirs as? Work == theirs)
    #expect(context.hasChanges)
    context.rollback()
    try context.update(mine)
    try context.save()
    #expect(try other.record(for: id) == mine)
  }

  fileprivate func expectUndo() throws {
    let context = try library()
    let before = try context.fetch(FetchDescriptor<Work>())
    var work = before[0]
    work.title = "きりつぼ"
    try context.update(work)
    try context.delete(before[1].id)
    context.insert(Work(writerID: work.writerID, title: "夕顔", year: 1004))
    var announced: [SavedChanges] = []
    let subscription = context.saves.observe { announced.append($0) }
    try context.save()
    let after = try context.fetch(FetchDescriptor<Work>())
    try context.undo()
    #expect(try context.fetch(FetchDescriptor<Work>()) == before)
    try context.redo()
    #expect(try context.fetch(FetchDescriptor<Work>()) == after)
    subscription.dispose()
    #expect(announced.count == 3)
    #expect(announced.allSatisfy { $0.concerns(Work.self) && !$0.concerns(Writer.self) })
    #expect(zip(announced, announced.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
  }

  /// Expects that the log has each change with its name, and what takes it back. A store whose log
  /// outlasts the program has both after a restart.
  fileprivate func expectHistory() throws {
    var context = try library()
    let first = context.history.lastSequence
    let before = try context.fetch(FetchDescriptor<Work>())
    var work = before[0]
    work.title = "きりつぼ"
    try context.update(work)
    try context.delete(before[1].id)
    context.insert(Work(writerID: work.writerID, title: "夕顔", year: 1004))
    try context.save(named: "edit")
    let quiet = StoreContext(context.store, undoLimit: 0)
    quiet.insert(Writer(name: "unnamed"))
    try quiet.save()
    if context.history === context.store { context = try restarted(context) }
    let changes = try context.history.changes(after: first)
    #expect(changes.map(\.mark.name) == ["edit"] && changes.allSatisfy(\.isReversible))
    let change = try #require(changes.first)
    let ids = try #require(change.entities[Work.entityName])
    #expect(ids.inserted == [6] && ids.updated == [1] && ids.deleted == [2])
    #expect(change.author == context.history.author)
    let old = try context.history.records(for: before.map(\.id), before: change)
    #expect(old.sorted { $0.id < $1.id } == Array(before.prefix(2)))
    try context.revert(change)
    #expect(try context.fetch(FetchDescriptor<Work>()) == before)
    let undo = try #require(try context.history.changes(after: change.sequence).last)
    #expect(undo.mark.undoes == change.sequence && undo.mark.name == "edit")
    try context.revert(undo)
    #expect(try titles(context) == ["きりつぼ", "空蝉", "Frankenstein", "The Last Man", "夕顔"])
  }

  /// Expects that two changes of the log are one after a save that says so, unless another change
  /// lies between them.
  fileprivate func expectJoinedChanges() throws {
    var context = try library()
    let start = context.history.lastSequence
    let before = try context.fetch(FetchDescriptor<Work>())
    func edit(_ work: Int64, _ title: String) throws {
      let work = try context.record(for: Identifier<Work>(rawValue: work))
      var changed = try #require(work)
      changed.title = title
      try context.update(changed)
    }
    func save(_ name: String, _ joins: Int...) throws {
      let changes = try context.history.changes(after: start)
      var mark = ChangeMark(name)
      mark.joins = joins.map { changes[$0].sequence }
      try context.save(as: mark)
    }
    try edit(1, "first")
    try context.delete(before[1].id)
    let new = context.insert(Work(writerID: before[0].writerID, title: "夕顔", year: 1004))
    let passing = context.insert(Work(writerID: before[0].writerID, title: "若紫", year: 1005))
    try save("a")
    try edit(3, "between")
    try save("b")
    try edit(1, "second")
    try edit(context.resolve(new).rawValue, "末摘花")
    try context.delete(context.resolve(passing))
    try context.delete(before[3].id)
    context.insert(before[1])
    try edit(5, "last")
    try save("c")
    context.insert(Writer(name: "unnamed"))
    try save("d", 0, 2)
    if context.history === context.store { context = try restarted(context) }
    let changes = try context.history.changes(after: start)
    #expect(changes.map(\.mark.name) == ["b", "c", "d"])
    let ids = try #require(changes[1].entities[Work.entityName])
    #expect(ids.inserted == [6] && ids.updated == [1, 2, 5] && ids.deleted == [4])
    let undone = try context.revert(changes[1])
    var expected = before
    expected[2].title = "between"
    #expect(try context.fetch(FetchDescriptor<Work>()) == expected)
    let undo = try #require(try context.history.change(undone.sequence))
    try context.revert(undo)
    #expect(try titles(context) == ["second", "帚木", "between", "last", "末摘花"])

    let rest = try context.history.changes(after: start).count
    for name in ["e", "f", "g"] {
      try edit(1, name)
      try save(name)
    }
    try edit(3, "h")
    try save("h", rest, rest + 2)
    let names = try context.history.changes(after: start).dropFirst(rest).map(\.mark.name)
    #expect(names == ["e", "f", "g", "h"])
  }

  fileprivate func expectRules() throws {
    let context = try library()
    context.insert(Writer(name: "Shelley"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "duplicate-key")
    context.rollback()
    try context.delete(Identifier<Writer>(rawValue: 1))
    try context.save()
    #expect(try titles(context) == ["Frankenstein", "The Last Man"])
  }

  fileprivate func expectClosing() throws {
    let context = try library()
    try context.store.close()
    try context.store.close()
  }
}
