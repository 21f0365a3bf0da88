import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Bytes that lie beside the records of a store.
@Suite struct AttachmentTests {
  private static func bytes(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 700 + number)
  }

  private static func digest(_ number: Int) -> ContentDigest { ContentDigest(of: bytes(number)) }

  @Test(arguments: StoreKind.inFiles)
  func `an attachment lies in a folder that is named after the bank and its digest`(
    _ kind: StoreKind
  ) throws {
    let disk = SimulatedDisk()
    let store = try kind.open(on: disk)
    let digest = ContentDigest(of: Array("abc".utf8))
    try store.attachments.keep(Array("abc".utf8), as: digest)
    #expect(disk["\(kind.path).media/ba/\(digest.text)"] == Array("abc".utf8))
  }

  @Test(arguments: StoreKind.inFiles)
  func `the same bytes are written once`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let store = try kind.open(on: disk)
    for _ in 0..<3 { try store.attachments.keep(Self.bytes(1), as: Self.digest(1)) }
    try store.close()
    let again = try kind.open(on: disk)
    let written = disk.bytesWritten
    try again.attachments.keep(Self.bytes(1), as: Self.digest(1))
    #expect(disk.bytesWritten == written)
    #expect(try again.attachments.all().count == 1)
  }

  @Test(arguments: StoreKind.inFiles)
  func `a bank that is only read keeps nothing`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let writing = try kind.open(on: disk)
    try writing.attachments.keep(Self.bytes(1), as: Self.digest(1))
    let reading = try kind.open(on: disk, access: .reading)
    #expect(try reading.attachments.bytes(of: Self.digest(1)) == Self.bytes(1))
    #expect(throws: StoreError.self) {
      try reading.attachments.keep(Self.bytes(2), as: Self.digest(2))
    }
    #expect(throws: StoreError.self) { try reading.attachments.remove(Self.digest(1)) }
    // What the other process keeps later is there as well.
    try writing.attachments.keep(Self.bytes(2), as: Self.digest(2))
    #expect(try reading.attachments.bytes(of: Self.digest(2)) == Self.bytes(2))
  }

  @Test func `bytes that are not what their name says are named and not given`() throws {
    let disk = SimulatedDisk()
    let store = try StoreKind.journal.open(on: disk)
    try store.attachments.keep(Self.bytes(1), as: Self.digest(1))
    let path = "\(StoreKind.journal.path).media/\(Self.digest(1).path)"
    disk[path] = Self.bytes(2)
    do throws(StoreError) {
      _ = try store.attachments.bytes(of: Self.digest(1))
      Issue.record("the bytes of another attachment were given")
    } catch {
      #expect(error.code == "attachment-damaged" && error.file == path)
    }
    // Keeping the right ones once more mends it, because their length differs.
    try store.attachments.keep(Self.bytes(1), as: Self.digest(1))
    #expect(try store.attachments.bytes(of: Self.digest(1)) == Self.bytes(1))
  }

  @Test func `files of others in the folder are none of the attachments`() throws {
    let disk = SimulatedDisk()
    let store = try StoreKind.journal.open(on: disk)
    let folder = "\(StoreKind.journal.path).media"
    for path in ["README", "ab/notes.txt", "abc/\(Self.digest(1).text)", ".DS_Store"] {
      disk["\(folder)/\(path)"] = [1]
    }
    disk["\(folder)/\(Self.digest(2).path)"] = [1]
    disk.kinds["\(folder)/\(Self.digest(2).path)"] = .pipe
    #expect(try store.attachments.all() == [])
    #expect(try !store.attachments.has(Self.digest(2)))
    #expect(try store.attachments.bytes(of: Self.digest(2)) == nil)
  }

  // MARK: Faults

  /// Keeps attachments, and saves a shelf with the digest of each, until the disk fails.
  ///
  /// - Returns: the number of saves that were acknowledged and the number that were begun.
  private func work(
    _ kind: StoreKind, on disk: SimulatedDisk
  ) -> (acknowledged: Int, begun: Int) {
    var acknowledged = 0
    do {
      let context = try kind.context(on: disk)
      for number in 0..<4 {
        try context.store.attachments.keep(Self.bytes(number), as: Self.digest(number))
        context.insert(Shelf(name: Self.digest(number).text))
        try context.save()
        acknowledged += 1
      }
      try context.store.close()
      return (acknowledged, acknowledged)
    } catch {
      return (acknowledged, acknowledged + 1)
    }
  }

  /// Expects each record to have its attachment, and no saved record to be missing.
  private func expectWhole(
    _ kind: StoreKind, _ disk: SimulatedDisk, _ saves: (acknowledged: Int, begun: Int), _ call: Int
  ) throws {
    let context = try kind.context(on: disk)
    let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
    #expect(
      names.count == saves.acknowledged || names.count == saves.begun,
      "call \(call): \(names.count) after \(saves.acknowledged) saves")
    for (number, name) in names.enumerated() {
      let digest = try #require(ContentDigest(name))
      #expect(digest == Self.digest(number))
      let bytes = try context.store.attachments.bytes(of: digest)
      #expect(bytes == Self.bytes(number), "call \(call): record \(number)")
    }
    // What no record names is whole as well, or not there.
    for kept in try context.store.attachments.all() {
      #expect(try context.store.attachments.bytes(of: kept.digest)?.count == kept.size)
    }
    try context.store.close()
  }

  @Test(arguments: StoreKind.inFiles, [false, true])
  func `whenever the power fails, a record that is there has its attachment`(
    _ kind: StoreKind, _ garbage: Bool
  ) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 4)
    var random = SplitMix64(seed: 21)
    for call in Thoroughness.share(of: 1...whole.calls) {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      let saves = work(kind, on: disk)
      for _ in 0..<10 {
        let rest = disk.afterCrash(using: &random, garbage: garbage)
        do {
          try expectWhole(kind, rest, saves, call)
        } catch let error as StoreError where garbage {
          // Bytes that nobody wrote may make the file of the records unreadable.
          #expect(error.code == "store-damaged")
        }
      }
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `any one call may fail, and what is there is whole`(_ kind: StoreKind) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 4)
    for call in Thoroughness.share(of: 1...whole.calls) {
      for code in [EIO, ENOSPC, EACCES] {
        let disk = SimulatedDisk()
        disk.failure = (call: call, code: code)
        let saves = work(kind, on: disk)
        disk.failure = nil
        disk.locks = []
        try expectWhole(kind, disk, saves, call)
      }
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `an attachment for which there is no room leaves nothing behind, and is kept later`(
    _ kind: StoreKind
  ) throws {
    for free in stride(from: 0, to: 700, by: 97) {
      let disk = SimulatedDisk()
      let context = try kind.context(on: disk)
      try context.saveShelf("A")
      let before = disk.paths
      disk.freeBytes = free
      do throws(StoreError) {
        try context.store.attachments.keep(Self.bytes(1), as: Self.digest(1))
        Issue.record("there was room in \(free) bytes")
      } catch {
        guard case .fileSystem(let reason) = error else { throw error }
        #expect(reason.code == ENOSPC)
      }
      #expect(disk.paths == before)
      #expect(try !context.store.attachments.has(Self.digest(1)))
      disk.freeBytes = nil
      try context.store.attachments.keep(Self.bytes(1), as: Self.digest(1))
      #expect(try context.store.attachments.bytes(of: Self.digest(1)) == Self.bytes(1))
    }
  }

  @Test func `what a killed process left half written is removed once it is old`() throws {
    let disk = SimulatedDisk()
    let store = try StoreKind.journal.open(on: disk)
    try store.attachments.keep(Self.bytes(1), as: Self.digest(1))
    let folder = "\(StoreKind.journal.path).media/ab"
    let remains = "\(folder)/.qa-repl-0123456789abcdef-fedcba9876543210.tmp"
    disk[remains] = [1, 2]
    disk["\(folder)/.qa-repl-mine.tmp"] = [3]
    let attachments = try #require(store.attachments as? AttachmentFolder)
    #expect(try attachments.removeRemains(before: 0) == 0)
    #expect(try attachments.removeRemains(before: 1) == 1)
    #expect(disk[remains] == nil && disk["\(folder)/.qa-repl-mine.tmp"] == [3])
  }

  @Test(arguments: StoreKind.inFiles)
  func `ten thousand attachments are there, in whatever order they came`(_ kind: StoreKind) throws {
    let count = Thoroughness.share(of: 10_000)
    let disk = SimulatedDisk()
    let store = try kind.open(on: disk)
    var random = SplitMix64(seed: 64)
    let all = (0..<count).map { Array("\($0)".utf8) }
    var names: [ContentDigest: [UInt8]] = [:]
    for bytes in all.shuffled(using: &random) {
      let digest = ContentDigest(of: bytes)
      names[digest] = bytes
      try store.attachments.keep(bytes, as: digest)
    }
    try store.close()
    let again = try kind.open(on: disk, access: .reading)
    #expect(try again.attachments.all().map(\.digest) == names.keys.sorted())
    for (digest, bytes) in names.shuffled(using: &random) {
      guard try again.attachments.bytes(of: digest) == bytes else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)) is another's or lost")
        return
      }
    }
  }

  @Test func `a damaged bank that is salvaged has its attachments, and loses none`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.store.attachments.keep(Self.bytes(1), as: Self.digest(1))
    for name in ["a", "b", "c"] { try context.saveShelf(name, [name]) }
    try context.store.close()
    let path = StoreKind.journal.path
    var bytes = try #require(disk[path])
    bytes[bytes.count / 2] ^= 2
    disk[path] = bytes
    #expect(throws: StoreError.self) { try StoreKind.journal.open(on: disk) }
    let store = try StoreKind.journal.open(on: disk, access: .salvaging)
    #expect(try store.attachments.bytes(of: Self.digest(1)) == Self.bytes(1))
    #expect(throws: StoreError.self) {
      try store.attachments.keep(Self.bytes(2), as: Self.digest(2))
    }
    #expect(throws: StoreError.self) { try store.attachments.remove(Self.digest(1)) }
    #expect(try store.attachments.all().map(\.digest) == [Self.digest(1)])
  }
}
