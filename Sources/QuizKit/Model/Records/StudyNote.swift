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
    picturesKey,
  ]
  /// Finds the notes that have pictures.
  static let picturesKey = RecordKey<StudyNote>.index(\.pictures, named: "pictures")

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
  /// The pictures that are attached to it, in the order in which they were.
  package var pictures = Pictures()

  /// The most pictures of a note.
  package static let mostPictures = 20

  package var fault: Reason? { impossibility }

  /// Creates a note that is not yet in a store.
  ///
  /// - Parameter subject: the subject of the note; `nil` for a note without a subject.
  package init(
    about subject: NoteSubject?, title: String, body: String, pictures: Pictures = Pictures(),
    createdAt: Date
  ) {
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
    self.pictures = pictures
  }
}

/// Files leave out the pictures of a note without any, so that it is the same to an older program.
extension StudyNote: Codable {
  private enum CodingKeys: CodingKey {
    case id, deckID, questionID, examID, title, body, createdAt, changedAt, pictures
  }

  package init(from decoder: any Decoder) throws {
    let note = try decoder.container(keyedBy: CodingKeys.self)
    id = try note.decode(Identifier<StudyNote>.self, forKey: .id)
    deckID = try note.decodeIfPresent(Identifier<Deck>.self, forKey: .deckID)
    questionID = try note.decodeIfPresent(Identifier<Question>.self, forKey: .questionID)
    examID = try note.decodeIfPresent(Identifier<Exam>.self, forKey: .examID)
    title = try note.decode(String.self, forKey: .title)
    body = try note.decode(String.self, forKey: .body)
    createdAt = try note.decode(Date.self, forKey: .createdAt)
    changedAt = try note.decode(Date.self, forKey: .changedAt)
    pictures = try note.decodeIfPresent(Pictures.self, forKey: .pictures) ?? Pictures()
  }

  package func encode(to encoder: any Encoder) throws {
    var note = encoder.container(keyedBy: CodingKeys.self)
    try note.encode(id, forKey: .id)
    try note.encodeIfPresent(deckID, forKey: .deckID)
    try note.encodeIfPresent(questionID, forKey: .questionID)
    try note.encodeIfPresent(examID, forKey: .examID)
    try note.encode(title, forKey: .title)
    try note.encode(body, forKey: .body)
    try note.encode(createdAt, forKey: .createdAt)
    try note.encode(changedAt, forKey: .changedAt)
    if !pictures.isEmpty { try note.encode(pictures, forKey: .pictures) }
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

  func title(in timeZone: TimeZone) -> String {
    title.unlessEmpty ?? body.unlessEmpty ?? pictures.all.first?.name ?? ""
  }

  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool {
    createdAt.isOnCalendars && changedAt.isOnCalendars
      && pictures.all.count <= Self.mostPictures && pictures.all.allSatisfy { $0.attachment != nil }
      && pictures.attachments.allSatisfy { (0...Attachment.mostBytes).contains($0.size) }
  }

  func isSame(as other: StudyNote) -> Bool {
    title == other.title && body == other.body && pictures == other.pictures
  }

  func orphanProblem(in file: String) -> Problem {
    Problem(.noteWithoutSubject, file: file, excerpt: title)
  }

  /// A copy of before has none of the pictures.
  func isAlike(_ other: StudyNote) -> Bool {
    subject == other.subject && title == other.title && body == other.body
      && createdAt == other.createdAt
  }

  func completed(by other: StudyNote) -> StudyNote {
    var note = self
    let known = Set(pictures.attachments.map(\.digest))
    for picture in other.pictures.all
    where picture.attachment.map({ !known.contains($0.digest) }) == true
      && note.pictures.all.count < Self.mostPictures
    {
      note.pictures.add(picture)
    }
    return note
  }
}

extension Fault {
  static let noteWithoutSubject = Fault(
    "note-without-subject", "the deck or question of this note is not in the file",
    "このメモの問題集や質問がファイルにありません")
}
