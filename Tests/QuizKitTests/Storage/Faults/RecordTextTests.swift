import Foundation
import TestKit
import Testing

@testable import QuizStore

/// Tests records with unusual contents.
@Suite struct RecordTextTests {
  private func reopened(_ kind: StoreKind, _ disk: SimulatedDisk) throws -> [String] {
    let context = try kind.context(on: disk)
    defer { _ = try? context.store.close() }
    return try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  private static let texts = [
    "line\nfeed", "line\r\nfeed", "zero\u{0}inside", "\u{0}", "separator\u{2028}", "emoji 👩‍👩‍👧",
    "が", "か\u{3099}", "\"\\/\u{7F}", "\u{FEFF}mark", "\u{10FFFF}", "",
  ]

  @Test(arguments: StoreKind.inFiles, texts)
  func `any text comes back as it was`(_ kind: StoreKind, _ text: String) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf(text)
    try context.store.close()
    let name = try reopened(kind, disk)[0]
    #expect(Array(name.unicodeScalars) == Array(text.unicodeScalars))
  }

  /// The length of the longest text: `QA_REPL_LONGEST_TEXT` bytes, or a default.
  private static let longest =
    ProcessInfo.processInfo.environment["QA_REPL_LONGEST_TEXT"].flatMap { Int($0) } ?? 4 << 20

  @Test(arguments: StoreKind.inFiles)
  func `a record of many megabytes is kept`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    let long = String(repeating: "長い", count: Self.longest / 6)
    try context.saveShelf(long)
    try context.store.close()
    let isSame = try reopened(kind, disk) == [long]
    #expect(isSame)
  }

  @Test(arguments: StoreKind.inFiles)
  func `a name in two forms of Unicode is two texts and one name`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    try context.saveShelf("が")
    context.insert(Shelf(name: "か\u{3099}"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "duplicate-key")
    context.rollback()
    let composed = Book(shelfID: Identifier(rawValue: 1), title: "が", code: "か\u{3099}")
    context.insert(composed)
    try context.save()
    #expect(try context.records(matching: \Book.code, in: ["が"]).count == 1)
    #expect(try context.count(where: #Predicate<Book> { $0.title == "か\u{3099}" }) == 1)
    try context.store.close()
    #expect(try reopened(kind, disk) == ["が"])
  }
}
