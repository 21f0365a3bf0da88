import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests reading the undamaged part of a damaged journal at the user's request.
@Suite struct SalvageTests {
  private let path = StoreKind.journal.path

  /// A journal of four saves, and its length after each of them.
  private func journal() throws -> (SimulatedDisk, [Int]) {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    var lengths: [Int] = []
    for name in ["一", "二", "三", "四"] {
      try context.saveShelf(name, ["\(name)a", "\(name)b"])
      lengths.append(disk.text(of: path)?.count ?? 0)
    }
    try context.store.close()
    return (disk, lengths)
  }

  private func salvage(_ disk: SimulatedDisk) throws -> (StoreContext, SalvageReport?) {
    let store = try StoreKind.journal.open(on: disk, access: .salvaging)
    guard case .salvaged(let report) = store.notices.first else {
      return (StoreContext(store), nil)
    }
    return (StoreContext(store), report)
  }

  private func shelves(_ context: StoreContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  @Test func `wherever the damage is, all saves before it are read and nothing is changed`() throws
  {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let first = try #require(bytes.firstIndex(of: 0x0A)) + 1
    for position in stride(from: first, to: lengths[2], by: 7) {
      var changed = bytes
      changed[position] ^= 2
      disk[path] = changed
      let (context, report) = try salvage(disk)
      let whole = lengths.count { $0 <= position }
      #expect(
        try shelves(context) == Array(["一", "二", "三", "四"].prefix(whole)), "byte \(position)")
      #expect(try context.titles.count == 2 * whole)
      #expect(report?.place.path == path)
      #expect(report.map { (4 - whole - 1...4 - whole).contains($0.saves) } == true)
      #expect(report?.bytes == bytes.count - (whole == 0 ? first : lengths[whole - 1]))
      #expect(throws: StoreError.self) { try context.saveShelf("五") }
      try context.store.refresh()
      try context.store.close()
      #expect(Bool(disk[path] == changed))
    }
    #expect(disk.paths == [path])
  }

  @Test func `it says where the damage is and how much was not read`() throws {
    let (disk, lengths) = try journal()
    var bytes = try #require(disk[path])
    // The damage is in a title, so that the line itself is still valid.
    let title = try #require(bytes.firstRange(of: Array("二a".utf8)))
    bytes[title.upperBound - 1] ^= 1
    disk[path] = bytes + [UInt8](repeating: 0, count: 100_000)
    let (_, report) = try salvage(disk)
    #expect(
      report
        == SalvageReport(
          place: FilePlace(path: path, line: 6, offset: lengths[0]),
          reason: .wrongCheck, saves: 3, lines: 12,
          bytes: lengths[3] - lengths[0], leftOut: 0))
    let notice = StoreNotice.salvaged(try #require(report))
    #expect(notice.text(in: .english).contains("saves: 3, lines: 12"))
    #expect(notice.text(in: .japanese).contains("保存 3 回分、12 行"))
    let error = #expect(throws: StoreError.self) { try StoreKind.journal.open(on: disk) }
    #expect(error?.message.topic == "store-damaged")
  }

  @Test func `a journal that is whole, or was only interrupted, is read as ever`() throws {
    let (disk, _) = try journal()
    let bytes = try #require(disk[path])
    for rest in ["", "{\"insert\":\"shelf\",\"id\":9,\"rec"] {
      disk[path] = bytes + Array(rest.utf8)
      let (context, report) = try salvage(disk)
      #expect(report == nil && context.store.isReadOnly)
      #expect(try shelves(context).count == 4)
    }
  }

  @Test func `where an index knows better, only the records that were changed are left out`() throws
  {
    let disk = SimulatedDisk()
    var context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<900).map { "book \($0)!" })
    try (context.store as? JournalStore)?.compact()
    try context.store.close()
    context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("B", ["later"])
    try context.store.close()
    let index = disk[path + ".index"]
    #expect(index != nil)
    var bytes = try #require(disk[path])
    for title in ["book 17!", "book 800!"] {
      bytes[try #require(bytes.firstRange(of: Array(title.utf8))).lowerBound] ^= 1
    }
    disk[path] = bytes
    let (salvaged, report) = try salvage(disk)
    #expect(report?.leftOut == 2 && report?.bytes == 0 && report?.saves == 0)
    let titles = try salvaged.titles
    #expect(titles.count == 899 && titles.last == "later" && !titles.contains("book 17!"))
    #expect(try salvaged.count(FetchDescriptor<Book>()) == 899)
    let ordered = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.addedAt)])
    #expect(try salvaged.fetch(ordered).count == 899)
    #expect(Bool(disk[path] == bytes) && disk[path + ".index"] == index)
  }

  @Test(arguments: [false, true])
  func `an index that is damaged itself knows nothing better`(_ isDamaged: Bool) throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    for name in ["A", "B"] { try context.saveShelf(name, (0..<600).map { "\(name) \($0)!" }) }
    try context.store.close()
    var bytes = try #require(disk[path])
    bytes[try #require(bytes.firstRange(of: Array("B 17!".utf8))).lowerBound] ^= 1
    disk[path] = bytes
    var index = try #require(disk[path + ".index"])
    // The damage is after the part that is read in any case.
    if isDamaged { index[index.count - 1] ^= 1 }
    disk[path + ".index"] = index
    let (salvaged, _) = try salvage(disk)
    #expect(try salvaged.titles.count == (isDamaged ? 600 : 1199))
  }

  @Test func `what was salvaged can be copied into a new store`() throws {
    let (disk, lengths) = try journal()
    disk[path]?[lengths[1] + 20] ^= 1
    let (context, _) = try salvage(disk)
    let target = try StoreKind.json.context()
    try context.copyRecords(into: target)
    #expect(try shelves(target) == ["一", "二"])
  }

  @Test func `a file that is no journal is not salvaged, and a JSON file neither`() throws {
    let disk = SimulatedDisk()
    disk[path] = Array("text".utf8)
    disk[StoreKind.json.path] = Array("{\"format\": \"qa-repl-store\",".utf8)
    for kind in StoreKind.inFiles {
      #expect(throws: StoreError.self) { try kind.open(on: disk, access: .salvaging) }
    }
  }
}
