import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests a single failing call to the operating system, for each call.
@Suite struct FailingCallTests {
  private static let codes = [EIO, EACCES, EROFS, EMFILE]

  private func shelves(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  private func reopened(_ kind: StoreKind, _ disk: SimulatedDisk) throws -> [String] {
    let context = try kind.context(on: disk)
    let names = try shelves(context)
    try context.store.close()
    return names
  }

  /// A disk with a store that has one shelf, followed by the rest of an interrupted save.
  private func disk(_ kind: StoreKind) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("A")
    try context.store.close()
    if kind == .journal {
      disk[kind.path] = try #require(disk[kind.path]) + Array("{\"insert\":\"shelf\",\"i".utf8)
    }
    return disk
  }

  /// Does `work` once for each of its calls, with a different call failing each time. Then calls
  /// `check`, with the error if there was one.
  private func failEachCall<T>(
    _ code: Int32, _ prepare: () throws -> (SimulatedDisk, T), work: (T) throws -> Void,
    check: (SimulatedDisk, T, StoreError?) throws -> Void
  ) throws {
    var number = 1
    while true {
      let (disk, subject) = try prepare()
      let call = disk.calls + number
      disk.failure = (call, code)
      var failure: StoreError?
      do {
        try work(subject)
      } catch let error as StoreError {
        failure = error
        #expect(error.file?.hasPrefix("/bank") == true, "\(error)")
      }
      disk.failure = nil
      if disk.calls < call { return #expect(number > 1) }
      try check(disk, subject, failure)
      number += 1
    }
  }

  @Test(arguments: StoreKind.inFiles, codes)
  func `at opening it is an error that names its file, and the next opening works`(
    _ kind: StoreKind, _ code: Int32
  ) throws {
    try failEachCall(code) { () throws -> (SimulatedDisk, SimulatedDisk) in
      let disk = try self.disk(kind)
      return (disk, disk)
    } work: { disk in
      try kind.open(on: disk).close()
    } check: { (disk, _, error) throws in
      if case .fileSystem(let reason) = error { #expect(reason.code == code) }
      #expect(try reopened(kind, disk) == ["A"])
    }
  }

  @Test(arguments: StoreKind.inFiles, codes)
  func `at saving everything stays pending, and what was saved before stays saved`(
    _ kind: StoreKind, _ code: Int32
  ) throws {
    try failEachCall(code) { () throws -> (SimulatedDisk, StoreContext) in
      let disk = try self.disk(kind)
      let context = try kind.context(on: disk)
      context.insert(Shelf(name: "B"))
      return (disk, context)
    } work: { context in
      try context.save()
    } check: { (disk, context, error) throws in
      #expect(context.hasChanges == (error != nil))
      var expected = [["A", "B"]]
      do {
        // Either the store continues as if nothing had happened, or it reports that its state is
        // unknown.
        try context.save()
      } catch let error as StoreError {
        #expect(error.code == "store-unknown-state")
        expected.append(["A"])
      }
      try context.store.close()
      #expect(expected.contains(try reopened(kind, disk)))
    }
  }

  @Test(arguments: codes)
  func `at compacting the records stay, and the store goes on or says that nobody knows`(
    _ code: Int32
  ) throws {
    try failEachCall(code) { () throws -> (SimulatedDisk, StoreContext) in
      let disk = try self.disk(.journal)
      let context = try StoreKind.journal.context(on: disk)
      return (disk, context)
    } work: { context in
      try (context.store as? JournalStore)?.compact()
    } check: { (disk, context, error) throws in
      var expected = ["A"]
      do {
        try context.saveShelf("B")
        expected.append("B")
      } catch let refusal as StoreError {
        #expect(error != nil)
        #expect(refusal.code == "store-unknown-state")
      }
      try context.store.close()
      #expect(try reopened(.journal, disk) == expected)
      #expect(!disk.paths.contains(StoreKind.journal.path + ".new"))
    }
  }

  @Test(arguments: codes)
  func `at closing the file is given up all the same`(_ code: Int32) throws {
    let kind = StoreKind.journal
    try failEachCall(code) { () throws -> (SimulatedDisk, StoreContext) in
      let disk = try self.disk(kind)
      let context = try kind.context(on: disk)
      try context.saveShelf("B")
      return (disk, context)
    } work: { context in
      try context.store.close()
    } check: { (disk, context, _) throws in
      #expect(throws: StoreError.self) { try context.saveShelf("C") }
      #expect(try reopened(kind, disk) == ["A", "B"])
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `a rollback after a save that failed leaves what was saved`(_ kind: StoreKind) throws {
    let disk = try disk(kind)
    let context = try kind.context(on: disk)
    context.insert(Shelf(name: "B"))
    disk.faults = [.init(operation: .write, code: EIO)]
    #expect(throws: StoreError.self) { try context.save() }
    disk.faults = []
    context.rollback()
    #expect(try shelves(context) == ["A"])
    try context.saveShelf("C")
    try context.store.close()
    #expect(try reopened(kind, disk) == ["A", "C"])
  }
}
