import Foundation
import Signals

/// What the notes screen shows: the list, and the note that is open.
public struct NotesState: ScreenState {
  public static let screen = ScreenName.notes

  /// One line of the list.
  public struct Item: Encodable, Equatable, Sendable {
    /// The note's number in the list, from 1.
    public var number: Int
    /// The title; may be empty.
    public var title: String
    /// The beginning of the body, at most ``previewLength`` characters on one line.
    public var preview: String
    /// The deck that it is about, or that its question is in; `nil` when neither is left.
    @Nullable public var deck: String?
    /// The question that it is about; `nil` when it is about a whole deck.
    @Nullable public var question: String?
    /// When it was first saved.
    public var created: Stamp
    /// When it was last saved.
    public var changed: Stamp

    /// The length of a preview, in characters.
    static let previewLength = 40
  }

  /// The note that is open.
  public struct Page: Encodable, Equatable, Sendable {
    /// The title as it is now.
    public var title: String
    /// The body as it is now.
    public var body: String
    /// The deck that it is about, or that its question is in.
    @Nullable public var deck: String?
    /// The question that it is about; `nil` when it is about a whole deck.
    @Nullable public var question: String?
    /// When it was first saved; `nil` for a new one.
    @Nullable public var created: Stamp?
    /// When it was last saved; `nil` for a new one.
    @Nullable public var changed: Stamp?
    /// Whether something is written that is not saved.
    public var unsaved: Bool
  }

  /// The lines of this page of the list.
  public var items: [Item]
  /// How many notes the whole list has.
  public var total: Int
  /// The page of the list.
  public var page: ListPage
  /// The deck to which the list keeps, or in which its question is; `nil` for all.
  @Nullable public var deck: String?
  /// The question to which the list keeps; `nil` for all.
  @Nullable public var question: String?
  /// The words that were searched; empty when none were.
  public var query: String
  /// The note that is open; `nil` while the list is shown.
  @Nullable public var note: Page?
  /// What the last command did.
  @Nullable public var message: Message?

  public var isUnsaved: Bool { note?.unsaved ?? false }
}

extension NotesState.Item {
  /// The line of `note`.
  init(_ note: StudyNote, number: Int, names: (deck: String?, question: String?), world: World) {
    self.number = number
    title = note.title
    preview = Self.preview(of: note.body)
    deck = names.deck
    question = names.question
    created = Stamp(note.createdAt, in: world.timeZone)
    changed = Stamp(note.changedAt, in: world.timeZone)
  }

  /// The first characters, with all blanks and line ends as single spaces.
  private static func preview(of body: String) -> String {
    // Four times as much is enough for what the blanks may take, and keeps a long body from being split whole.
    let start = body.prefix(previewLength * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.prefix(previewLength).trimmingCharacters(in: .whitespaces)
  }
}

/// What a person can ask for on the notes screen.
public enum NotesCommand: Equatable, Sendable {
  /// Begin a note on a deck, or on its question of this number, from 1; without either, on what the list keeps to.
  case new(deck: String?, question: Int?)
  /// Name the open note.
  case title(String)
  /// Write the whole body of the open note.
  case body(String)
  /// Write one more line at the end of the open note.
  case add(String)
  /// Save the open note.
  case save
  /// Forget what was written since the last save.
  case cancel
  /// Put the open note away and show the list again.
  case close
  /// List the notes of a deck, those with some words, or all.
  case list(deck: String?, words: String)
  /// The next page of the list.
  case nextPage
  /// The page before.
  case previousPage
  /// Open the note of this number in the list, from 1.
  case open(Int)
  /// Delete the note of this number in the list, from 1.
  case delete(Int)
}

/// The notes screen: a list that follows every save, and one note that is read or written.
public final class NotesViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<NotesCommand, NotesState>

  /// A note that is being read or written.
  private struct Draft {
    /// The note as it was saved last; `nil` for a new one.
    var saved: StudyNote?
    var subject: NoteSubject?
    var title = ""
    var body = ""

    init(_ note: StudyNote) {
      (saved, subject, title, body) = (note, note.subject, note.title, note.body)
    }

    init(about subject: NoteSubject) {
      self.subject = subject
    }

    var isUnsaved: Bool { title != saved?.title ?? "" || body != saved?.body ?? "" }
  }

  private let book: NoteBook
  private let world: World
  private var query: NoteBook.Query
  private let list: LiveQuery<[StudyNote]>
  /// What the query finds, the last changed first.
  private var notes: [StudyNote]
  /// Whether the query or what it finds may be another since the notes were found.
  private var isOutdated = false
  private var pageNumber = 1
  private var draft: Draft?
  private var message: Message?

