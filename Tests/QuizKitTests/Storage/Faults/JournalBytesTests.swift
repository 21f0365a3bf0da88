import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests how a journal handles bytes that no save has written.
@Suite struct JournalBytesTests {
  private let path = StoreKind.journal.path

  /// A journal of three saves, and its length after each of them.
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
      // A save that only lacks its final line feed is complete.
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
    for position in Thoroughness.share(of: lengths[0]..<lengths[1]) {
      for bit in 0..<8 {
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

  @Test func `a bit that changes in what an index covers is reported when its record is read`()
    throws
  {
    let disk = SimulatedDisk()
    var context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<900).map { "book \($0)!" })
    try context.store.close()
    #expect(disk[path + ".index"] != nil)
    var bytes = try #require(disk[path])
    let place = try #require(bytes.firstRange(of: Array("book 700!".utf8))).lowerBound
    bytes[place] ^= 1
    disk[path] = bytes
    context = try StoreKind.journal.context(on: disk)
    #expect(try context.record(for: Identifier<Book>(rawValue: 700))?.title == "book 699!")
    for work in [
      { _ = try context.record(for: Identifier<Book>(rawValue: 701)) },
      { _ = try context.fetch(FetchDescriptor<Book>()) },
      { try (context.store as? JournalStore)?.compact() },
    ] as [() throws -> Void] {
      guard
        case .damaged(let damage, _) = #expect(throws: StoreError.self, performing: { try work() })
      else {
        Issue.record("no damage")
        continue
      }
      #expect(damage.path == path && (damage.offset...damage.offset + 200).contains(place))
    }
    try context.store.close()
    #expect(Bool(disk[path] == bytes))
  }

  @Test func `the line of the damage is named`() throws {
    let (disk, lengths) = try journal()
    var bytes = try #require(disk[path])
    bytes[lengths[0] + 30] ^= 1
    let error = #expect(throws: StoreError.self) { try shelves(self.disk(with: bytes)) }
    // The file has a header, then three records and a commit for each save.
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

  @Test func `saves that are missing, doubled or swapped are reported`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let header = try #require(bytes.firstIndex(of: 0x0A)) + 1
    let ends = [header] + lengths
    let saves = (0..<3).map { Array(bytes[ends[$0]..<ends[$0 + 1]]) }
    for order in [[0, 2], [1, 2], [0, 0, 1, 2], [0, 1, 1, 2], [1, 0, 2], [0, 2, 1]] {
      let changed = Array(bytes[..<header]) + order.flatMap { saves[$0] }
      #expect(throws: StoreError.self, "\(order)") { try shelves(self.disk(with: changed)) }
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

  /// A piece that never reached the disk can begin anywhere, even in the text of a record.
  @Test(arguments: [1, 50])
  func `a save of which any piece is zeros is what an interrupted save left`(_ length: Int) throws {
    let (disk, lengths) = try journal()
    let whole = try #require(disk.text(of: path))
    for start in lengths[1]...lengths[2] - 1 - length {
      var bytes = whole
      for index in start..<start + length { bytes[index] = 0 }
      #expect(try shelves(self.disk(with: bytes)) == ["一", "二"], "zeros from \(start)")
    }
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

  @Test func `random bytes behind the last save never take a save away`() throws {
    let (disk, _) = try journal()
    let bytes = try #require(disk[path])
    var random = SplitMix64(seed: 2)
    for length in [1, 2, 7, 64, 511, 4096] {
      let rest = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let padded = self.disk(with: bytes + rest)
      do {
        #expect(try shelves(padded) == ["一", "二", "三"])
      } catch let error as StoreError {
        #expect(error.code == "store-damaged")
        #expect(Bool(padded[path] == bytes + rest))
      }
    }
  }

  @Test func `a line of another journal without its save is not applied`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let line = Array("{\"insert\":\"shelf\",\"id\":9,\"record\":{\"id\":9,\"name\":\"九\"}}\n".utf8)
    #expect(try shelves(self.disk(with: bytes + line)) == ["一", "二", "三"])
    let between = bytes[..<lengths[1]] + line + bytes[lengths[1]...]
    #expect(throws: StoreError.self) { try shelves(self.disk(with: Array(between))) }
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

  @Test func `a save without a change is a save`() throws {
    let disk = SimulatedDisk()
    let store = try StoreKind.journal.open(on: disk)
    #expect(try store.save(SaveRequest(changes: [])).sequence == 1)
    try (store as? JournalStore)?.compact()
    #expect(try store.save(SaveRequest(changes: [])).sequence == 3)
    try store.close()
    #expect(try shelves(disk).isEmpty)
  }

  @Test(arguments: [("\"version\":3", "\"version\":4"), ("\"schema\":1", "\"schema\":7")])
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
