import Foundation
import QuizStore

/// Something that was deleted and can be brought back: a question, deck, note, quiz or exam, together with
/// what was deleted with it.
struct TrashEntry: StoredRecord {
  static let entityName = "trash"
  static let keys: [RecordKey<TrashEntry>] = [.index(\.deletedAt)]

  var id: Identifier<TrashEntry> = .unassigned
  /// What was deleted.
  var kind: TrashKind
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

/// The kinds of things that can be deleted.
package enum TrashKind: String, Codable, Sendable {
  /// A question with its notes.
  case question
  /// A deck with its questions and notes.
  case deck
  /// A note.
  case note
  /// A quiz in the history with its answers.
  case attempt
  /// An exam with its notes.
  case exam
}

/// One deleted record.
struct TrashedRecord: StoredRecord {
  static let entityName = "trashed"
  static let keys: [RecordKey<TrashedRecord>] = [.reference(\.entryID, onDelete: .cascade)]

  /// The record as it was.
  enum Content: Codable, Equatable {
    case deck(record: Deck)
    case question(record: Question)
    case note(record: StudyNote)
    case attempt(record: Attempt)
    case answer(record: Answer)
    case progress(record: AttemptProgress)
    case exam(record: Exam)
  }

  var id: Identifier<TrashedRecord> = .unassigned
  /// The entry with which it was deleted.
  var entryID: Identifier<TrashEntry>
  /// The record.
  var content: Content
}
