import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests the reaction of stores when the file system refuses an operation.
@Suite struct FileSystemFaultTests {
  private func reopened(_ kind: StoreKind, _ disk: SimulatedDisk) throws -> [String] {
    let context = try kind.context(on: disk)
    let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
    try context.store.close()
    return names
  }

  @Test(arguments: StoreKind.inFiles)
  func `after a failed sync the store writes nothing more`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    // The file of the archive is safe until the directory is synced.
    let path = kind == .json ? "/bank" : kind.path
    disk.faults = [.init(operation: .sync, code: EIO, path: path)]
    context.insert(Shelf(name: "B"))
    #expect(throws: StoreError.self) { try context.save() }
    #expect(context.hasChanges)
    disk.faults = []
    let written = disk.bytesWritten
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "store-unknown-state")
    #expect(disk.bytesWritten == written)
    try context.store.close()
    #expect(try reopened(kind, disk).first == "A")
  }

  @Test(arguments: StoreKind.inFiles)
  func `a file that cannot be read is an error and not an empty store`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    try context.store.close()
    let before = disk[kind.path]
    for operation in [FileSystemError.Operation.open, .read, .inspect] {
      disk.faults = [.init(operation: operation, code: EIO, path: kind.path)]
      let error = #expect(throws: StoreError.self) { try reopened(kind, disk) }
      #expect(error?.code == "store-io")
      #expect(Bool(disk[kind.path] == before))
    }
    disk.faults = []
    #expect(try reopened(kind, disk) == ["A"])
  }

  @Test(arguments: StoreKind.inFiles)
  func `a file that was moved away or edited meanwhile is not written to`(_ kind: StoreKind) throws
  {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    let bytes = try #require(disk[kind.path])
    let edited = bytes + [0x20]
    disk[kind.path] = edited
    context.insert(Shelf(name: "B"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "store-changed-outside")
    #expect(Bool(disk[kind.path] == edited))
  }

  @Test(arguments: StoreKind.inFiles)
  func `the second one to open a store is told that it is in use`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    let error = #expect(throws: StoreError.self) { try kind.open(on: disk) }
    #expect(error?.code == "store-in-use")
    let reader = StoreContext(try kind.open(on: disk, access: .reading))
    #expect(try reader.count(FetchDescriptor<Shelf>()) == 1)
    reader.insert(Shelf(name: "B"))
    #expect(throws: StoreError.self) { try reader.save() }
    try context.store.close()
    #expect(try reopened(kind, disk) == ["A"])
  }

  @Test(arguments: StoreKind.inFiles)
  func `a store that is closed answers with an error`(_ kind: StoreKind) throws {
    let context = try kind.context()
    try context.store.close()
    try context.store.close()
    #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<Shelf>()) }
    context.insert(Shelf(name: "B"))
    #expect(throws: StoreError.self) { try context.save() }
  }

  @Test func `each file that gets a new name has it on the disk`() throws {
    let disk = SimulatedDisk()
    for kind in StoreKind.inFiles {
      let context = try kind.context(on: disk)
      #expect(disk.unsyncedRenames.isEmpty)
      try context.saveShelf(
        "A", (0..<700).map { "book \($0) " + String(repeating: ".", count: 90) })
      #expect(disk.unsyncedRenames.isEmpty)
      try (context.store as? JournalStore)?.compact()
      try context.saveShelf(
        "B", (0..<700).map { "other \($0) " + String(repeating: ".", count: 90) })
      try context.store.close()
      #expect(disk.unsyncedRenames.isEmpty)
    }
    #expect(disk[StoreKind.journal.path + ".index"] != nil)
  }

  @Test(arguments: [1, 2, 3, 5, 8])
  func `after a read that failed the next one gives what is there`(_ successes: Int) throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<60).map { "book \($0)" })
    let ids = try context.identifiers(FetchDescriptor<Book>())
    let expected = (0..<60).map { "book \($0)" }
    disk.faults = [.init(operation: .read, code: EIO, successes: successes, repeats: false)]
    var failures = 0
    var titles: [String] = []
    for id in ids {
      do throws(StoreError) {
        if let book = try context.record(for: id) { titles.append(book.title) }
      } catch {
        #expect(error.code == "store-io")
        failures += 1
        titles += try context.record(for: id).map { [$0.title] } ?? []
      }
    }
    #expect(titles == expected)
    #expect(failures == 1)
  }

  @Test func `after a read that failed while following another process nothing is missing`() throws
  {
    for successes in 0..<4 {
      let disk = SimulatedDisk()
      let writer = try StoreKind.journal.context(on: disk)
      try writer.saveShelf("A", ["a"])
      let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
      for name in ["B", "C", "D"] { try writer.saveShelf(name, ["in \(name)"]) }
      disk.faults = [.init(operation: .read, code: EIO, successes: successes, repeats: false)]
      while !disk.faults.isEmpty {
        do throws(StoreError) {
          try reader.store.refresh()
          if !disk.faults.isEmpty { disk.faults = [] }
        } catch {
          #expect(error.code == "store-io")
        }
      }
      try reader.store.refresh()
      #expect(try reader.titles == ["a", "in B", "in C", "in D"])
    }
  }
}
