import Foundation
import Signals
import TestKit
import Testing

@testable import QuizStore

/// Tests a session that only reads, beside one that writes.
@Suite struct ReaderTests {
  @Test(arguments: StoreKind.inFiles)
  func `a reader's live query tells of what the writer saved`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let writer = try kind.context(on: disk)
    try writer.saveShelf("A", ["a"])
    let reader = StoreContext(try kind.open(on: disk, access: .reading))
    let query = try LiveQuery(FetchDescriptor<Book>(), in: reader)
    var seen: [[String]] = []
    let subscription = query.results.observe { seen.append($0.map(\.title)) }
    try writer.saveShelf("B", ["b"])
    try reader.store.refresh()
    try reader.store.refresh()
    try writer.saveShelf("C")
    try reader.store.refresh()
    #expect(seen == [["a"], ["a", "b"]])
    try writer.delete(Identifier<Book>(rawValue: 1))
    try writer.save()
    try reader.store.refresh()
    #expect(seen.last == ["b"])
    subscription.dispose()
  }

  @Test func `a reader follows a journal that was written anew`() throws {
    let disk = SimulatedDisk()
    let writer = try StoreKind.journal.context(on: disk)
    try writer.saveShelf("A", ["a"])
    let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
    try writer.saveShelf("B", ["b"])
    try (writer.store as? JournalStore)?.compact()
    #expect(try reader.titles == ["a"])
    try reader.store.refresh()
    #expect(try reader.titles == ["a", "b"])
    try writer.saveShelf("C", ["c"])
    try reader.store.refresh()
    #expect(try reader.titles == ["a", "b", "c"])
  }

  @Test func `a reader leaves a save that is half written for later`() throws {
    let disk = SimulatedDisk()
    let writer = try StoreKind.journal.context(on: disk)
    try writer.saveShelf("A", ["a"])
    try writer.store.close()
    let path = StoreKind.journal.path
    let reader = StoreContext(try StoreKind.journal.open(on: disk, access: .reading))
    let file = try disk.open(path, for: .updating)
    try file.write(Array("{\"insert\":\"book\",\"id\":7,".utf8), at: try file.size())
    let before = disk[path]
    try reader.store.refresh()
    #expect(try reader.titles == ["a"])
    #expect(Bool(disk[path] == before))
  }

  @Test func `a save that is completed while a reader opens the file is not called unfinished`()
    throws
  {
    let path = StoreKind.journal.path
    let made = SimulatedDisk()
    let writer = try StoreKind.journal.context(on: made)
    try writer.saveShelf("A", ["a"])
    let before = try #require(made[path])
    try writer.saveShelf("B", ["b", "c", "d"])
    try writer.store.close()
    let after = try #require(made[path])
    let start = try #require(zip(before, after).enumerated().first { $1.0 != $1.1 }?.offset)
    let cut = start + 100
    func notices(completingAtCall call: Int?, beside isWriting: Bool) throws -> [StoreNotice] {
      let disk = SimulatedDisk()
      disk[path] = Array(after[..<cut])
      if isWriting { disk[path + ".lock"] = [] }
      if let call {
        disk.alarm = (
          disk.calls + call,
          {
            do {
              try disk.open(path, for: .updating).write(Array(after[cut...]), at: cut)
              try disk.remove(path + ".lock")
            } catch {
              Issue.record(error)
            }
          }
        )
      }
      let reader = try StoreKind.journal.open(on: disk, access: .reading)
      return (reader as? JournalStore)?.notices ?? []
    }
    #expect(try notices(completingAtCall: nil, beside: false).count == 1)
    #expect(try notices(completingAtCall: nil, beside: true).isEmpty)
    for call in 1...60 {
      #expect(try notices(completingAtCall: call, beside: true).isEmpty, "\(call)")
    }
  }
}
