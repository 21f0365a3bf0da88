import Foundation
import Testing

@testable import QuizKit

/// What stores do when the file system refuses.
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
    // The archive's own file is safe until the directory's sync.
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
  func `the rest of an earlier attempt is no data`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    var names: [String] = []
    for name in ["A", "B"] {
      for rest in [".new", ".index.new"] where kind == .journal || rest == ".new" {
        disk[kind.path + rest] = Array("rubbish".utf8)
      }
      let context = try kind.context(on: disk)
      try context.saveShelf(name)
      try context.store.close()
      names.append(name)
      #expect(try reopened(kind, disk) == names)
      #expect(disk.paths == [kind.path])
    }
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
}
