import Signals

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
public final class NotesViewModel: ViewModel {
  public let commands = PublishSubject<NotesCommand>()
  public var states: Signal<NotesState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: NotesState

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
  private var notes: [StudyNote] = []
  private var pageNumber = 1
  private var draft: Draft?
  private var message: Message?
  /// Whether a command is being carried out, whose state comes out once, at its end.
  private var isPerforming = false
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen with the notes of a query.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(book: NoteBook, query: NoteBook.Query = NoteBook.Query(), world: World) throws {
    self.book = book
    self.query = query
    self.world = world
    notes = try book.notes(query)
    let filter = try book.names(of: query.subject)
    _state = Observed(
      wrappedValue: NotesState(
        items: [], total: 0, page: ListPage(1, total: 0), deck: filter.deck,
        question: filter.question, query: query.words, note: nil, message: nil))
    state = try shown()
    book.changes.observe { [unowned self] in
      attempt {
        try reload()
        if !isPerforming { state = try shown() }
      }
    }.disposed(by: bag)
    commands.signal.observe { [unowned self] command in
      attempt {
        message = nil
        isPerforming = true
        defer { isPerforming = false }
        try perform(command)
        state = try shown()
      }
    }.disposed(by: bag)
  }

  private func perform(_ command: NotesCommand) throws {
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
      draft = nil
      pageNumber = 1
      try reload()
    case .nextPage: try turn(to: pageNumber + 1)
    case .previousPage: try turn(to: pageNumber - 1)
    case .open(let number):
      try requireSaved()
      draft = Draft(try note(number))
    case .delete(let number):
      try requireSaved()
      // Said before the save, whose change of the list shows it.
      let note = try note(number)
      message = .deleted
      draft = nil
      try book.delete(note)
    }
  }

  private func save() throws {
    guard let open = draft else { throw NoteRefusal.nothingOpen }
    message = .saved
    let note: StudyNote
    if let saved = open.saved {
      note = try book.change(saved, title: open.title, body: open.body)
    } else {
      guard let subject = open.subject else { throw NoteRefusal.noSubject }
      note = try book.add(about: subject, title: open.title, body: open.body)
    }
    draft = Draft(note)
  }

  private func write(_ change: (inout Draft) -> Void) throws {
    guard var draft else { throw NoteRefusal.nothingOpen }
    change(&draft)
    self.draft = draft
  }

  private func requireSaved() throws {
    if draft?.isUnsaved == true { throw NoteRefusal.unsaved }
  }

  private func note(_ number: Int) throws -> StudyNote {
    guard notes.indices.contains(number - 1) else {
      throw ListRefusal.noSuchLine(number: number, count: notes.count)
    }
    return notes[number - 1]
  }

  private func turn(to number: Int) throws {
    if number < 1 { throw ListRefusal.firstPage }
    if number > state.page.count { throw ListRefusal.lastPage }
    pageNumber = number
  }

  /// Reads the list anew, and puts away an open note that is gone.
  private func reload() throws {
    notes = try book.notes(query)
    if let open = draft, let saved = open.saved, !open.isUnsaved {
      draft = try book.note(saved.id).map { Draft($0) }
    }
  }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      message = nil
      refused.emit(UnexpectedError.reportable(error))
    }
  }

  private func shown() throws -> NotesState {
    let page = ListPage(pageNumber, total: notes.count)
    let filter = try book.names(of: query.subject)
    return NotesState(
      items: try page.positions(total: notes.count).map { position in
        NotesState.Item(
          notes[position], number: position + 1, names: try book.names(of: notes[position].subject),
          world: world)
      },
      total: notes.count, page: page, deck: filter.deck, question: filter.question,
      query: query.words, note: try draft.map(shown), message: message)
  }

  private func shown(_ draft: Draft) throws -> NotesState.Page {
    let names = try book.names(of: draft.subject)
    return NotesState.Page(
      title: draft.title, body: draft.body, deck: names.deck, question: names.question,
      created: draft.saved.map { Stamp($0.createdAt, in: world.timeZone) },
      changed: draft.saved.map { Stamp($0.changedAt, in: world.timeZone) },
      unsaved: draft.isUnsaved)
  }
}
