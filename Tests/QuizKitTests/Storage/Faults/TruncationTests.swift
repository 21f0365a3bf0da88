import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests a journal that was cut off.
@Suite struct TruncationTests {
  private let path = StoreKind.journal.path
  private var index: String { path + ".index" }

  /// A closed journal of some saves, and the position where each of them ends.
  private func journal(isIndexed: Bool) throws -> (disk: SimulatedDisk, ends: [Int]) {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    var ends: [Int] = []
    for name in ["A", "B", "C"] {
      try context.saveShelf(name, ["in \(name)"])
      ends.append(try #require(disk.text(of: path)).count)
    }
    ends.insert(try #require(disk[path]?.firstIndex(of: 0x0A)) + 1, at: 0)
    if isIndexed { writeIndex(of: try #require(context.store as? JournalStore)) }
    try context.store.close()
    return (disk, ends)
  }

  private func writeIndex(of store: JournalStore) {
    CheckpointFile(path: path, schema: librarySchema, environment: store.environment)
      .write(&store.journal)
  }

  private func cut(_ disk: SimulatedDisk, at end: Int, zeros: Int = 0) throws -> SimulatedDisk {
    let cut = SimulatedDisk()
    cut[index] = disk[index]
    cut[path] = try #require(disk[path]).prefix(end) + [UInt8](repeating: 0, count: zeros)
    return cut
  }

  @Test(arguments: [0, 100])
  func `one that ends before what its index knows is damaged, and both files stay`(
    _ zeros: Int
  ) throws {
    let (disk, ends) = try journal(isIndexed: true)
    // The last save is complete even without its final line feed.
    for end in ends[0]..<ends[3] - 1 {
      for access in [StoreAccess.writing, .reading] {
        let cut = try cut(disk, at: end, zeros: zeros)
        let before = [cut[path], cut[index]]
        let error = #expect(throws: StoreError.self, "cut at \(end)") {
          try StoreKind.journal.open(on: cut, access: access)
        }
        #expect(error?.code == "store-damaged")
        #expect(error?.file == path)
        #expect(error?.line != nil)
        #expect(Bool([cut[path], cut[index]] == before))
      }
    }
  }

  @Test func `how much is missing is said, and what is left can be read`() throws {
    let (disk, ends) = try journal(isIndexed: true)
    for (saves, end) in [(0, ends[0]), (1, ends[1]), (1, ends[1] + 20), (2, ends[2])] {
      let cut = try cut(disk, at: end)
      let before = cut[path]
      let store = try StoreKind.journal.open(on: cut, access: .salvaging)
      #expect(try StoreContext(store).titles == Array(["in A", "in B"].prefix(saves)))
      let notice = try #require(store.notices.first)
      #expect(notice.code == "store-salvaged")
      let (missing, bytes) = (3 - saves, ends[3] - ends[saves])
      #expect(notice.text(in: .english).contains("more (saves: \(missing), bytes: \(bytes))"))
      #expect(notice.text(in: .japanese).contains("\(missing) 回分（\(bytes) バイト）"))
      #expect(cut[path] == before)
    }
  }

  @Test(arguments: [StoreAccess.writing, .reading, .salvaging])
  func `one without index has a warning where it does not end with a finished save`(
    _ access: StoreAccess
  ) throws {
    let (disk, ends) = try journal(isIndexed: false)
    for end in ends[0]...ends[3] {
      let store = try StoreKind.journal.open(on: try cut(disk, at: end), access: access)
      #expect(store.notices.isEmpty == ends.contains(end), "cut at \(end)")
      for notice in store.notices {
        #expect(notice.code == "store-unfinished-save")
        #expect(notice.file == path)
        #expect(notice.line != nil)
      }
      // A save counts as complete if only its line feed is missing.
      let saves = ends.count { $0 <= end + 1 } - 1
      #expect(try StoreContext(store).titles == Array(["in A", "in B", "in C"].prefix(saves)))
      try store.close()
    }
  }

  @Test func `the room that a killed process had made ready is no unfinished save`() throws {
    let disk = SimulatedDisk()
    let killed = try StoreKind.journal.context(on: disk)
    try killed.saveShelf("A")
    #expect(try #require(disk[path]).last == 0)
    disk.locks = []
    #expect(try StoreKind.journal.open(on: disk).notices.isEmpty)
    withExtendedLifetime(killed) {}
  }

  @Test func `who opens while another process saves and writes the index sees no damage`() throws {
    let disk = SimulatedDisk()
    let writer = try StoreKind.journal.context(on: disk)
    let store = try #require(writer.store as? JournalStore)
    try writer.saveShelf("A", ["a"])
    writeIndex(of: store)
    // This happens after the reader has looked at the journal.
    disk.beforeOpening[index] = {
      do {
        try writer.saveShelf("B", (0..<20).map { "book \($0)" })
        writeIndex(of: store)
      } catch {
        Issue.record(error)
      }
    }
    let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
    #expect(reader.store.notices.isEmpty)
    #expect(try reader.titles.count == 21)
  }
}
