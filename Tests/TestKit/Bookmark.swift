import Foundation

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// A kind of record that only tests use: a question that the user wants to find again.
struct Bookmark: StoredRecord {
  static let entityName = "bookmark"
  static let keys: [RecordKey<Bookmark>] = [
    .reference(\.questionID, named: "questionID", onDelete: .cascade)
  ]

  var id: Identifier<Bookmark> = .unassigned
  var questionID: Identifier<Question>
  var label: String
  /// The colour, which an earlier version of the kind did not have.
  var colour: String?
  var createdAt: Date
  var changedAt: Date

  init(
    on question: Identifier<Question>, label: String, colour: String? = nil, createdAt: Date
  ) {
    (questionID, self.label, self.colour) = (question, label, colour)
    (self.createdAt, changedAt) = (createdAt, createdAt)
  }
}

extension Bookmark: BankRecord {
  static let name: RecordName? = RecordName("bookmark", "bookmarks", "しおり")
  static let section: String? = "bookmarks"
  static let exchange = RecordExchange.personal

  func title(in timeZone: TimeZone) -> String { label }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool { createdAt.isOnCalendars && changedAt.isOnCalendars }
}

/// The same kind in an earlier version of the program.
struct EarlierBookmark: StoredRecord {
  static let entityName = Bookmark.entityName
  static let keys: [RecordKey<EarlierBookmark>] = [
    .reference(\.questionID, named: "questionID", onDelete: .cascade)
  ]

  var id: Identifier<EarlierBookmark> = .unassigned
  var questionID: Identifier<Question>
  var label: String
  var createdAt: Date
  var changedAt: Date
}

extension EarlierBookmark: BankRecord {
  static let name: RecordName? = Bookmark.name
  static let section: String? = Bookmark.section
  static let exchange = Bookmark.exchange

  func title(in timeZone: TimeZone) -> String { label }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool { createdAt.isOnCalendars && changedAt.isOnCalendars }
}
