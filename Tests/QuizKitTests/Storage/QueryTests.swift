import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Compares the journal, which answers queries through indexes and searches of bytes, with the
/// reference store, which looks at every record. The results must be the same.
@Suite struct QueryTests {
  private static let titles = [
    "apple", "Apfel", "りんご", "リンゴ", "が", "か\u{3099}", "résumé", "re\u{301}sume\u{301}",
    "a\"b\\c\nd", "林檎の木", "", "zero\u{0}", "😀 smile",
    "👩‍👩‍👧", "a\r\nb", "x\n",
  ]

  /// Contexts with the same records in the reference store and in the journal. Some records were
  /// changed and some were deleted.
  private func contexts() throws -> [StoreContext] {
    var random = SplitMix64(seed: 5)
    var contexts: [StoreContext] = []
    for kind in [StoreKind.memory, .journal] {
      random = SplitMix64(seed: 5)
      let context = try kind.context()
      let shelves = try (0..<4).map { try context.saveShelf("s\($0)") }
      for number in 0..<200 {
        context.insert(
          Book(
            shelfID: shelves[Int.random(in: 0..<4, using: &random)],
            title: Self.titles[number % Self.titles.count] + (number % 3 == 0 ? "" : "\(number)"),
            pages: Int.random(in: 0..<9, using: &random),
            addedAt: Date(
              timeIntervalSinceReferenceDate: Double(Int.random(in: -50..<50, using: &random))),
            code: number % 5 == 0 ? nil : "c\(number % 7)"))
        if number % 20 == 0 { try context.save() }
      }
      try context.save()
      for id in stride(from: 3, to: 200, by: 11) {
        guard var book = try context.record(for: Identifier<Book>(rawValue: Int64(id))) else {
          continue
        }
        book.addedAt += 7
        book.shelfID = shelves[id % 4]
        book.title += "林檎"
        try context.update(book)
        try context.delete(Identifier<Book>(rawValue: Int64(id + 1)))
      }
      try context.save()
      contexts.append(context)
    }
    return contexts
  }

  private func expectSame(_ descriptor: FetchDescriptor<Book>, _ contexts: [StoreContext]) throws {
    let expected = try contexts[0].fetch(descriptor)
    #expect(try contexts[1].fetch(descriptor) == expected)
    #expect(try contexts[1].count(descriptor) == expected.count)
    #expect(try contexts[1].identifiers(descriptor) == expected.map(\.id))
  }

  @Test func `predicates find the same records through an index and without`() throws {
    let contexts = try contexts()
    let (shelf, other) = (Identifier<Shelf>(rawValue: 2), Identifier<Shelf>(rawValue: 9))
    let date = Date(timeIntervalSinceReferenceDate: 3)
    let (id, code): (Identifier<Book>, String?) = (Identifier(rawValue: 17), nil)
    let predicates: [Predicate<Book>] = [
      #Predicate { $0.shelfID == shelf }, #Predicate { other == $0.shelfID },
      #Predicate { $0.id == id }, #Predicate { $0.id == id && $0.pages >= 0 },
      #Predicate { $0.addedAt < date }, #Predicate { $0.addedAt <= date },
      #Predicate { $0.addedAt > date }, #Predicate { date <= $0.addedAt },
      #Predicate { $0.shelfID == shelf && $0.addedAt > date && $0.pages != 3 },
      #Predicate { $0.code == "c3" }, #Predicate { $0.code == code },
      #Predicate { $0.code == "c3" && $0.shelfID == shelf }, #Predicate { $0.shelfID != shelf },
      #Predicate { $0.shelfID == shelf || $0.pages == 1 }, #Predicate { !($0.shelfID == shelf) },
    ]
    let orders: [[SortDescriptor<Book>]] = [
      [], [SortDescriptor(\.addedAt)], [SortDescriptor(\.addedAt, order: .reverse)],
      [SortDescriptor(\.pages), SortDescriptor(\.addedAt, order: .reverse)],
      [SortDescriptor(\.shelfID.rawValue), SortDescriptor(\.pages)],
    ]
    for order in orders {
      for limit in [nil, 0, 1, 7] {
        try expectSame(FetchDescriptor(sortBy: order, limit: limit, offset: 2), contexts)
        for predicate in predicates {
          try expectSame(
            FetchDescriptor(predicate: predicate, sortBy: order, limit: limit), contexts)
        }
      }
    }
  }

  @Test func `a search of bytes finds the same texts as a comparison of characters`() throws {
    let contexts = try contexts()
    let words = [
      "林檎", "リンゴ", "が", "か\u{3099}", "か", "é", "e\u{301}", "e", "\"b\\", "\n", "\u{0}", "😀", "",
      "apple1",
      "title", "shelfID", "👩", "👩‍👩", "\r", "\r\n",
    ]
    for word in words {
      for limit in [nil, 2] {
        try expectSame(
          FetchDescriptor(predicate: #Predicate { $0.title.contains(word) }, limit: limit), contexts
        )
      }
      try expectSame(
        FetchDescriptor(
          predicate: #Predicate { $0.title.contains(word) && $0.pages > 3 },
          sortBy: [SortDescriptor(\.addedAt)], limit: 5), contexts)
    }
  }

  @Test func `the same is found after the journal is opened again, with its index and without`()
    throws
  {
    let disk = SimulatedDisk()
    let context = try StoreKind.journal.context(on: disk)
    try context.saveShelf("A", (0..<900).map { "title \($0 * 7 % 900)" })
    let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.addedAt)], limit: 20)
    let before = try context.fetch(descriptor)
    try context.store.close()
    let index = StoreKind.journal.path + ".index"
    #expect(disk[index] != nil)
    let reads = { () throws -> Int in
      let start = disk.calls
      let again = try StoreKind.journal.context(on: disk)
      let same = try again.fetch(descriptor) == before
      #expect(same)
      try again.store.close()
      return disk.calls - start
    }
    _ = try reads()
    // The store does not trust a damaged index.
    var bytes = try #require(disk[index])
    bytes[bytes.count / 2] ^= 4
    disk[index] = bytes
    _ = try reads()
    disk[index] = nil
    _ = try reads()
    // The store does not trust the index of another journal either.
    let other = SimulatedDisk()
    let stranger = try StoreKind.journal.context(on: other)
    try stranger.saveShelf("B", (0..<900).map { "other \($0)" })
    try stranger.store.close()
    disk[index] = other[index]
    _ = try reads()
  }

  @Test func `a predicate that fails is an error, and the store goes on`() throws {
    for context in try contexts() {
      let fails = #Predicate<Book> { $0.chapters[7] == "none has so many" }
      for work in [
        { _ = try context.fetch(FetchDescriptor(predicate: fails)) },
        { _ = try context.count(where: fails) },
        { try context.delete(Book.self, where: fails) },
        { _ = try LiveQuery(FetchDescriptor(predicate: fails), in: context) },
      ] as [() throws -> Void] {
        let error = #expect(throws: StoreError.self) { try work() }
        #expect(error?.code == "query-failed")
      }
      #expect(!context.hasChanges)
      try context.saveShelf("more")
    }
  }
}
