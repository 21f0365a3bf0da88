import Foundation
import Testing

@testable import QuizStore

/// Tests that several processors can read a real file and still find the records in order.
@Suite struct RecordScanTests {
  private func withContext(_ body: (StoreContext) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.path + "/qa-scan-\(UUID().uuidString)"
    var environment = StoreEnvironment()
    environment.processors = 4
    let store = try JournalStore(
      path: directory + "/bank.journal", schema: librarySchema, environment: environment)
    let context = StoreContext(store)
    let shelf = try context.saveShelf("s")
    for number in 1...3000 {
      let unit = number % 7 == 0 ? "week" : "day"
      let date = Date(timeIntervalSinceReferenceDate: Double(-number))
      context.insert(Book(shelfID: shelf, title: "\(unit) \(number)", addedAt: date))
    }
    try context.save()
    try body(context)
    try store.close()
    try FileManager.default.removeItem(atPath: directory)
  }

  @Test func `all records come in the order of their insertion`() throws {
    try withContext { context in
      let ids = try context.fetch(FetchDescriptor<Book>()).map(\.id.rawValue)
      #expect(ids == Array(1...3000))
    }
  }

  @Test func `a limit takes the first ones`() throws {
    try withContext { context in
      let weeks = try context.fetch(
        FetchDescriptor<Book>(predicate: #Predicate { $0.title.contains("week") }, limit: 5))
      #expect(weeks.map(\.id.rawValue) == [7, 14, 21, 28, 35])
    }
  }

  @Test func `a search comes in the order that is wanted`() throws {
    try withContext { context in
      let descriptor = FetchDescriptor<Book>(
        predicate: #Predicate { $0.title.contains("week") },
        sortBy: [SortDescriptor(\.addedAt)], limit: 3, offset: 1)
      let records = try context.fetch(descriptor)
      #expect(records.map(\.id.rawValue) == [2989, 2982, 2975])
      let ids = try context.identifiers(descriptor)
      #expect(ids == records.map(\.id))
      let count = try context.count(where: #Predicate<Book> { $0.title.contains("week") })
      #expect(count == 428)
    }
  }
}
