import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests files that a user opened in an editor and saved.
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

  /// Possible edits of a file. Each of them is refused.
  private static let edits: [(StoreKind, @Sendable (String) -> String)] = [
    (.json, { _ in "" }),
    (.json, { "\u{FEFF}" + $0 }),
    (.json, { String($0.dropLast(20)) }),
    (.json, { $0.replacing("[", with: "") }),
    (.json, { $0.replacing("]", with: "}") }),
    (.json, { $0.replacing("\"name\" :", with: "\"name\"") }),
    (.json, { $0.replacing("\"name\"", with: "name") }),
    (.json, { $0.replacing("\"name\"", with: "\"title\"") }),
    (.json, { $0.replacing("\"name\"", with: "\"id\" : 1, \"name\"") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 1") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 0") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : -2") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 2.5") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 2.") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 2e") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : 99999999999999999999") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : nil") }),
    (.json, { $0.replacing("\"id\" : 2", with: "\"id\" : \"2\"") }),
    (.json, { $0.replacing("\"一\"", with: "\"\u{1}\"") }),
    (.json, { $0.replacing("\"一\"", with: "\"\\u12\"") }),
    (.json, { $0.replacing("\"一\"", with: "\"一") }),
    (.json, { $0.replacing("\"addedAt\" : \"", with: "\"addedAt\" : \"x") }),
    (.json, { $0 + "{}" }),
    (.json, { $0.replacing("\"schema\"", with: "\"scheme\"") }),
    (.json, { _ in "{\"format\":\"other\"}" }),
    (.json, { _ in String(repeating: "[", count: 600) }),
    (.journal, { _ in "" }),
    (.journal, { _ in "{}" }),
    (.journal, { _ in "{}\n" }),
    (.journal, { _ in "{\"format\":\"other\",\"version\":1,\"schema\":1}\n" }),
    (.journal, { $0.replacing("\n", with: "\r\n") }),
    (.journal, { $0 + "\n" }),
    (.journal, { $0.replacing("一", with: "壱") }),
    (.journal, { $0.replacing("{\"insert\"", with: "{\"upsert\"") }),
  ]

  @Test(arguments: edits.indices)
  func `why a file is refused is said in Japanese too`(_ number: Int) throws {
    let (kind, edit) = Self.edits[number]
    let disk = try disk(kind, edit: edit)
    disk[kind.path + ".index"] = nil
    let found = #expect(throws: StoreError.self) { try shelves(kind, disk) }
    let error = try #require(found)
    let japanese = error.text(in: .japanese)
    #expect(japanese.firstMatch(of: /[a-z]+ [a-z]+ [a-z]+/) == nil, "\(japanese)")
    #expect(error.text(in: .english).firstMatch(of: /[ぁ-ん]/) == nil)
  }
}
