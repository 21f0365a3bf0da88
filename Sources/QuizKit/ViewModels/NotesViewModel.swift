import Foundation
import QuizStore
import QuizSupport
import Signals

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
package final class NotesViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<NotesCommand, NotesState>

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
    (self.book, self.query, self.world) = (book, query, world)
    page = ListPosition(1, total: 0, size: query.pageSize)
    list = try book.liveNotes()
    notes = try book.notes(query, among: list.value)
    core = ScreenCore(try NotesState(notes, query, page: page, in: book, world: world))
    core.start(self)
    let changes = Signal.merge(list.results.skip(first: 1).map { _ in }, book.changes)
    // Before the core, which shows the notes.
    changes.observe { [unowned self] in isOutdated = true }.disposed(by: bag)
    core.follow(changes)
    core.refuse(list.failures)
  }

  func perform(_ command: NotesCommand) throws {
    do {
      try carryOut(command)
    } catch let failure as SaveFailure {
      try core.fail(failure)
    }
    core.changed()
  }

  private func carryOut(_ command: NotesCommand) throws {
    switch command {
    case .new(let deck, let question):
      try requireSaved()
      let named = try book.subject(deck: deck, question: question)
      editor = NoteEditor(about: try named ?? query.subject ?? book.usualSubject(), in: book)
    case .title(let text): try opened().title = text
    case .body(let text): try opened().body = text
    case .add(let text):
      let editor = try opened()
      editor.body += (editor.body.isEmpty ? "" : "\n") + text
    case .save:
      try opened().save()
      core.message = .saved
    case .overwrite:
      try contested().overwrite()
      core.message = .saved
    case .reload: editor = try contested().theirs.map { NoteEditor($0, in: book) }
    case .keepBoth:
      try contested().keepBoth()
      core.message = .registered
    case .cancel: editor = try opened().saved.map { NoteEditor($0, in: book) }
    case .close: editor = nil
    case .list(let deck, let words, let order, let pageSize):
      try requireSaved()
      query = NoteBook.Query(
        subject: try book.subject(deck: deck, question: nil), words: words, order: order)
      (editor, isOutdated) = (nil, true)
      page = ListPosition(1, total: 0, size: pageSize)
    case .move(let move): try core.perform(move, in: &page, total: state.total)
    case .open(let number):
      try requireSaved()
      editor = NoteEditor(try notes.line(number), in: book)
    case .delete(let numbers):
      try requireSaved()
      let chosen = try notes.lines(numbers)
      editor = nil
      try book.delete(chosen)
      core.message = .deleted
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

  func shown() throws -> NotesState {
    if isOutdated { try findAgain() }
    return try NotesState(
      notes, query, page: page, note: editor.map(shown), message: core.message, in: book,
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
      title: note.title, body: note.body, deck: names.deck, question: names.question,
      exam: names.exam, createdAt: note.saved.map { Stamp($0.createdAt, in: world.timeZone) },
      changedAt: note.saved.map { Stamp($0.changedAt, in: world.timeZone) },
      unsaved: note.isUnsaved,
      theirs: note.theirs.map { NotesState.Version(title: $0.title, body: $0.body) })
  }
}
