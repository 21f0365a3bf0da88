import Foundation
import Testing

@testable import QuizKit

/// Files that somebody opened in an editor and saved.
@Suite struct EditedFileTests {
  private func disk(_ kind: StoreKind, edit: (String) -> String) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("一", ["a", "b"])
    try context.saveShelf("二")
    try context.store.close()
    disk[kind.path] = Array(
      edit(String(decoding: try #require(disk[kind.path]), as: UTF8.self)).utf8)
    return disk
  }

  private func shelves(_ kind: StoreKind, _ disk: SimulatedDisk) throws -> [String] {
    let context = try kind.context(on: disk)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  @Test func `a JSON file may have CR LF, blank lines at its end, and no line end at all`() throws {
    for edit in [
      { $0.replacing("\n", with: "\r\n") }, { $0 + "\n\n  \n" }, { String($0.dropLast()) },
      { $0.replacing("\n", with: "") },
    ] as [(String) -> String] {
      let disk = try disk(.json, edit: edit)
      #expect(try shelves(.json, disk) == ["一", "二"])
      let context = try StoreKind.json.context(on: disk)
      try context.saveShelf("三")
      try context.store.close()
      #expect(try shelves(.json, disk) == ["一", "二", "三"])
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `a byte order mark is refused by name and the file is left as it is`(
    _ kind: StoreKind
  ) throws {
    let disk = try disk(kind) { "\u{FEFF}" + $0 }
    let before = disk[kind.path]
    let error = #expect(throws: StoreError.self) { try shelves(kind, disk) }
    #expect(error?.text(in: .english).contains("byte order mark") == true)
    #expect(error?.file == kind.path)
    #expect(Bool(disk[kind.path] == before))
  }

  @Test func `a journal with CR LF is refused, with the reason, and left as it is`() throws {
    let disk = try disk(.journal) { $0.replacing("\n", with: "\r\n") }
    let before = disk[StoreKind.journal.path]
    let error = #expect(throws: StoreError.self) { try shelves(.journal, disk) }
    #expect(error?.text(in: .english).contains("CR LF") == true)
    #expect(Bool(disk[StoreKind.journal.path] == before))
  }

  @Test func `a journal with a blank line at its end is refused with that line`() throws {
    let disk = try disk(.journal) { $0 + "\n" }
    let before = disk[StoreKind.journal.path]
    let error = #expect(throws: StoreError.self) { try shelves(.journal, disk) }
    #expect(error?.code == "store-damaged")
    #expect(error?.line == 8)
    #expect(Bool(disk[StoreKind.journal.path] == before))
  }

  @Test func `a journal whose last line end was taken away is whole`() throws {
    let disk = try disk(.journal) { String($0.dropLast()) }
    #expect(try shelves(.journal, disk) == ["一", "二"])
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("三")
    try context.store.close()
    #expect(try shelves(.journal, disk) == ["一", "二", "三"])
  }
}
