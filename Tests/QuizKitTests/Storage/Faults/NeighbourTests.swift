import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests files beside a store's file: files of other programs, and files that a store left behind.
@Suite struct NeighbourTests {
  /// The endings that stores have used for their own files in any version.
  private static let endings = [".new", ".index.new", ".staged", ".lock", ".index", ".tmp"]

  private func disk(with neighbours: [String: [UInt8]]) -> SimulatedDisk {
    let disk = SimulatedDisk()
    for (path, bytes) in neighbours { disk[path] = bytes }
    return disk
  }

  /// Opens, saves small and large changes, compacts, and closes, all of it twice.
  private func work(_ kind: StoreKind, on disk: SimulatedDisk) throws {
    for name in ["A", "B"] {
      let context = try kind.context(on: disk)
      try context.saveShelf(name)
      try context.saveShelf(
        name + name, (0..<400).map { "\(name) \($0) " + String(repeating: ".", count: 150) })
      try (context.store as? JournalStore)?.compact()
      try context.store.close()
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `files with names that a store might use are left as they are`(_ kind: StoreKind) throws {
    let journal = SimulatedDisk()
    try StoreKind.journal.context(on: journal).saveShelf("somebody else's")
    let valid = try #require(journal[StoreKind.journal.path])
    for content in [Array("a text".utf8), [], valid] {
      var neighbours = Dictionary(
        uniqueKeysWithValues: Self.endings.map { (kind.path + $0, content) })
      // An index file that is empty, or begins like one of ours, counts as ours.
      neighbours[kind.path + ".index"] = Array("a text".utf8)
      let disk = disk(with: neighbours)
      try work(kind, on: disk)
      #expect(disk.paths == ([kind.path] + neighbours.keys).sorted())
      for (path, bytes) in neighbours { #expect(disk[path] == bytes, "\(path)") }
      let context = try kind.context(on: disk)
      #expect(try context.count(FetchDescriptor<Shelf>()) == 4)
    }
  }

  @Test func `an index that is none of ours is named`() throws {
    let disk = disk(with: [StoreKind.journal.path + ".index": Array("a text".utf8)])
    let first = try StoreKind.journal.context(on: disk)
    try first.saveShelf("A")
    try first.store.close()
    let context = try StoreKind.journal.context(on: disk)
    let notice = try #require(context.store.notices.first)
    #expect(notice.code == "store-foreign-index")
    #expect(notice.file == StoreKind.journal.path + ".index")
    #expect(notice.line == nil)
  }

  @Test func `an index that a crash left empty is written anew without a word`() throws {
    for content in [[], [UInt8](repeating: 0, count: 5000)] {
      let disk = disk(with: [StoreKind.journal.path + ".index": content])
      let context = try StoreKind.journal.context(on: disk)
      try context.saveShelf("A")
      #expect(context.store.notices.isEmpty)
      try (context.store as? JournalStore)?.compact()
      #expect(disk[StoreKind.journal.path + ".index"] != content)
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `a second one finds the store in use beside a lock file that is somebody else's`(
    _ kind: StoreKind
  ) throws {
    let disk = disk(with: [kind.path + ".lock": Array("a text".utf8)])
    let first = try kind.context(on: disk)
    let error = #expect(throws: StoreError.self) { try kind.open(on: disk) }
    #expect(error?.code == "store-in-use")
    try first.store.close()
    try kind.open(on: disk).close()
  }

  @Test(arguments: StoreKind.inFiles)
  func `a lock file that a killed process left is taken, and goes`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let killed = try kind.context(on: disk)
    #expect(disk[kind.path + ".lock"] != nil)
    disk.locks = []
    try kind.open(on: disk).close()
    #expect(disk[kind.path + ".lock"] == nil)
    withExtendedLifetime(killed) {}
  }

  @Test(arguments: StoreKind.inFiles)
  func `a lock file that goes each time it is taken is an error in the end`(
    _ kind: StoreKind
  ) throws {
    let disk = SimulatedDisk()
    let lock = kind.path + ".lock"
    disk.whileLocking = { disk[lock] = nil }
    let error = #expect(throws: StoreError.self) { try kind.open(on: disk) }
    #expect(error?.code == "store-io")
    #expect(error?.file == lock)
    disk.whileLocking = nil
    try kind.open(on: disk).close()
  }

  @Test(arguments: StoreKind.inFiles)
  func `what a process left that was killed at any call is cleared up`(_ kind: StoreKind) throws {
    let whole = SimulatedDisk()
    try work(kind, on: whole)
    var remains = 0
    for call in stride(from: 1, through: whole.calls, by: 3) {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      _ = try? work(kind, on: disk)
      disk.powerFailsAt = nil
      disk.locks = []
      remains += disk.paths.count { $0.hasSuffix(".tmp") }
      try kind.open(on: disk).close()
      // For an empty lock file it is impossible to know which process it belongs to.
      let paths = disk.paths.filter { $0 != kind.path + ".lock" || disk[$0] != [] }
      #expect(Set(paths).isSubset(of: [kind.path, kind.path + ".index"]))
    }
    #expect(remains > 2)
  }

  @Test(arguments: StoreKind.inFiles)
  func `what is not surely of this store stays`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let temporary = try TemporaryFile(for: kind.path, on: disk)
    try temporary.file.write(Array("no file of ours".utf8), at: 0)
    _ = try TemporaryFile(for: "/bank/other", on: disk)
    let name = try #require(disk.paths.first { disk[$0] != [] })
    disk[name.replacing(".tmp", with: "0.tmp")] = []
    disk[String(name.dropLast(5)) + "x.tmp"] = []
    let before = disk.paths
    #expect(before.count == 4)
    try kind.context(on: disk).saveShelf("A")
    #expect(Set(before).isSubset(of: disk.paths))
    #expect(disk[name] == Array("no file of ours".utf8))
  }

  @Test func `a name that is taken already is not used, however often it is tried`() throws {
    let disk = SimulatedDisk()
    disk.faults = [.init(operation: .open, code: EEXIST, repeats: false)]
    _ = try TemporaryFile(for: "/bank/a", on: disk)
    disk.faults = [.init(operation: .open, code: EEXIST)]
    #expect(throws: FileSystemError(.open, "/bank/a", code: EEXIST)) {
      try TemporaryFile(for: "/bank/a", on: disk)
    }
  }
}
