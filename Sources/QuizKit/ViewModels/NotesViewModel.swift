import Foundation
import Signals

extension ScreenName {
  /// The learner's notes.
  public static let notes = ScreenName(rawValue: "notes")
}

/// The state of the notes screen: the list of notes, and the open note.
public struct NotesState: ScreenState {
  public static let screen = ScreenName.notes

  /// One note in the list.
  public struct Item: Encodable, Equatable, Sendable {
    /// The note's number in the list, from 1.
    public var number: Int
    /// The title; may be empty.
    public var title: String
    /// The beginning of the body on one line, at most ``previewLength`` characters, then "…".
    public var preview: String
    /// The deck of the note or of its question; `nil` if both were deleted.
    @Nullable public var deck: String?
    /// The question that the note is about; `nil` for a note about a deck.
    @Nullable public var question: String?
    /// The exam that the note is about; `nil` for a note about something else.
    @Nullable public var exam: String?
    /// When the note was first saved.
    public var created: Stamp
    /// When the note was last saved.
    public var changed: Stamp

    /// The length of a preview, in characters.
    static let previewLength = 40
  }

  /// The open note.
  public struct Page: Encodable, Equatable, Sendable {
    /// The current title.
    public var title: String
    /// The current body.
    public var body: String
    /// The deck of the note or of its question.
    @Nullable public var deck: String?
    /// The question that the note is about; `nil` for a note about a deck.
    @Nullable public var question: String?
    /// The exam that the note is about; `nil` for a note about something else.
    @Nullable public var exam: String?
    /// When the note was first saved; `nil` for a new note.
    @Nullable public var created: Stamp?
    /// When the note was last saved; `nil` for a new note.
    @Nullable public var changed: Stamp?
    /// Whether the note has unsaved changes.
    public var unsaved: Bool
  }

  /// The lines of the current page.
  public var items: [Item]
  /// The number of notes in the whole list.
  public var total: Int
  /// The current page of the list.
  public var page: ListPage
  /// The deck that the list is limited to, or the deck of ``question``; `nil` for all decks.
  @Nullable public var deck: String?
  /// The question that the list is limited to; `nil` for all.
  @Nullable public var question: String?
  /// The exam that the list is limited to; `nil` for all.
  @Nullable public var exam: String?
  /// The words that the list was searched for; empty without a search.
  public var query: String
  /// The open note; `nil` while the list is shown.
  @Nullable public var note: Page?
  /// The message about the last command.
  @Nullable public var message: Message?

  public var isUnsaved: Bool { note?.unsaved ?? false }
}

extension NotesState.Item {
  /// The line for `note`. `names` are those of what it is about.
  init(_ note: StudyNote, number: Int, names: NoteBook.Names, world: World) {
    self.number = number
    title = note.title
    preview = Self.preview(of: note.body)
    deck = names.deck
    question = names.question
    exam = names.exam
    created = Stamp(note.createdAt, in: world.timeZone)
    changed = Stamp(note.changedAt, in: world.timeZone)
  }

  /// The first characters of `body`, with each run of white space as one space. Ends in "…" when
  /// something is left out.
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

/// The commands of the notes screen.
public enum NotesCommand: Equatable, Sendable {
  /// Begin a note on a deck, or on question number N of it, from 1. Without either, on the subject
  /// of the list or else on the selected deck. When there is none of these, the note stands alone.
  case new(deck: String?, question: Int?)
  /// Set the title of the open note.
  case title(String)
  /// Replace the body of the open note.
  case body(String)
  /// Append a line to the open note.
  case add(String)
  /// Save the open note.
  case save
  /// Drop the changes since the last save.
  case cancel
  /// Close the open note and show the list.
  case close
  /// List the notes of a deck, those with some words, or all.
  case list(
    deck: String?, words: String, order: NoteBook.Order = .created, pageSize: Int = ListPage.size)
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
  /// Show these lines of the list instead of a page.
  case show(ListWindow)
  /// Open the note with this number in the list, from 1.
  case open(Int)
  /// Delete the notes with these numbers in the list, from 1.
  case delete(LineNumbers)
}

/// The route to the notes that a query finds.
public typealias NotesRoute = ScreenRoute<NotesState, NoteBook.Query>

/// The notes screen: a list that follows every save, and one open note.
public final class NotesViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<NotesCommand, NotesState>

