import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests how the JSON file, which users may edit, handles records that no store would write.
@Suite struct HandWrittenRecordTests {
  private let path = StoreKind.json.path

  private func disk(_ records: String, last: String = "") -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk[path] = Array(
      """
      {
        "format": "qa-repl-store", "version": 1, "schema": 1, "sequence": 3,
        "lastIdentifiers": {\(last)},
        "records": {
          \(records)
        }
      }

      """.utf8)
    return disk
  }

  private func book(_ members: String) -> String {
    """
    "shelf": [{"id": 1, "name": "A"}],
    "book": [
      {"id": 1, "shelfID": 1, "chapters": [], "addedAt": 0, \(members)}
    ]
    """
  }

  private func context(_ disk: SimulatedDisk) throws -> StoreContext {
    try StoreKind.json.context(on: disk)
  }

  /// Expects that damage is found in `line`, and that the file stays unchanged.
  private func expectDamage(_ disk: SimulatedDisk, line: Int?, _ comment: Comment = "") {
    let before = disk[path]
    let error = #expect(throws: StoreError.self, comment) { try context(disk) }
    #expect(error?.code == "store-damaged", comment)
    #expect(line == nil || error?.line == line, comment)
    #expect(Bool(disk[path] == before))
  }

  @Test(arguments: [0, -1])
  func `a schema below 1 is that of no store`(schema: Int) {
    let disk = disk("")
    disk[path] = disk[path].map { bytes in
      Array(
        String(decoding: bytes, as: UTF8.self)
          .replacing("\"schema\": 1", with: "\"schema\": \(schema)").utf8)
    }
    let error = #expect(throws: StoreError.self) { try context(disk) }
    #expect(error?.code == "not-a-store")
  }

  @Test func `two records with one identifier are refused with their line`() {
    expectDamage(
      disk("\"shelf\": [{\"id\": 1, \"name\": \"A\"},\n{\"id\": 1, \"name\": \"B\"}]"), line: 6)
  }

  @Test func `a member that occurs twice is refused with its line, wherever it is`() {
    expectDamage(disk("\"shelf\": [{\"id\": 1,\n \"name\": \"A\",\n \"name\": \"B\"}]"), line: 7)
    expectDamage(disk("\"shelf\": [],\n\"shelf\": []"), line: 6)
    expectDamage(disk("\"unknown\": [{\"x\": 1, \"x\": 2}]"), line: 5)
    expectDamage(disk("\"shelf\": [{\"id\": 1, \"name\": \"A\", \"n\\u0061me\": \"B\"}]"), line: 5)
  }

  @Test func `an identifier from 1 up is needed`() {
    for id in ["0", "-1", "\"1\"", "1.5", "null"] {
      expectDamage(disk("\"shelf\": [{\"id\": \(id), \"name\": \"A\"}]"), line: 5, "\(id)")
    }
    expectDamage(disk("\"shelf\": [{\"name\": \"A\"}]"), line: 5)
  }

  @Test(arguments: ["1e400", "-1e400", "9223372036854775808", "1.5", "\"7\"", "true", "1e19"])
  func `a number that its field cannot hold is refused`(_ number: String) {
    expectDamage(disk(book("\"title\": \"T\", \"pages\": \(number)")), line: 7)
  }

  @Test(arguments: [("-0", 0), ("9223372036854775807", Int.max), ("1e3", 1000), ("7.0", 7)])
  func `a number may be written in several ways`(_ number: String, _ value: Int) throws {
    let context = try context(disk(book("\"title\": \"T\", \"pages\": \(number)")))
    #expect(try context.fetch(FetchDescriptor<Book>()).map(\.pages) == [value])
  }

  @Test(arguments: ["\\ud800", "\\udc00\\ud800", "\\ud83d", "\\u12", "\\x41", "\\ud83dx"])
  func `an escape that means nothing is refused`(_ escape: String) {
    expectDamage(disk("\"shelf\": [{\"id\": 1, \"name\": \"\(escape)\"}]"), line: 5)
  }

  @Test func `escapes that mean something are read`() throws {
    let context = try context(
      disk("\"shelf\": [{\"id\": 1, \"name\": \"\\ud83d\\ude00\\u0000\\/\\u3042\"}]"))
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["😀\u{0}/あ"])
  }

  @Test(arguments: ["\u{0}", "\t", "\n"])
  func `a control character that is not escaped is refused`(_ character: String) {
    expectDamage(disk("\"shelf\": [{\"id\": 1, \"name\": \"a\(character)b\"}]"), line: 5)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `ten thousand levels are refused and do not overflow the stack`(_ level: String) {
    let deep = String(repeating: level, count: 10_000)
    expectDamage(disk("\"unknown\": \(deep)"), line: 5)
    expectDamage(disk(book("\"title\": \"T\", \"pages\": 1, \"more\": \(deep)")), line: 7)
  }

  @Test func `a member that the program does not know is ignored until its record changes`() throws
  {
    let disk = disk("\"shelf\": [{\"id\": 1, \"name\": \"A\", \"colour\": \"red\"}]")
    let context = try context(disk)
    try context.saveShelf("B")
    #expect(text(disk).contains("\"colour\": \"red\""))
    try context.update(Shelf(id: Identifier(rawValue: 1), name: "C"))
    try context.save()
    #expect(!text(disk).contains("colour"))
  }

  @Test func `a missing member is read where the field may be missing, and refused elsewhere`()
    throws
  {
    let context = try context(disk(book("\"title\": \"T\", \"pages\": 1")))
    #expect(try context.fetch(FetchDescriptor<Book>()).map(\.code) == [nil])
    expectDamage(disk(book("\"title\": \"T\"")), line: 7)
  }

  @Test func `a record that refers to one that does not exist is read, and can be put right`()
    throws
  {
    let disk = disk(
      book("\"title\": \"T\", \"pages\": 1").replacing("\"shelfID\": 1", with: "\"shelfID\": 9"))
    let context = try context(disk)
    var book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    #expect(book.shelfID == Identifier(rawValue: 9))
    // Records that have nothing to do with the damage can be saved.
    try context.saveShelf("B")
    book.title = "U"
    try context.update(book)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "dangling-reference")
    book.shelfID = Identifier(rawValue: 1)
    try context.update(book)
    try context.save()
    #expect(try context.titles == ["U"])
  }

  @Test func `an identifier that was given is not given again, even if the file forgot it`() throws
  {
    let context = try context(
      disk("\"shelf\": [{\"id\": 7, \"name\": \"A\"}]", last: "\"shelf\": 3"))
    #expect(try context.saveShelf("B") == Identifier(rawValue: 8))
  }

  private func text(_ disk: SimulatedDisk) -> String {
    String(decoding: disk[path] ?? [], as: UTF8.self)
  }
}
