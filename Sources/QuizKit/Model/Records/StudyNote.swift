import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A learner's note about a deck, a question or an exam, or about nothing in the bank. It is
/// deleted together with its subject.
package struct StudyNote: StoredRecord {
  package static let entityName = "note"
  package static let keys: [RecordKey<StudyNote>] = [
    .reference(\.deckID, named: "deckID", onDelete: .cascade),
    .reference(\.questionID, named: "questionID", onDelete: .cascade),
    .reference(\.examID, named: "examID", onDelete: .cascade),
  ]

  package var id: Identifier<StudyNote> = .unassigned
  /// The deck that the note is about; `nil` if it is about something else, or has no subject.
  package var deckID: Identifier<Deck>?
  /// The question that the note is about; `nil` if it is about something else, or has no subject.
  package var questionID: Identifier<Question>?
  /// The exam that the note is about; `nil` if it is about something else, or has no subject.
  package var examID: Identifier<Exam>?
  /// The title, in one line; may be empty.
  package var title: String
  /// The text; may have several lines.
  package var body: String
  /// When it was first saved.
  package var createdAt: Date
  /// When it was last saved.
  package var changedAt: Date

  package var fault: Reason? { impossibility }

  /// Creates a note that is not yet in a store.
  ///
  /// - Parameter subject: the subject of the note; `nil` for a note without a subject.
  package init(about subject: NoteSubject?, title: String, body: String, createdAt: Date) {
    switch subject {
    case .deck(let id): deckID = id
    case .question(let id): questionID = id
    case .exam(let id): examID = id
    case nil: break
    }
    self.title = title
    self.body = body
    self.createdAt = createdAt
    changedAt = createdAt
  }
}

/// The subject of a note.
package enum NoteSubject: Equatable, Sendable {
  /// A whole deck.
  case deck(Identifier<Deck>)
  /// One question.
  case question(Identifier<Question>)
  /// An exam.
  case exam(Identifier<Exam>)
}

extension StudyNote {
  /// The deck, question or exam that the note is about; `nil` for a note without a subject.
  package var subject: NoteSubject? {
    if let questionID { return .question(questionID) }
    return deckID.map { .deck($0) } ?? examID.map { .exam($0) }
  }
}

extension StudyNote: BankRecord {
  static let name: RecordName? = RecordName("note", "notes", "メモ")
  static let section: String? = "notes"
  static let exchange = RecordExchange.personal

  func title(in timeZone: TimeZone) -> String { title.isEmpty ? body : title }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool { createdAt.isOnCalendars && changedAt.isOnCalendars }
  func isSame(as other: StudyNote) -> Bool { title == other.title && body == other.body }

  func orphanProblem(in file: String) -> Problem {
    Problem(.noteWithoutSubject, file: file, excerpt: title)
  }

  func isAlike(_ other: StudyNote) -> Bool {
    subject == other.subject && isSame(as: other) && createdAt == other.createdAt
  }
}

extension Fault {
  static let noteWithoutSubject = Fault(
    "note-without-subject", "the deck or question of this note is not in the file",
    "このメモの問題集や質問がファイルにありません")
}
