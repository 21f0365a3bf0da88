import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests the log of a journal: over restarts, compactions and damage.
@Suite struct JournalHistoryTests {
  private let disk = SimulatedDisk()
  private let path = StoreKind.journal.path

  private func open(
    author: String = "here", _ access: StoreAccess = .writing
  ) throws -> (JournalStore, StoreContext) {
    var salt = UInt64(disk.calls)
    var environment = StoreEnvironment(
      fileSystem: disk, now: { Date(timeIntervalSinceReferenceDate: 60) },
      randomNumber: {
        salt += 1
        return salt
      })
    environment.processors = 1
    environment.author = author
    let store = try JournalStore(
      path: path, schema: librarySchema, access: access, environment: environment)
    return (store, StoreContext(store))
  }

  /// Closes and opens the journal, with or without a compaction.
  private func reopen(_ store: JournalStore, isCompacted: Bool) throws -> (
    JournalStore, StoreContext
  ) {
    if isCompacted { try store.compact() }
    try store.close()
    return try open()
  }

  private var text: String {
    get throws { String(decoding: try #require(disk.text(of: path)), as: UTF8.self) }
  }

  @Test(arguments: [false, true])
  func `all changes are taken back after a restart, the last one first`(_ isCompacted: Bool) throws
  {
    var (store, context) = try open()
    var states: [[Book]] = [[]]
    func note() throws { states.append(try context.fetch(FetchDescriptor<Book>())) }
    let shelf = try context.saveShelf("A", (1...40).map { "book \($0)" })
    try note()
    context.insert(Loan(bookID: Identifier(rawValue: 3), reader: "R"))
    var book = try #require(try context.record(for: Identifier<Book>(rawValue: 3)))
    book.title = "other"
    try context.update(book)
    try context.save(named: "edit")
    try note()
    try context.delete(shelf)
    try context.save(named: "deletion")
    try note()
    for before in states.dropLast().reversed() {
      (store, context) = try reopen(store, isCompacted: isCompacted)
      let last = try context.history.changes(after: 0).filter { $0.mark.undoes == nil }
      let undone = try Set(context.history.changes(after: 0).compactMap(\.mark.undoes))
      try context.revert(try #require(last.last { !undone.contains($0.sequence) }))
      #expect(try context.fetch(FetchDescriptor<Book>()) == before)
    }
    #expect(try context.count(FetchDescriptor<Loan>()) == 0)
    #expect(try context.history.beginning() == (isCompacted ? .since(sixty) : .complete))
  }

  private let sixty = Date(timeIntervalSinceReferenceDate: 60)

  @Test func `a compaction keeps the steps, and opening decodes none of them`() throws {
    var (store, context) = try open()
    let shelf = try context.saveShelf("A", ["first title"])
    var book = try #require(try context.record(for: Identifier<Book>(rawValue: 1)))
    book.title = "second title"
    try context.update(book)
    try context.save(named: "edit")
    try store.compact()
    #expect(try text.contains("first title"))
    #expect(try text.contains("\"kept\":\"0000"))
    #expect(try text.contains("{\"step\":2,"))
    let live = store.journal.liveBytes
    #expect(live > store.journal.header.kept ?? .max)
    (store, context) = try reopen(store, isCompacted: true)
    #expect(try context.record(for: shelf)?.name == "A")
    #expect(store.journal.liveBytes == live && store.journal.history == nil)
    #expect(try context.history.changes(after: 0).map(\.mark.name) == [nil, "edit"])
  }

  @Test func `the last fifty changes of this device are kept`() throws {
    var (store, context) = try open()
    for number in 1...60 { try context.saveShelf("S\(number)") }
    #expect(try context.history.changes(after: 0).count == 50)
    (store, context) = try reopen(store, isCompacted: true)
    #expect(try context.history.changes(after: 0).map(\.sequence) == Array(11...60))
    #expect(try context.history.beginning() == .since(sixty))
    try store.close()
    (store, context) = try open(author: "elsewhere")
    try context.saveShelf("other")
    #expect(try context.history.changes(after: 0).map(\.author).suffix(2) == ["here", "elsewhere"])
  }

  @Test func `what takes more than the limit goes, the oldest first`() throws {
    let (store, context) = try open()
    let long = String(repeating: "x", count: 3 << 20)
    let shelf = try context.saveShelf("A", [])
    for number in 1...5 {
      context.insert(Book(shelfID: shelf, title: "\(number)" + long))
      try context.save()
    }
    for number in 1...5 {
      try context.delete(Identifier<Book>(rawValue: Int64(number)))
      try context.save()
    }
    try store.compact()
    let size = try #require(disk.text(of: path)?.count)
    #expect(size < 9 << 20)
    let (_, again) = try reopen(store, isCompacted: false)
    #expect(try again.history.changes(after: 0).map(\.sequence) == [10, 11])
  }

  @Test func `a deletion of nearly everything fits beside the copies that the trash has`() throws {
    var (store, context) = try open()
    let shelf = try context.saveShelf("A", [])
    let long = String(repeating: "x", count: 3000)
    try context.stage((1...4000).map { Book(shelfID: shelf, title: "\($0)" + long) })
    try context.save(named: "import")
    context.insert(
      contentsOf: (1...4000).map { number in
        Loan(
          bookID: nil,
          reader: "\(number) and what else the trash has: \(long)"
            + String(repeating: "-", count: 90))
      })
    try context.delete(Book.self, where: nil)
    try context.save(named: "deletion")
    (store, context) = try reopen(store, isCompacted: true)
    #expect(store.journal.header.kept ?? 0 > 12_000_000)
    let change = try #require(try context.history.changes(after: 0).last)
    #expect(change.mark.name == "deletion" && change.isReversible)
    try context.revert(change)
    #expect(try context.count(FetchDescriptor<Book>()) == 4000)
    #expect(try context.count(FetchDescriptor<Loan>()) == 0)
  }

  @Test func `what was erased is gone after a compaction, and before it is not given back`() throws
  {
    var (store, context) = try open()
    let shelf = try context.saveShelf("A", ["kept", "secret"])
    var book = try #require(try context.record(for: Identifier<Book>(rawValue: 2)))
    book.title = "secret too"
    try context.update(book)
    // What was erased was only a part of this change.
    var other = try #require(try context.record(for: Identifier<Book>(rawValue: 1)))
    other.title = "kept too"
    try context.update(other)
    try context.save(named: "edit")
    try context.delete(book.id)
    try context.save(named: "deletion")
    try context.update(Shelf(id: shelf, name: "B"))
    context.insert(Loan(bookID: nil, reader: "trash"))
    try context.save(named: "renaming")
    try context.delete(Identifier<Loan>(rawValue: 1))
    var mark = ChangeMark("empty")
    mark.erases = true
    try context.save(as: mark)
    func reversible() throws -> [String] {
      try context.history.changes(after: 1).filter(\.isReversible).compactMap(\.mark.name)
    }
    // The same program can bring back what it erased.
    #expect(try reversible() == ["edit", "deletion", "renaming", "empty"])
    (store, context) = try reopen(store, isCompacted: false)
    #expect(try reversible() == ["renaming"])
    (store, context) = try reopen(store, isCompacted: true)
    #expect(try reversible() == ["renaming"])
    #expect(try !text.contains("secret") && text.contains("kept"))
    let names = try context.history.changes(after: 1).compactMap(\.mark.name)
    #expect(names == ["edit", "deletion", "renaming", "empty"])
    #expect(try context.history.changes(after: 1)[1].counts["book"]?.deleted == 1)
  }

  @Test func `an erasure that was taken back erases nothing`() throws {
    var (store, context) = try open()
    try context.saveShelf("A", ["a"])
    try context.delete(Identifier<Book>(rawValue: 1))
    try context.save(named: "deletion")
    context.insert(Shelf(name: "B"))
    try context.save()
    try context.delete(Identifier<Shelf>(rawValue: 2))
    var mark = ChangeMark("empty")
    mark.erases = true
    try context.save(as: mark)
    try context.undo()
    (store, context) = try reopen(store, isCompacted: true)
    let deletion = try #require(try context.history.change(2))
    #expect(deletion.isReversible)
    try context.revert(deletion)
    #expect(try context.titles == ["a"])
    try store.close()
  }

  @Test func `what others inserted into what is to go stands in its way`() throws {
    let (_, context) = try open()
    let shelf = try context.saveShelf("A")
    let other = StoreContext(context.store)
    other.insert(Book(shelfID: shelf, title: "theirs"))
    try other.save()
    let error = #expect(throws: StoreError.self) { try context.undo() }
    guard case .conflict(let conflict) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((conflict.theirs as? Book)?.title == "theirs")
    #expect(try context.titles == ["theirs"])
  }

  @Test func `a new record that somebody changed since is not taken back`() throws {
    let (_, context) = try open()
    try context.saveShelf("A", ["a", "b"])
    let other = StoreContext(context.store)
    var book = try #require(try other.record(for: Identifier<Book>(rawValue: 2)))
    book.title = "theirs"
    try other.update(book)
    try other.save()
    #expect(throws: StoreError.self) { try context.undo() }
    #expect(try context.titles == ["a", "theirs"])
  }

  @Test func `damage behind the header costs the log and nothing else`() throws {
    var (store, context) = try open()
    try context.saveShelf("A", ["a"])
    try store.compact()
    try store.close()
    var bytes = try #require(disk.text(of: path))
    let place = try #require(bytes.firstRange(of: Array("{\"step\"".utf8))?.lowerBound)
    bytes[place + 10] ^= 1
    disk[path] = bytes
    (store, context) = try open()
    #expect(try context.titles == ["a"])
    #expect(try context.history.changes(after: 0).isEmpty)
    try context.saveShelf("B")
    #expect(try context.history.changes(after: 0).count == 1)
  }

  @Test func `a file that ends among the kept steps is damaged`() throws {
    let (store, context) = try open()
    try context.saveShelf("A", ["a"])
    try store.compact()
    try store.close()
    disk.shorten(path, to: 200)
    let error = #expect(throws: StoreError.self) { _ = try open() }
    #expect(error?.code == "store-damaged")
  }

  @Test func `a reader has the log beside a program that writes`() throws {
    let (store, context) = try open()
    try context.saveShelf("A", ["a"])
    let (_, reader) = try open(.reading)
    #expect(try reader.history.changes(after: 0).count == 1)
    try context.saveShelf("B")
    try (reader.store as? JournalStore)?.refresh()
    #expect(try reader.history.changes(after: 0).count == 2)
    try store.compact()
    try (reader.store as? JournalStore)?.refresh()
    #expect(try reader.history.changes(after: 0).count == 2)
  }

  @Test func `very many records come back as their texts`() throws {
    var (store, context) = try open()
    let shelf = try context.saveShelf("A", (1...3000).map { "book \($0)" })
    let before = try context.fetch(FetchDescriptor<Book>())
    try context.delete(Book.self, where: nil)
    try context.save()
    (store, context) = try reopen(store, isCompacted: true)
    let change = try #require(try context.history.changes(after: 0).last)
    let request = try context.history.inverse(of: change)
    let changes = try #require(request.changes.compactMap { $0 as? RecordChanges<Book> }.first)
    #expect(changes.inserted.isEmpty && changes.staged.numbers.count == 3000)
    try context.revert(change)
    #expect(try context.fetch(FetchDescriptor<Book>()) == before)
    #expect(try context.records(whose: \Book.shelfID, is: shelf).count == 3000)
    #expect(try context.records(matching: \Book.code, in: ["book 7"]).count == 1)
    (store, context) = try reopen(store, isCompacted: false)
    #expect(try context.fetch(FetchDescriptor<Book>()) == before)
  }
}
