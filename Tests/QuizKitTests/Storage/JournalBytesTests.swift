import Foundation
import Testing

@testable import QuizKit

/// What a journal makes of bytes that no save has left.
@Suite struct JournalBytesTests {
  private let path = StoreKind.journal.path

  /// A journal of three saves, and how long it was after each.
  private func journal() throws -> (SimulatedDisk, [Int]) {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    var lengths: [Int] = []
    for name in ["一", "二", "三"] {
      try context.saveShelf(name, ["\(name)a", "\(name)b"])
      lengths.append(disk.text(of: path)?.count ?? 0)
    }
    try context.store.close()
    return (disk, lengths)
  }

  private func disk(with bytes: [UInt8]) -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk[path] = bytes
    return disk
  }

  private func shelves(_ disk: SimulatedDisk) throws -> [String] {
    let context = try StoreKind.journal.context(on: disk)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  @Test func `a journal that ends anywhere in its last save opens without that save`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    for end in lengths[1]..<lengths[2] {
      let cut = self.disk(with: Array(bytes[..<end]))
      // The save whose line feed alone is missing is there as a whole.
      let saved = end == lengths[2] - 1 ? ["一", "二", "三"] : ["一", "二"]
      #expect(try shelves(cut) == saved, "cut at \(end)")
      let context = try StoreKind.journal.context(on: cut)
      try context.saveShelf("四", ["x"])
      try context.store.close()
      #expect(try shelves(cut) == saved + ["四"], "cut at \(end)")
    }
  }

  @Test func `any bit that changes in an earlier save is reported and changes no byte`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    for position in lengths[0]..<lengths[1] {
      for bit in [position % 8] {
        var changed = bytes
        changed[position] ^= 1 << UInt8(bit)
        let damaged = self.disk(with: changed)
        let error = #expect(throws: StoreError.self, "bit \(bit) of byte \(position)") {
          try shelves(damaged)
        }
        guard case .damaged(let place, _) = error else {
          Issue.record("bit \(bit) of byte \(position): \(String(describing: error))")
          continue
        }
        #expect(place.path == path && place.offset >= lengths[0] && place.offset < lengths[1])
        #expect(Bool(damaged[path] == changed))
      }
    }
  }

  @Test func `the line of the damage is named`() throws {
    let (disk, lengths) = try journal()
    var bytes = try #require(disk[path])
    bytes[lengths[0] + 30] ^= 1
    let error = #expect(throws: StoreError.self) { try shelves(self.disk(with: bytes)) }
    // A header, then three records and a commit for each save.
    #expect(error?.line == 6)
    #expect(error?.file == path)
  }

  @Test func `lines that are missing, doubled or swapped are reported`() throws {
    let (disk, _) = try journal()
    let lines = try #require(disk[path]).split(separator: 0x0A).map(Array.init)
    for index in 1..<lines.count - 4 {
      var missing = lines
      missing.remove(at: index)
      var doubled = lines
      doubled.insert(lines[index], at: index)
      var swapped = lines
      swapped.swapAt(index, index + 1)
      for changed in [missing, doubled, swapped] {
        let bytes = Array(changed.joined(separator: [0x0A])) + [0x0A]
        #expect(throws: StoreError.self, "line \(index + 1)") {
          try shelves(self.disk(with: bytes))
        }
      }
    }
  }

  @Test func `zeros behind the last save are space and not damage`() throws {
    let (disk, _) = try journal()
    let bytes = try #require(disk[path]) + [UInt8](repeating: 0, count: 4096)
    let padded = self.disk(with: bytes)
    #expect(try shelves(padded) == ["一", "二", "三"])
    let context = try StoreKind.journal.context(on: padded)
    try context.saveShelf("四")
    try context.store.close()
    #expect(try shelves(padded) == ["一", "二", "三", "四"])
  }

  @Test(arguments: ["{\"insert\":\"shelf\",\"id\":9,\"record\":{\"id\":9,\"na", "{\"ins"])
  func `half a line behind the last save is what an interrupted save left`(_ rest: String) throws {
    let (disk, _) = try journal()
    let bytes = try #require(disk[path]) + Array(rest.utf8)
    #expect(try shelves(self.disk(with: bytes)) == ["一", "二", "三"])
  }

  @Test func `the beginning of a save whose pieces are zeros is what an interrupted save left`()
    throws
  {
    let (disk, lengths) = try journal()
    var bytes = try #require(disk[path])
    for index in lengths[1] + 10..<lengths[1] + 60 { bytes[index] = 0 }
    #expect(try shelves(self.disk(with: bytes)) == ["一", "二"])
  }

  @Test(arguments: ["random", "\n\n", "{\"a\":1}\n"])
  func `text behind the last save that no save writes is reported`(_ rest: String) throws {
    let (disk, _) = try journal()
    let bytes = try #require(disk[path]) + Array(rest.utf8)
    let damaged = self.disk(with: bytes)
    let error = #expect(throws: StoreError.self) { try shelves(damaged) }
    #expect(error?.code == "store-damaged")
    #expect(Bool(damaged[path] == bytes))
  }

  @Test func `a save of another journal is reported`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let header = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let other = Array(
      String(decoding: bytes[header..<lengths[0]], as: UTF8.self)
        .replacing("\"commit\":1", with: "\"commit\":4").utf8)
    #expect(throws: StoreError.self) { try shelves(self.disk(with: bytes + other)) }
  }

  @Test func `an old save that follows a new one of the same length does not come back`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let cut = self.disk(with: Array(bytes[..<lengths[0]]))
    let context = try StoreKind.journal.context(on: cut)
    try context.saveShelf("五", ["五a", "五b"])
    try context.store.close()
    let fresh = try #require(cut[path])
    #expect(fresh.count == lengths[1])
    let phantom = self.disk(with: fresh + bytes[lengths[1]...])
    #expect(throws: StoreError.self) { try shelves(phantom) }
  }

  @Test func `a save of ten thousand records that is torn is not there at all`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A")
    let start = try #require(disk.text(of: path)).count
    for number in 0..<10_000 { context.insert(Shelf(name: "s\(number)")) }
    try context.save()
    let bytes = try #require(disk.text(of: path))
    let torn = self.disk(with: Array(bytes[..<(start + (bytes.count - start) / 2)]))
    #expect(try shelves(torn) == ["A"])
  }

  @Test(arguments: [
    "line\nfeed", "zero\u{0}inside", "separator\u{2028}", "emoji 👩‍👩‍👧", "が", "か\u{3099}",
    "\"\\/\u{7F}",
  ])
  func `any text comes back as it was`(_ text: String) throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf(text)
    try context.store.close()
    let name = try shelves(disk)[0]
    #expect(Array(name.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a record of many megabytes is kept`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let long = String(repeating: "長い", count: 1 << 20)
    try context.saveShelf(long)
    try context.store.close()
    #expect(try shelves(disk) == [long])
  }

  @Test(
    arguments: [
      [], Array("  \n".utf8), Array("[]".utf8), Array("null\n".utf8), [0, 0, 0, 0],
      [0x1F, 0x8B, 8, 0], Array("SQLite format 3\u{0}".utf8), [0x83, 0x65, 0x0A],
      Array("\u{FEFF}{\"format\":\"qa-repl-journal\"}\n".utf8),
      Array("{\"format\":\"qa-repl-store\",\"version\":1}\n".utf8),
    ] as [[UInt8]])
  func `a file that is no journal is refused and left as it is`(_ bytes: [UInt8]) throws {
    let disk = self.disk(with: bytes)
    let error = #expect(throws: StoreError.self) { try shelves(disk) }
    #expect(error?.code == "not-a-store")
    #expect(Bool(disk[path] == bytes))
  }

  @Test(arguments: [("\"version\":1", "\"version\":2"), ("\"schema\":1", "\"schema\":7")])
  func `a journal of a newer program is refused and left as it is`(
    _ old: String, _ new: String
  ) throws {
    let (disk, _) = try journal()
    let text = String(decoding: try #require(disk[path]), as: UTF8.self)
    let newer = self.disk(with: Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
    let before = newer[path]
    let error = #expect(throws: StoreError.self) { try shelves(newer) }
    #expect(error?.code == "store-newer")
    #expect(Bool(newer[path] == before))
  }
}