  private let book: NoteBook
  private let world: World
  private var query: NoteBook.Query
  private let list: LiveQuery<[StudyNote]>
  /// The notes that the query finds, in its order.
  private var notes: [StudyNote]
  /// Whether the query or the bank has changed since ``notes`` was found.
  private var isOutdated = false
  private var page: ListPage
  private var draft: NoteDraft?
  private var message: Message?

  /// Creates the screen with the notes of a query.
  ///
  /// - Throws: The store's error when it cannot be read.
  public init(book: NoteBook, query: NoteBook.Query = NoteBook.Query(), world: World) throws {
    (self.book, self.query, self.world) = (book, query, world)
    page = ListPage(1, total: 0, size: query.pageSize)
    list = try book.liveNotes()
    notes = try book.notes(query, among: list.value)
    core = ScreenCore(try NotesState(notes, query, page: page, in: book, world: world))
    core.start(self)
    core.follow(
      .merge(list.results.skip(first: 1).map { _ in }, book.changes)
        .map { [unowned self] in isOutdated = true }
    ) { [unowned self] in message = nil }
    core.refuse(list.failures.map { $0 })
  }

  func perform(_ command: NotesCommand) throws {
    // Showing other lines is no answer to what the message says.
    if case .show = command {} else { message = nil }
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
      draft = NoteDraft(about: try named ?? query.subject ?? book.usualSubject())
    case .title(let text): try write { $0.title = text }
    case .body(let text): try write { $0.body = text }
    case .add(let text): try write { $0.body += ($0.body.isEmpty ? "" : "\n") + text }
    case .save: try save()
    case .cancel:
      guard let draft else { throw NoteRefusal.nothingOpen }
      self.draft = draft.saved.map { NoteDraft($0) }
    case .close:
      draft = nil
    case .list(let deck, let words, let order, let pageSize):
      try requireSaved()
      query = NoteBook.Query(
        subject: try book.subject(deck: deck, question: nil), words: words, order: order)
      (draft, isOutdated) = (nil, true)
      page = ListPage(1, total: 0, size: pageSize)
    case .nextPage: page = try state.page.turned(by: 1)
    case .previousPage: page = try state.page.turned(by: -1)
    case .show(let window): page = page.showing(window, total: state.total)
    case .open(let number):
      try requireSaved()
      draft = NoteDraft(try notes.line(number))
    case .delete(let numbers):
      try requireSaved()
      let chosen = try notes.lines(numbers)
      draft = nil
      try book.delete(chosen)
      message = .deleted
    }
  }

  private func save() throws {
    guard let open = draft else { throw NoteRefusal.nothingOpen }
    let note: StudyNote
    if let saved = open.saved {
      note = try book.change(saved, title: open.title, body: open.body)
    } else {
      note = try book.add(about: open.subject, title: open.title, body: open.body)
    }
    draft = NoteDraft(note)
    message = .saved
  }

  private func write(_ change: (inout NoteDraft) -> Void) throws {
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
      notes, query, page: page, note: draft.map(opened), message: message, in: book,
      world: world)
  }

  /// Runs the query again, and closes an open note that was deleted and has no unsaved changes.
  private func findAgain() throws {
    notes = try book.notes(query, among: list.value)
    if let open = draft, let saved = open.saved, !open.isUnsaved {
      draft = try book.note(saved.id).map { NoteDraft($0) }
    }
    isOutdated = false
  }

  private func opened(_ draft: NoteDraft) throws -> NotesState.Page {
    let names = try book.names(of: draft.subject)
    return NotesState.Page(
      title: draft.title, body: draft.body, deck: names.deck, question: names.question,
      exam: names.exam, created: draft.saved.map { Stamp($0.createdAt, in: world.timeZone) },
      changed: draft.saved.map { Stamp($0.changedAt, in: world.timeZone) },
      unsaved: draft.isUnsaved)
  }
}

extension NotesState {
  /// The state for the `notes` found by `query` and the open note.
  init(
    _ notes: [StudyNote], _ query: NoteBook.Query, page: ListPage, note: Page? = nil,
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
