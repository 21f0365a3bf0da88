import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

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
    /// The pictures of the note. Not encoded, because they are opened from the open note.
    package var pictures: [ShownPicture]

    private enum CodingKeys: CodingKey {
      case number, title, preview, deck, question, exam, createdAt, changedAt
    }

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
    /// The pictures that are attached to it.
    package var pictures: [ShownPicture]
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
    /// The pictures that are attached to it.
    package var pictures: [ShownPicture]
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
  /// The line for `note`.
  init(_ note: StudyNote, number: Int, in book: NoteBook, world: World) throws {
    let names = try book.names(of: note.subject)
    self.number = number
    title = note.title
    preview = Self.preview(of: note.body)
    deck = names.deck
    question = names.question
    exam = names.exam
    createdAt = Stamp(note.createdAt, in: world.timeZone)
    changedAt = Stamp(note.changedAt, in: world.timeZone)
    pictures = book.shown(NoteBook.Content(note))
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
        try Item(notes[position], number: position + 1, in: book, world: world)
      },
      total: notes.count, page: page, deck: filter.deck, question: filter.question,
      exam: filter.exam, query: query.words, note: note, message: message)
  }
}

extension ScreenName {
  /// The learner's notes.
  package static let notes = ScreenName(rawValue: "notes")
}

/// The commands of the notes screen.
package enum NotesCommand: Equatable, Sendable {
  /// Begin a note on a deck, or on question number N of it, from 1. Without either, on the subject
  /// of the list or else on the selected deck. When there is none of these, the note has no
  /// subject.
  case new(deck: String?, question: Int?)
  /// Set the title of the open note.
  case title(String)
  /// Replace the body of the open note.
  case body(String)
  /// Append a line to the open note.
  case add(String)
  /// Attach the picture in a file to the open note. What it shows may be said.
  case attach(String, shows: String?)
  /// Attach the picture in a file to the note with this number in the list, from 1, and save it.
  case attachTo(Int, String, shows: String?)
  /// Take the picture with this number, from 1, off the open note.
  case detach(Int)
  /// Open the picture of the open note with this number, from 1; without one, the first.
  case picture(Int?)
  /// Save the open note.
  case save
  /// Save the open note over another program's change.
  case overwrite
  /// Drop the open note's text and show another program's change.
  case reload
  /// Save the open note as a new one.
  case keepBoth
  /// Drop the changes since the last save.
  case cancel
  /// Close the open note and show the list.
  case close
  /// List the notes of a deck, those that contain some words, or all.
  case list(
    deck: String?, words: String, order: NoteBook.Order = .created,
    pageSize: Int = ListPosition.size)
  /// Move through the list.
  case move(ListMove)
  /// Open the note with this number in the list, from 1.
  case open(Int)
  /// Delete the notes with these numbers in the list, from 1.
  case delete(LineNumbers)
}

/// The route to the notes that a query finds.
package typealias NotesRoute = ScreenRoute<NotesState, NoteBook.Query>

