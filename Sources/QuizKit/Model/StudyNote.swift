import Foundation

/// What a learner writes down about a deck or about one question. It goes when they go.
public struct StudyNote: StoredRecord {
  public static let entityName = "note"
  public static let keys: [RecordKey<StudyNote>] = [
    .reference(\.deckID, onDelete: .cascade),
    .reference(\.questionID, onDelete: .cascade),
  ]

  public var id: Identifier<StudyNote> = .unassigned
  /// The deck that it is about; `nil` when it is about a question.
  public var deckID: Identifier<Deck>?
  /// The question that it is about; `nil` when it is about a deck.
  public var questionID: Identifier<Question>?
  /// One line that names it; may be empty.
  public var title: String
  /// The note itself; may have several lines.
  public var body: String
  /// When it was first saved.
  public var createdAt: Date
  /// When it was last saved.
  public var changedAt: Date

  /// Creates a note that is not yet in a store.
  public init(about subject: NoteSubject, title: String, body: String, createdAt: Date) {
    switch subject {
    case .deck(let id): deckID = id
    case .question(let id): questionID = id
    }
    self.title = title
    self.body = body
    self.createdAt = createdAt
    changedAt = createdAt
  }
}

/// What a note is about.
public enum NoteSubject: Equatable, Sendable {
  /// A whole deck.
  case deck(Identifier<Deck>)
  /// One question.
  case question(Identifier<Question>)
}

extension StudyNote {
  /// What it is about; `nil` in a record that somebody made without either.
  public var subject: NoteSubject? {
    if let questionID { return .question(questionID) }
    return deckID.map { .deck($0) }
  }
}
