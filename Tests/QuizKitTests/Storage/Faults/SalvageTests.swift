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

  @Test func `wherever the damage is, all other saves are read and nothing is changed`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let first = try #require(bytes.firstIndex(of: 0x0A)) + 1
    let names = ["一", "二", "三", "四"]
    for position in stride(from: first, to: lengths[2], by: 7) {
      var changed = bytes
      changed[position] ^= 2
      disk[path] = changed
      let (context, report) = try salvage(disk)
      let whole = lengths.count { $0 <= position }
      // A commit's damaged check hides the next save too, which is recognized by that check.
      let shown = try shelves(context)
      let behind = names.suffix(max(0, shown.count - whole))
      #expect(shown == Array(names[..<whole]) + Array(behind), "byte \(position)")
      #expect(behind.count >= 2 - whole || lengths[whole] - position < 120, "byte \(position)")
      #expect(try context.titles.count == 2 * shown.count)
      #expect(report?.place.path == path)
      // A damaged commit at the end cannot be counted.
      let missing = 4 - shown.count
      #expect(report.map { (max(1, missing - 1)...missing).contains($0.saves) } == true)
      #expect(
        report?.bytes == lengths[3 - behind.count] - (whole == 0 ? first : lengths[whole - 1]))
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
          reason: .wrongCheck, saves: 1, lines: 4,
          bytes: lengths[1] - lengths[0], gaps: [6...9], leftOut: 0))
    let notice = StoreNotice.salvaged(try #require(report))
    #expect(notice.text(in: .english).contains("saves: 1, lines: 4 (6–9)"))
    #expect(notice.text(in: .japanese).contains("保存 1 回分、4 行（6–9 行目）"))
    let error = #expect(throws: StoreError.self) { try StoreKind.journal.open(on: disk) }
    #expect(error?.message.topic == "store-damaged")
  }

  @Test func `each of several damaged saves is named, and all between them are read`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    let names = (0..<60).map { "Shelf \($0)!" }
    for name in names { try context.saveShelf(name, ["\(name)a"]) }
    try context.store.close()
    let damaged = ["Shelf 0!", "Shelf 7!", "Shelf 8!", "Shelf 40!", "Shelf 59!"]
    var bytes = try #require(disk[path])
    for name in damaged {
      bytes[try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound] ^= 1
    }
    disk[path] = bytes
    let (salvaged, report) = try salvage(disk)
    #expect(try shelves(salvaged) == names.filter { !damaged.contains($0) })
    #expect(report?.saves == 5)
    // Each save is three lines, behind the header.
    #expect(report?.gaps == [2...4, 23...28, 122...124, 179...181])
  }

  @Test func `a line that is gone costs its save only`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    let line = try #require(bytes[lengths[0]...].firstIndex(of: 0x0A))
    disk[path] = Array(bytes[..<lengths[0]] + bytes[(line + 1)...])
    #expect(try shelves(try salvage(disk).0) == ["一", "三", "四"])
  }

  @Test func `no save is read twice or out of its order`() throws {
    let (disk, lengths) = try journal()
    let bytes = try #require(disk[path])
    // The second save is there a second time, after the third.
    disk[path] = Array(
      bytes[..<lengths[2]] + bytes[lengths[0]..<lengths[1]] + bytes[lengths[2]...])
    let (salvaged, report) = try salvage(disk)
    #expect(try shelves(salvaged) == ["一", "二", "三"])
    #expect(report?.saves == 2)
  }

  @Test(arguments: 1...2)
  func `saves that are cut off at the end are noticed by an older index`(_ count: Int) throws {
    let disk = SimulatedDisk()
    var context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<2_000).map { "book \($0)!" })
    try context.store.close()
    #expect(disk[path + ".index"] != nil)
    var lengths: [Int] = []
    for name in ["B", "C", "D"] {
      context = try StoreKind.journal.context(on: disk)
      try context.saveShelf(name, ["later"])
      try context.store.close()
      lengths.append(try #require(disk[path]?.count))
    }
    try StoreKind.journal.open(on: disk).close()
    disk[path]?.removeLast(lengths[2] - lengths[2 - count])
    let error = #expect(throws: StoreError.self) { try StoreKind.journal.open(on: disk) }
    #expect(error?.message.text(in: .english).contains("saves: \(count)") == true)
    let (salvaged, report) = try salvage(disk)
    #expect(try shelves(salvaged) == Array(["A", "B", "C", "D"].dropLast(count)))
    #expect(report != nil)
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
    #expect(try shelves(target) == ["一", "二", "四"])
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