/// The notes screen: a list that follows every save, and one open note.
package final class NotesViewModel: ScreenModel<NotesCommand, NotesState> {
  private let book: NoteBook
  private let world: World
  private var query: NoteBook.Query
  private let list: LiveQuery<[StudyNote]>
  /// The notes that the query finds, in its order.
  private var notes: [StudyNote]
  /// Whether the query or the bank has changed since ``notes`` was found.
  private var isOutdated = false
  private var page: ListPosition
  private var editor: NoteEditor?
  private let bag = DisposeBag()

  /// Creates the screen with the notes of a query.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(book: NoteBook, query: NoteBook.Query = NoteBook.Query(), world: World) throws {
    self.book = book
    self.query = query
    self.world = world
    page = ListPosition(1, total: 0, size: query.pageSize)
    list = try book.liveNotes()
    notes = try book.notes(query, among: list.value)
    super.init(try NotesState(notes, query, page: page, in: book, world: world))
    let changes = Signal.merge(list.results.skip(first: 1).map { _ in }, book.changes)
    // Before the first state, which shows the notes.
    changes.observe { [unowned self] in isOutdated = true }.disposed(by: bag)
    follow(changes)
    refuse(list.failures)
  }

  override func perform(_ command: NotesCommand) throws {
    do {
      try carryOut(command)
    } catch let failure as SaveFailure {
      try fail(failure)
    }
    changed()
  }

  private func carryOut(_ command: NotesCommand) throws {
    switch command {
    case .new(let deck, let question):
      try requireSaved()
      let named = try book.subject(deck: deck, question: question)
      editor = NoteEditor(about: try named ?? query.subject ?? book.usualSubject(), in: book)
    case .title(let text): try opened().content.title = text
    case .body(let text): try opened().content.body = text
    case .add(let text):
      let editor = try opened()
      editor.content.body += (editor.content.body.isEmpty ? "" : "\n") + text
    case .attach(let path, let shows): try opened().attach(path, shows: shows)
    case .attachTo(let number, let path, let shows):
      try requireSaved()
      let chosen = NoteEditor(try notes.line(number), in: book)
      try chosen.attach(path, shows: shows)
      editor = chosen
      try chosen.save()
      message = .saved
    case .detach(let number): try opened().detach(number)
    case .picture(let number):
      guard let editor else { throw PictureRefusal.none }
      keepMessage()
      try book.open(number, of: editor.content)
    case .save:
      try opened().save()
      message = .saved
    case .overwrite:
      try contested().overwrite()
      message = .saved
    case .reload: editor = try contested().theirs.map { NoteEditor($0, in: book) }
    case .keepBoth:
      try contested().keepBoth()
      message = .registered
    case .cancel: editor = try opened().saved.map { NoteEditor($0, in: book) }
    case .close: editor = nil
    case .list(let deck, let words, let order, let pageSize):
      try requireSaved()
      query = NoteBook.Query(
        subject: try book.subject(deck: deck, question: nil), words: words, order: order)
      (editor, isOutdated) = (nil, true)
      page = ListPosition(1, total: 0, size: pageSize)
    case .move(let move): try perform(move, in: &page, total: state.total)
    case .open(let number):
      try requireSaved()
      editor = NoteEditor(try notes.line(number), in: book)
    case .delete(let numbers):
      try requireSaved()
      let chosen = try notes.lines(numbers)
      editor = nil
      try book.delete(chosen)
      message = .deleted
    }
  }

  private func opened() throws(NoteRefusal) -> NoteEditor {
    guard let editor else { throw .nothingOpen }
    return editor
  }

  /// The open note, if saving it ended in a conflict.
  private func contested() throws(NoteRefusal) -> NoteEditor {
    let editor = try opened()
    guard editor.isContested else { throw .noConflict }
    return editor
  }

  private func requireSaved() throws {
    if editor?.isUnsaved == true { throw NoteRefusal.unsaved }
  }

  override func shown() throws -> NotesState {
    if isOutdated { try findAgain() }
    return try NotesState(
      notes, query, page: page, note: editor.map(shown), message: message, in: book,
      world: world)
  }

  /// Runs the query again, and closes an open note that was deleted and has no unsaved changes.
  private func findAgain() throws {
    notes = try book.notes(query, among: list.value)
    if let editor, let saved = editor.saved, !editor.isUnsaved {
      self.editor = try book.note(saved.id).map { NoteEditor($0, in: book) }
    }
    isOutdated = false
  }

  private func shown(_ note: NoteEditor) throws -> NotesState.Page {
    let names = try book.names(of: note.subject)
    return NotesState.Page(
      title: note.content.title, body: note.content.body, deck: names.deck,
      question: names.question,
      exam: names.exam, createdAt: note.saved.map { Stamp($0.createdAt, in: world.timeZone) },
      changedAt: note.saved.map { Stamp($0.changedAt, in: world.timeZone) },
      pictures: book.shown(note.content), unsaved: note.isUnsaved,
      theirs: note.theirs.map { theirs in
        NotesState.Version(
          title: theirs.title, body: theirs.body, pictures: book.shown(NoteBook.Content(theirs)))
      })
  }
}