  /// Creates the screen with the notes of a query.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(book: NoteBook, query: NoteBook.Query = NoteBook.Query(), world: World) throws {
    (self.book, self.query, self.world) = (book, query, world)
    list = try book.liveNotes()
    notes = try book.notes(query, among: list.value)
    core = ScreenCore(try NotesState(notes, query, pageNumber: 1, in: book, world: world))
    core.start(self)
    core.follow(
      .merge(list.results.skip(first: 1).map { _ in }, book.changes)
        .map { [unowned self] in isOutdated = true })
    core.refuse(list.failures.map { $0 })
  }

  func perform(_ command: NotesCommand) throws {
    message = nil
    do {
      try carryOut(command)
      core.changed()
    } catch {
      message = nil
      throw error
    }
  }

  private func carryOut(_ command: NotesCommand) throws {
    switch command {
    case .new(let deck, let question):
      try requireSaved()
      let named = try book.subject(deck: deck, question: question)
      guard let subject = try named ?? query.subject ?? book.usualSubject() else {
        throw NoteRefusal.noSubject
      }
      draft = Draft(about: subject)
    case .title(let text): try write { $0.title = text }
    case .body(let text): try write { $0.body = text }
    case .add(let text): try write { $0.body += ($0.body.isEmpty ? "" : "\n") + text }
    case .save: try save()
    case .cancel:
      guard let draft else { throw NoteRefusal.nothingOpen }
      self.draft = draft.saved.map { Draft($0) }
    case .close:
      draft = nil
    case .list(let deck, let words):
      try requireSaved()
      query = NoteBook.Query(
        subject: try book.subject(deck: deck, question: nil), words: words)
      (draft, pageNumber, isOutdated) = (nil, 1, true)
    case .nextPage: pageNumber = try state.page.turned(by: 1).number
    case .previousPage: pageNumber = try state.page.turned(by: -1).number
    case .open(let number):
      try requireSaved()
      draft = Draft(try notes.line(number))
    case .delete(let number):
      try requireSaved()
      let note = try notes.line(number)
      draft = nil
      try book.delete(note)
      message = .deleted
    }
  }

  private func save() throws {
    guard let open = draft else { throw NoteRefusal.nothingOpen }
    let note: StudyNote
    if let saved = open.saved {
      note = try book.change(saved, title: open.title, body: open.body)
    } else {
      guard let subject = open.subject else { throw NoteRefusal.noSubject }
      note = try book.add(about: subject, title: open.title, body: open.body)
    }
    draft = Draft(note)
    message = .saved
  }

  private func write(_ change: (inout Draft) -> Void) throws {
    guard var draft else { throw NoteRefusal.nothingOpen }
    change(&draft)
    self.draft = draft
  }

  private func requireSaved() throws {
    if draft?.isUnsaved == true { throw NoteRefusal.unsaved }
  }

  func shown() throws -> NotesState {
    if isOutdated { try findAgain() }
    return try NotesState(
      notes, query, pageNumber: pageNumber, note: draft.map(page), message: message, in: book,
      world: world)
  }

  /// Finds the notes anew, and puts away an open note that is gone.
  private func findAgain() throws {
    notes = try book.notes(query, among: list.value)
    if let open = draft, let saved = open.saved, !open.isUnsaved {
      draft = try book.note(saved.id).map { Draft($0) }
    }
    isOutdated = false
  }

  private func page(_ draft: Draft) throws -> NotesState.Page {
    let names = try book.names(of: draft.subject)
    return NotesState.Page(
      title: draft.title, body: draft.body, deck: names.deck, question: names.question,
      created: draft.saved.map { Stamp($0.createdAt, in: world.timeZone) },
      changed: draft.saved.map { Stamp($0.changedAt, in: world.timeZone) },
      unsaved: draft.isUnsaved)
  }
}

extension NotesState {
  /// What the list of `notes` looks like that `query` finds, and the note that is open.
  init(
    _ notes: [StudyNote], _ query: NoteBook.Query, pageNumber: Int, note: Page? = nil,
    message: Message? = nil, in book: NoteBook, world: World
  ) throws {
    let page = ListPage(pageNumber, total: notes.count)
    let filter = try book.names(of: query.subject)
    self.init(
      items: try page.positions(total: notes.count).map { position in
        Item(
          notes[position], number: position + 1, names: try book.names(of: notes[position].subject),
          world: world)
      },
      total: notes.count, page: page, deck: filter.deck, question: filter.question,
      query: query.words, note: note, message: message)
  }
}
