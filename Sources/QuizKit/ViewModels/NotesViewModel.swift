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
  private var page: ListPage
  private var draft: NoteDraft?
  private var message: Message?
  private let bag = DisposeBag()

  /// Creates the screen with the notes of a query.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(book: NoteBook, query: NoteBook.Query = NoteBook.Query(), world: World) throws {
    (self.book, self.query, self.world) = (book, query, world)
    page = ListPage(1, total: 0, size: query.pageSize)
    list = try book.liveNotes()
    notes = try book.notes(query, among: list.value)
    core = ScreenCore(try NotesState(notes, query, page: page, in: book, world: world))
    core.start(self)
    let changes = Signal.merge(list.results.skip(first: 1).map { _ in }, book.changes)
    // Before the core, which shows the notes.
    changes.observe { [unowned self] in isOutdated = true }.disposed(by: bag)
    core.follow(changes) { [unowned self] in message = nil }
    core.refuse(list.failures)
  }

  func perform(_ command: NotesCommand) throws {
    // Showing other lines is no answer to what the message says.
    if case .show = command {} else { message = nil }
    do {
      try carryOut(command)
      core.changed()
    } catch {
      message = nil
      if let failure = error as? SaveFailure {
        message = failure.message
        core.changed()
      }
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
    case .overwrite:
      guard let theirs = try contested().theirs else {
        throw SaveFailure.notFound(StudyNote.name)
      }
      try save(over: theirs)
    case .reload: draft = try contested().theirs.map { NoteDraft($0) }
    case .keepBoth:
      let open = try contested()
      draft = NoteDraft(
        try book.add(
          about: try book.existing(open.subject), title: open.title, body: open.body))
      message = .registered
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
    if let saved = open.saved { return try save(over: saved) }
    draft = NoteDraft(try book.add(about: open.subject, title: open.title, body: open.body))
    message = .saved
  }

  /// Saves the open note over a version of it.
  private func save(over note: StudyNote) throws {
    guard let open = draft else { throw NoteRefusal.nothingOpen }
    do {
      draft = NoteDraft(try book.change(note, title: open.title, body: open.body))
    } catch {
      switch error {
      case SaveFailure.conflict, SaveFailure.notFound:
        draft?.isContested = true
        draft?.theirs = try book.note(note.id)
      default: break
      }
      throw error
    }
    message = .saved
  }

  /// The open note, if saving it ended in a conflict.
  private func contested() throws(NoteRefusal) -> NoteDraft {
    guard let draft else { throw .nothingOpen }
    guard draft.isContested else { throw .noConflict }
    return draft
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
      unsaved: draft.isUnsaved,
      theirs: draft.theirs.map { NotesState.Version(title: $0.title, body: $0.body) })
  }
}
