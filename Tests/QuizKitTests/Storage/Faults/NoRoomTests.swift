import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests a disk that becomes full, at every byte.
@Suite struct NoRoomTests {
  private static let codes = [ENOSPC, EDQUOT, EFBIG]

  private func reopened(_ kind: StoreKind, _ disk: SimulatedDisk) throws -> [String] {
    let context = try kind.context(on: disk)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Shelf>()).map { String($0.name.prefix(9)) }
  }

  @Test(arguments: StoreKind.inFiles, codes)
  func `a save for which there is no room stays pending, leaves no half line, and succeeds later`(
    _ kind: StoreKind, _ code: Int32
  ) throws {
    var free = 0
    while true {
      let disk = SimulatedDisk()
      let context = try kind.context(on: disk)
      try context.saveShelf("A")
      let before = disk.text(of: kind.path)
      context.insert(Shelf(name: "B" + String(repeating: "b", count: 900)))
      disk.freeBytes = free
      disk.fullCode = code
      do throws(StoreError) {
        try context.save()
        break
      } catch {
        guard case .fileSystem(let reason) = error else { throw error }
        #expect(reason.code == code)
      }
      #expect(context.hasChanges)
      #expect(Bool(disk.text(of: kind.path) == before), "\(free) bytes were free")
      disk.freeBytes = nil
      try context.save()
      #expect(!context.hasChanges)
      try context.store.close()
      #expect(try reopened(kind, disk) == ["A", "Bbbbbbbbb"])
      free += 41
    }
    // A journal has some room in reserve.
    #expect(free > (kind == .json ? 900 : 400))
  }

  @Test func `a save of many records for which there is no room leaves none of them`() throws {
    // These are more records than are encoded at once, so several writes are needed.
    let names = (0..<300).map { "shelf \($0)" }
    for free in stride(from: 0, through: 18_000, by: 2_711) {
      let disk = SimulatedDisk()
      let context = try StoreKind.journal.context(on: disk)
      try context.saveShelf("first")
      let before = disk.text(of: StoreKind.journal.path)
      for name in names { context.insert(Shelf(name: name)) }
      disk.freeBytes = free
      #expect(throws: StoreError.self) { try context.save() }
      #expect(Bool(disk.text(of: StoreKind.journal.path) == before), "\(free) bytes were free")
      disk.freeBytes = nil
      try context.save()
      try context.store.close()
      #expect(try reopened(.journal, disk) == ["first"] + names.map { String($0.prefix(9)) })
    }
  }

  @Test(arguments: [0, 60, 100_000])
  func `when there is no room for more than the save itself it is saved`(_ free: Int) throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("first")
    disk.freeBytes = 200 + free
    try context.saveShelf("A")
    try context.store.close()
    #expect(try reopened(.journal, disk) == ["first", "A"])
  }

  /// A journal with more obsolete than current content, and with more of it than is tolerated.
  private func wasteful(_ disk: SimulatedDisk) throws -> StoreContext {
    let context = try StoreKind.journal.context(on: disk)
    let shelf = try context.saveShelf("A")
    for letter in ["x", "y", "z"] {
      try context.update(Shelf(id: shelf, name: "A" + String(repeating: letter, count: 40_000)))
      try context.save()
    }
    try context.update(Shelf(id: shelf, name: "A"))
    try context.save()
    for number in 0..<20 { try context.saveShelf("shelf \(number)") }
    return context
  }

  private let names = ["A"] + (0..<20).map { "shelf \($0)" }

  @Test(arguments: codes)
  func `a compaction for which there is no room changes nothing, and saves go on`(
    _ code: Int32
  ) throws {
    var free = 0
    while true {
      let disk = SimulatedDisk()
      let context = try wasteful(disk)
      let before = disk[StoreKind.journal.path]
      disk.freeBytes = free
      disk.fullCode = code
      do throws(StoreError) {
        try (context.store as? JournalStore)?.compact()
        break
      } catch {
        guard case .fileSystem(let reason) = error else { throw error }
        #expect(reason.code == code)
      }
      #expect(Bool(disk[StoreKind.journal.path] == before))
      #expect(disk[StoreKind.journal.path + ".new"] == nil)
      // This is enough for one save.
      disk.freeBytes = 400
      try context.saveShelf("more")
      try context.store.close()
      disk.freeBytes = nil
      #expect(try reopened(.journal, disk) == names + ["more"])
      free += 157
    }
    #expect(free > 157)
  }

  @Test func `closing does not fail because there is no room to compact`() throws {
    let disk = SimulatedDisk()
    let context = try wasteful(disk)
    disk.freeBytes = 0
    try context.store.close()
    disk.freeBytes = nil
    #expect(try reopened(.journal, disk) == names)
    #expect(disk[StoreKind.journal.path + ".new"] == nil)
  }
}
