import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests limits that the operating system really sets on the size of a file, a device and the
/// number of descriptors. Also tests how much memory the stores use.
@Suite(.serialized) struct LimitTests {
  private let disk: RealDisk

  init() throws {
    disk = try RealDisk()
  }

  @Test(arguments: ["journal", "json"])
  func `a file that may not grow any more keeps what is in it`(_ kind: String) throws {
    let specification = "\(kind):\(disk.directory)/limited"
    let lines = try disk.run(specification, "fill", "20000")
    #expect(lines.last?.hasPrefix("store-io \(disk.directory)/limited") == true)
    #expect(try disk.texts(specification).count == lines.count - 1)
    try disk.save("more", in: specification)
    #expect(try disk.texts(specification).count == lines.count)
  }

  #if canImport(Glibc)
    @Test func `a full device is an error of the write`() throws {
      let file = try PosixFileSystem().open("/dev/full", for: .updating)
      let error = #expect(throws: FileSystemError.self) { try file.write([1, 2, 3], at: 0) }
      #expect(error == FileSystemError(.write, "/dev/full", code: ENOSPC))
    }
  #endif

  @Test func `without a descriptor a journal is not opened and not compacted, but saved to`() throws
  {
    let path = disk.directory + "/store"
    #expect(
      try disk.run("journal:\(path)", "starve") == [
        "opening: store-io \(path).lock",
        "compacting: store-io", "saving: done", "searching: done", "compacting: done",
        "saving: done", "5002",
      ])
    #expect(try disk.texts("journal:\(path)").prefix(2) == ["before", "meanwhile"])
  }

  @Test func `without a descriptor a JSON file is not opened, and a save stays pending`() throws {
    let path = disk.directory + "/store"
    #expect(
      try disk.run("json:\(path)", "starve") == [
        "opening: store-io \(path).lock",
        "compacting: done", "saving: store-io", "searching: done", "compacting: done",
        "saving: done", "5002",
      ])
    #expect(try disk.texts("json:\(path)").prefix(2) == ["before", "meanwhile"])
  }

  /// The number of records to import: `QA_REPL_IMPORT_RECORDS`, or a default.
  private static let records =
    ProcessInfo.processInfo.environment["QA_REPL_IMPORT_RECORDS"].flatMap { Int($0) }
    ?? Thoroughness.share(of: 50_000)

  /// A record's text has 750 bytes. A journal keeps its position in memory, in 24 bytes.
  @Test func `an import in batches keeps in memory a batch, and of each record forty bytes`()
    throws
  {
    let lines = try disk.run(
      "journal:\(disk.directory)/store", "batches", "\(Self.records)")
    #expect(lines.first == "\(Self.records)")
    let growth = try #require(lines.last.flatMap { Int($0) })
    let bound = 8 << 20 + Self.records * 40
    #expect(growth > 0 && growth < bound, "\(growth) bytes for \(Self.records) records")
  }

  /// Undo has to bring the records back, and their texts need much less memory than the records.
  @Test func `a deletion of all that belongs to a record keeps the texts in memory`() throws {
    let count = min(Self.records, 20_000)
    let lines = try disk.run("journal:\(disk.directory)/store", "purge", "\(count)")
    #expect(lines.first == "0")
    let growth = try #require(lines.last.flatMap { Int($0) })
    #expect(growth < 4 << 20 + count * 2 * 750, "\(growth) bytes for \(count) records")
  }
}
