import Foundation

@testable import QuizStore

struct Shelf: StoredRecord {
  static let entityName = "shelf"
  static let keys: [RecordKey<Shelf>] = [.unique(\.name)]
  var id: Identifier<Shelf> = .unassigned
  var name: String
}

struct Book: StoredRecord {
  static let entityName = "book"
  static let keys: [RecordKey<Book>] = [
    .reference(\.shelfID, onDelete: .cascade), .index(\.addedAt), .index(\.code),
    .index(\.chapters),
  ]
  var id: Identifier<Book> = .unassigned
  var shelfID: Identifier<Shelf>
  var title: String
  var chapters: [String] = []
  var pages: Int = 0
  var addedAt: Date = Date(timeIntervalSinceReferenceDate: 0)
  var code: String?
}

struct Loan: StoredRecord {
  static let entityName = "loan"
  static let keys: [RecordKey<Loan>] = [.reference(\.bookID, onDelete: .clear)]
  var id: Identifier<Loan> = .unassigned
  var bookID: Identifier<Book>?
  var reader: String
}

let librarySchema = Schema(version: 1, Shelf.self, Book.self, Loan.self)