/// Reads and writes one note, which may be new, and saves it in the book.
final class NoteEditor {
  /// The note as it was last saved; `nil` for a new note.
  private(set) var saved: StudyNote?
  /// The current title, body and pictures.
  var content = NoteBook.Content()
  /// The deck, question or exam that the note is about.
  private(set) var subject: NoteSubject?
  /// Whether saving failed because the note was changed or deleted after it was opened.
  private(set) var isContested = false
  /// After a conflict, the note that is stored now; `nil` without a conflict, or when the note was
  /// deleted.
  private(set) var theirs: StudyNote?

  private let book: NoteBook

  /// Opens a note.
  init(_ note: StudyNote, in book: NoteBook) {
    self.book = book
    take(note)
  }

  /// Begins a note.
  init(about subject: NoteSubject?, in book: NoteBook) {
    (self.book, self.subject) = (book, subject)
  }

  /// Whether the note differs from the last saved version.
  var isUnsaved: Bool {
    let known = saved.map(NoteBook.Content.init) ?? NoteBook.Content()
    return content.title != known.title || content.body != known.body
      || content.pictures != known.pictures
  }

  /// Attaches the picture in a file, unless the note has it.
  ///
  /// - Parameter shows: A description of the picture; `nil` for none.
  /// - Throws: ``UserFileError``; ``NoteRefusal``.
  func attach(_ path: String, shows: String?) throws {
    guard content.pictures.all.count < StudyNote.mostPictures else {
      throw NoteRefusal.tooManyPictures
    }
    let new = try book.picture(at: path)
    let known = content.pictures.attachments.map(\.digest)
    guard !known.contains(new.attachment.digest) else { return }
    let label = shows.map(FieldText.make)?.unlessEmpty ?? new.attachment.name
    content.pictures.add(Picture(label: label, new.attachment))
    content.new.append(new)
  }

  /// Takes the picture with this number, from 1, off the note.
  ///
  /// - Throws: ``PictureRefusal``.
  func detach(_ number: Int) throws(PictureRefusal) {
    let count = content.pictures.all.count
    guard count > 0 else { throw .none }
    guard (1...count).contains(number) else { throw .noSuchPicture(number, count: count) }
    content.pictures.all.remove(at: number - 1)
  }

  /// Saves the note. If its subject was deleted since the note was begun, the note is kept without
  /// one.
  ///
  /// - Throws: ``SaveFailure``. After a conflict, try ``overwrite()`` or ``keepBoth()``.
  func save() throws {
    if let saved { return try save(over: saved) }
    take(try book.add(about: try book.existing(subject), content))
  }

  /// After a conflict, saves the note over ``theirs``.
  ///
  /// - Throws: ``SaveFailure``.
  func overwrite() throws {
    guard let theirs else { throw SaveFailure.notFound(StudyNote.name) }
    try save(over: theirs)
  }

  /// After a conflict, saves the note as a new one.
  ///
  /// - Throws: ``SaveFailure``.
  func keepBoth() throws {
    take(try book.add(about: try book.existing(subject), content))
  }

  private func save(over note: StudyNote) throws {
    do {
      take(try book.change(note, to: content))
    } catch {
      switch error {
      case SaveFailure.conflict, SaveFailure.notFound:
        isContested = true
        theirs = try book.note(note.id)
      default: break
      }
      throw error
    }
  }

  private func take(_ note: StudyNote) {
    saved = note
    subject = note.subject
    content = NoteBook.Content(note)
    (isContested, theirs) = (false, nil)
  }
}
