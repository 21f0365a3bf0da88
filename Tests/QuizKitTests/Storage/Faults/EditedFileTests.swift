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

  /// A journal whose header or record says something, with checks that are right.
  private func journal(last: String = "{}", sequence: String = "0", record: String) -> SimulatedDisk
  {
    let header =
      "{\"format\":\"qa-repl-journal\",\"version\":3,\"schema\":1,\"generation\":1,\"salt\":1,"
      + "\"sequence\":\(sequence),\"last\":\(last)}"
    let line = Array("{\"insert\":\"book\",\"record\":\(record)}".utf8)
    let shelf = Array("{\"insert\":\"shelf\",\"record\":{\"id\":1,\"name\":\"A\"}}".utf8)
    let commit = JournalCommit.beginning(
      sequence: (UInt64(sequence) ?? 0) &+ 1, at: "2026-11-21T11:00:00Z")
    var check = Checksum.of(Array(header.utf8), seed: 0)
    for text in [shelf, line, commit] { check = Checksum.of(text, seed: check) }
    let disk = SimulatedDisk()
    disk[StoreKind.journal.path] =
      Array((header + "\n").utf8) + shelf + [0x0A] + line + [0x0A] + commit
      + JournalCommit.end(check: check)
    return disk
  }

  private func book(id: String = "1", addedAt: String = "0") -> String {
    "{\"id\":\(id),\"shelfID\":1,\"title\":\"T\",\"pages\":1,\"chapters\":[],\"addedAt\":\(addedAt)}"
  }

  @Test func `a journal with right checks is read whoever wrote it`() throws {
    let context = try StoreKind.journal.context(on: journal(record: book()))
    #expect(try context.titles == ["T"])
  }

  @Test(
    arguments: ["9223372036854775807", "9007199254740993", "18446744073709551615", "-1", "1e300"],
    ["last", "sequence", "record"])
  func `a number that nothing can follow is refused, wherever it stands in a journal`(
    number: String, place: String
  ) throws {
    let disk =
      switch place {
      case "last": journal(last: "{\"book\":\(number)}", record: book())
      case "sequence": journal(sequence: number, record: book())
      default: journal(record: book(id: number))
      }
    let before = disk[StoreKind.journal.path]
    let error = #expect(throws: StoreError.self) {
      try StoreKind.journal.context(on: disk).fetch(FetchDescriptor<Book>())
    }
    #expect(["store-damaged", "not-a-store"].contains(error?.code))
    #expect(error?.file == StoreKind.journal.path)
    #expect(Bool(disk[StoreKind.journal.path] == before))
  }

  @Test(arguments: ["1e18", "-1e18", "1e308", "-9e11", "252392457600", "\"9999-01-01T00:00:00Z\""])
  func `a date of no year from 1 to 9998 in a journal is refused`(date: String) throws {
    let disk = journal(record: book(addedAt: date))
    let before = disk[StoreKind.journal.path]
    let error = #expect(throws: StoreError.self) {
      try StoreKind.journal.context(on: disk).fetch(FetchDescriptor<Book>())
    }
    #expect(error?.code == "store-damaged")
    #expect(Bool(disk[StoreKind.journal.path] == before))
  }

  @Test(arguments: StoreKind.inFiles)
  func `where no number is left for a record, nothing is saved and the file stays readable`(
    _ kind: StoreKind
  ) throws {
    let last = JSONTape.largestCount
    let disk: SimulatedDisk
    if kind == .journal {
      disk = journal(last: "{\"shelf\":\(last)}", record: book())
    } else {
      disk = try self.disk(.json) { $0.replacing("\"shelf\" : 2", with: "\"shelf\" : \(last)") }
    }
    let names = try shelves(kind, disk)
    for _ in 0..<2 {
      let context = try kind.context(on: disk)
      context.insert(Shelf(name: "one more"))
      let error = #expect(throws: StoreError.self) { try context.save() }
      #expect(error?.code == "invalid-record")
      let other = try StoreContext(context.store).fetch(FetchDescriptor<Shelf>())
      #expect(other.map(\.name) == names)
      try context.store.close()
    }
    #expect(try shelves(kind, disk) == names)
  }

  @Test func `the last number that can be given is an identifier, and the next is none`() throws {
    let last = JSONTape.largestCount
    func identifier(_ number: Int64) throws -> Identifier<Shelf> {
      try JSONDecoder().decode(Identifier<Shelf>.self, from: Data("\(number)".utf8))
    }
    #expect(try identifier(last).rawValue == last)
    #expect(throws: (any Error).self) { try identifier(last + 1) }
  }
}
