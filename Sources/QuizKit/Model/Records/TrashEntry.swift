import Foundation
import QuizStore

/// A deleted item that can be brought back, such as a question or a deck, together with everything
/// that was deleted with it.
struct TrashEntry: StoredRecord {
  static let entityName = "trash"
  static let keys: [RecordKey<TrashEntry>] = [.index(\.deletedAt)]

  var id: Identifier<TrashEntry> = .unassigned
  /// The kind of record that was deleted.
  var kind: RecordKind
  /// The title in lists: the question, the deck's name, the note's title, or the quiz's name and
  /// date.
  var text: String
  /// The name of a question's deck, in case that deck is gone when the question comes back.
  var deck: String?
  /// When it was deleted.
  var deletedAt: Date
  /// True when the date comes from a virtual clock.
  var isVirtual: Bool?

  /// The time for which deleted records are kept, in seconds.
  static let keptFor: TimeInterval = 30 * 24 * 60 * 60

  /// Whether it can no longer be brought back. An entry that was deleted under another kind of
  /// clock is kept, because a script's virtual date does not tell how long ago that was.
  func isExpired(at now: Date, isVirtual: Bool) -> Bool {
    now.timeIntervalSince(deletedAt) > Self.keptFor && (self.isVirtual ?? false) == isVirtual
  }
}
