import Foundation
import QuizStore

/// Something that was deleted and can be brought back, such as a question or a deck, together with what was
/// deleted with it.
struct TrashEntry: StoredRecord {
  static let entityName = "trash"
  static let keys: [RecordKey<TrashEntry>] = [.index(\.deletedAt)]

  var id: Identifier<TrashEntry> = .unassigned
  /// What was deleted.
  var kind: RecordKind
  /// What a list shows: the question, the deck's name, the note's title, or the quiz's name and
  /// date.
  var text: String
  /// The name of a question's deck, in case that deck is gone when the question comes back.
  var deck: String?
  /// When it was deleted.
  var deletedAt: Date
  /// True when the date is that of a virtual clock.
  var isVirtual: Bool?

  /// For how long deleted records are kept, in seconds.
  static let keptFor: TimeInterval = 30 * 24 * 60 * 60

  /// Whether it can no longer be brought back. What was deleted on another kind of clock is kept,
  /// because a script's virtual date says nothing about how long ago that was.
  func isExpired(at now: Date, isVirtual: Bool) -> Bool {
    now.timeIntervalSince(deletedAt) > Self.keptFor && (self.isVirtual ?? false) == isVirtual
  }
}
