import Foundation
import QuizSupport

/// The state of the notes screen: the list of notes, and the open note.
package struct NotesState: ScreenState {
  package static let screen = ScreenName.notes

  /// One note in the list.
  package struct Item: Encodable, Equatable, Sendable {
    /// The note's number in the list, from 1.
    package var number: Int
    /// The title; may be empty.
    package var title: String
    /// The beginning of the body on one line, at most ``previewLength`` characters, then "…".
    package var preview: String
    /// The deck of the note or of its question; `nil` if both were deleted.
    @Nullable package var deck: String?
    /// The question that the note is about; `nil` for a note about a deck.
    @Nullable package var question: String?
    /// The exam that the note is about; `nil` for a note about something else.
    @Nullable package var exam: String?
    /// When the note was first saved.
    package var createdAt: Stamp
    /// When the note was last saved.
    package var changedAt: Stamp

    /// The length of a preview, in characters.
    static let previewLength = 40
  }

  /// The open note.
  package struct Page: Encodable, Equatable, Sendable {
    /// The current title.
    package var title: String
    /// The current body.
    package var body: String
    /// The deck of the note or of its question.
    @Nullable package var deck: String?
    /// The question that the note is about; `nil` for a note about a deck.
    @Nullable package var question: String?
    /// The exam that the note is about; `nil` for a note about something else.
    @Nullable package var exam: String?
    /// When the note was first saved; `nil` for a new note.
    @Nullable package var createdAt: Stamp?
    /// When the note was last saved; `nil` for a new note.
    @Nullable package var changedAt: Stamp?
    /// Whether the note has unsaved changes.
    package var unsaved: Bool
    /// The note as another program has saved it since it was opened, if saving was refused for that
    /// reason.
    @Nullable package var theirs: Version?
  }

  /// The content of a note.
  package struct Version: Encodable, Equatable, Sendable {
    /// The title.
    package var title: String
    /// The body.
    package var body: String
  }

  /// The lines of the current page.
  package var items: [Item]
  /// The number of notes in the whole list.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The deck that the list is limited to, or the deck of ``question``; `nil` for all decks.
  @Nullable package var deck: String?
  /// The question that the list is limited to; `nil` for all.
  @Nullable package var question: String?
  /// The exam that the list is limited to; `nil` for all.
  @Nullable package var exam: String?
  /// The words that the list was searched for; empty without a search.
  package var query: String
  /// The open note; `nil` while the list is shown.
  @Nullable package var note: Page?
  /// The message about the last command.
  @Nullable package var message: Message?

  package var isUnsaved: Bool { note?.unsaved ?? false }
}

extension NotesState.Item {
  /// The line for `note`. `names` contains the names of its subject.
  init(_ note: StudyNote, number: Int, names: NoteBook.Names, world: World) {
    self.number = number
    title = note.title
    preview = Self.preview(of: note.body)
    deck = names.deck
    question = names.question
    exam = names.exam
    createdAt = Stamp(note.createdAt, in: world.timeZone)
    changedAt = Stamp(note.changedAt, in: world.timeZone)
  }

  /// The first characters of `body`, with each run of white space as one space. Ends in "…" when
  /// text is left out.
  private static func preview(of body: String) -> String {
    // Split only a prefix, so that a long body stays cheap. Four times the length leaves enough
    // room for white space.
    let start = body.prefix(previewLength * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isWhole = line.count <= previewLength && start.endIndex == body.endIndex
    if isWhole { return line }
    return line.prefix(previewLength).trimmingCharacters(in: .whitespaces) + "…"
  }
}

extension NotesState {
  /// The state for the `notes` found by `query` and the open note.
  init(
    _ notes: [StudyNote], _ query: NoteBook.Query, page: ListPosition, note: Page? = nil,
    message: Message? = nil, in book: NoteBook, world: World
  ) throws {
    let page = page.adapted(to: notes.count)
    let filter = try book.names(of: query.subject)
    self.init(
      items: try page.positions(total: notes.count).map { position in
        Item(
          notes[position], number: position + 1, names: try book.names(of: notes[position].subject),
          world: world)
      },
      total: notes.count, page: page, deck: filter.deck, question: filter.question,
      exam: filter.exam, query: query.words, note: note, message: message)
  }
}
