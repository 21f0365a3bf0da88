import Foundation
import Testing

@testable import QuizKit

@Suite struct FirstSteps {
  @Test(arguments: ["json:", "journal:"])
  func `what a store saved is there when it is opened again`(scheme: String) throws {
    let path = FileManager.default.temporaryDirectory.path + "/qa-\(UUID().uuidString)/b"
    let configuration = try #require(StoreConfiguration(specification: scheme + path))
    let store = try configuration.makeStore(schema: librarySchema)
    let context = StoreContext(store)
    let shelf = context.insert(Shelf(name: "棚 \"一\"\n"))
    for number in 1...3 {
      context.insert(
        Book(
          shelfID: shelf, title: "B\(number)", chapters: ["a", "b"],
          addedAt: Date(timeIntervalSinceReferenceDate: 0.1 * Double(number))))
    }
    try context.save()
    #expect(!context.hasChanges)
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.title != "B2" },
        sortBy: [SortDescriptor(\.title, order: .reverse)]))
    #expect(books.map(\.title) == ["B3", "B1"])
    #expect(books[0].shelfID == Identifier(rawValue: 1))
    let byDate = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.shelfID == shelf },
        sortBy: [SortDescriptor(\.addedAt, order: .reverse)], limit: 2))
    #expect(byDate.isEmpty)
    let saved = context.resolve(shelf)
    let byDate2 = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.shelfID == saved },
        sortBy: [SortDescriptor(\.addedAt, order: .reverse)], limit: 2))
    #expect(byDate2.map(\.title) == ["B3", "B2"])
    #expect(throws: StoreError.self) { try configuration.makeStore(schema: librarySchema) }
    try store.close()
    let again = StoreContext(try configuration.makeStore(schema: librarySchema))
    #expect(try again.fetch(FetchDescriptor<Book>()).count == 3)
    #expect(try again.count(where: #Predicate<Book> { $0.title.contains("2") }) == 1)
    let id = Identifier<Book>(rawValue: 2)
    #expect(
      try again.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.id == id })).count == 1)
    #expect(try again.counts(by: \Book.shelfID) == [Identifier(rawValue: 1): 3])
    try again.delete(Identifier<Shelf>(rawValue: 1))
    #expect(try again.count(FetchDescriptor<Book>()) == 0)
    try again.save()
    print(try String(contentsOfFile: path, encoding: .utf8))
  }
}
