import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests a journal when one of its two files comes from a backup: the journal itself, or the index
/// beside it.
@Suite struct OlderCopyTests {
  private let path = StoreKind.journal.path
  private var index: String { path + ".index" }

  private func titles(_ disk: SimulatedDisk) throws -> [String] {
    let context = try StoreKind.journal.context(on: disk)
    defer { _ = try? context.store.close() }
    // Read through the index of a field, too.
    let ordered = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.addedAt)]))
    #expect(try Set(ordered.map(\.title)) == Set(context.titles))
    return try context.titles
  }

  /// The two files after the first and after the second session.
  private func copies(
    between: (StoreContext) throws -> Void
  ) throws -> (old: SimulatedDisk, new: SimulatedDisk) {
    let disk = SimulatedDisk()
    var context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<900).map { "old \($0)" })
    try context.store.close()
    let old = SimulatedDisk()
    for file in [path, index] { old[file] = disk[file] }
    context = try StoreKind.journal.context(on: disk)
    try between(context)
    try context.store.close()
    #expect(disk[index] != old[index])
    return (old, disk)
  }

  private func changeMuch(_ context: StoreContext) throws {
    try context.saveShelf("B", (0..<900).map { "new \($0)" })
    try context.delete(Identifier<Book>(rawValue: 5))
    try context.save()
  }

  private func changeAndCompact(_ context: StoreContext) throws {
    try changeMuch(context)
    try (context.store as? JournalStore)?.compact()
  }

  @Test(arguments: [false, true])
  func `an index older than its journal is taken as far as it goes or not at all`(
    _ isCompacted: Bool
  ) throws {
    let (old, new) = try copies(between: isCompacted ? changeAndCompact : changeMuch)
    let expected = try titles(new)
    new[index] = old[index]
    #expect(try titles(new) == expected)
    #expect(expected.count == 1799)
  }

  @Test func `a journal older than its index is damaged, until the index is removed`() throws {
    let (old, new) = try copies(between: changeMuch)
    old[index] = new[index]
    let error = #expect(throws: StoreError.self) { try titles(old) }
    #expect(error?.code == "store-damaged")
    #expect(error?.text(in: .english).contains("saves: 2") == true)
    old[index] = nil
    #expect(try titles(old) == (0..<900).map { "old \($0)" })
  }

  @Test func `the index of a later generation is not taken`() throws {
    let (old, new) = try copies(between: changeAndCompact)
    old[index] = new[index]
    #expect(try titles(old) == (0..<900).map { "old \($0)" })
    // The next saves do not make the index look valid.
    let context = try StoreKind.journal.context(on: old)
    try context.saveShelf("C", (0..<1000).map { "other \($0)" })
    try context.store.close()
    old[index] = new[index]
    #expect(try titles(old).count == 1900)
  }

  @Test func `an index of another record's shape is not taken`() throws {
    let (old, _) = try copies(between: changeMuch)
    let schema = Schema(version: 1, Shelf.self, Loan.self)
    let context = StoreContext(try StoreKind.journal.open(on: old, schema: schema))
    #expect(try context.count(FetchDescriptor<Shelf>()) == 1)
    try context.store.close()
    #expect(try titles(old).count == 900)
  }
}
