import Testing

@testable import QuizKit

/// What was read lately is not read again.
struct RecordCacheTests {
  private let cache = RecordCache()

  private func location(_ id: Int64, at offset: Int = 100) -> RecordLocation {
    Array("{}".utf8).withUnsafeBytes { RecordLocation(id: id, offset: offset, text: $0) }
  }

  /// Whether the record had to be read.
  private func reads(_ location: RecordLocation) throws -> Bool {
    var isRead = false
    let name = "\(location.id) at \(location.offset)"
    let shelf = try cache.record(at: location) { () throws(StoreError) -> Shelf in
      isRead = true
      return Shelf(name: name)
    }
    #expect(shelf.name == name)
    return isRead
  }

  @Test("records that were read are kept, a thousand of them")
  func keepsRecords() throws {
    for id in 1...1024 { #expect(try reads(location(Int64(id)))) }
    for id in 1...1024 { #expect(try !reads(location(Int64(id)))) }
  }

  @Test("records whose numbers are far apart do not take each other's place")
  func keepsRecordsFarApart() throws {
    let ids: [Int64] = [5, 5 + 1024, 5 + 2048, 5 + 1024 * 1024]
    for id in ids { #expect(try reads(location(id))) }
    for id in ids { #expect(try !reads(location(id))) }
  }

  @Test("a record that has moved is read again, and takes the place of what it was")
  func readsMovedRecordsAgain() throws {
    let others: [Int64] = [5 + 1024, 5 + 2048, 5 + 3072]
    for id in others { #expect(try reads(location(id))) }
    for offset in [100, 200, 300, 400, 500] {
      #expect(try reads(location(5, at: offset)))
      #expect(try !reads(location(5, at: offset)))
    }
    for id in others { #expect(try !reads(location(id))) }
  }

  @Test("kinds of records are kept apart")
  func keepsKindsApart() throws {
    #expect(try reads(location(1)))
    let book = try cache.record(at: location(1)) { () throws(StoreError) -> Book in
      Book(shelfID: Identifier(rawValue: 1), title: "other")
    }
    #expect(book.title == "other")
    #expect(try !reads(location(1)))
  }
}
