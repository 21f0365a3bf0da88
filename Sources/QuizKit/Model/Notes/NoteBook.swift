import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The notes in one store.
package final class NoteBook {
  /// An order of notes.
  package enum Order: String, Sendable {
    /// Last created first.
    case created
    /// Last changed first.
    case changed
  }

  /// A query for notes.
  package struct Query: Equatable, Sendable {
    /// Only notes about this subject; for a deck, also notes about its questions. `nil` for all
    /// notes.
    package var subject: NoteSubject?
    /// Words that must all occur in title or body, ignoring width, case and the kind of kana.
    package var words: String
    /// The order of the notes.
    package var order: Order
    /// The number of notes on a page.
    package var pageSize: Int

    /// Creates a query. Without arguments, it matches all notes.
    package init(
      subject: NoteSubject? = nil, words: String = "", order: Order = .created,
      pageSize: Int = ListPosition.size
    ) {
      self.pageSize = pageSize
      self.subject = subject
      self.words = words
      self.order = order
    }
  }

  /// Emits after a save that changed notes, decks, questions or exams.
  package var changes: Signal<Void> {
    store.saves.filter {
      $0.concerns(StudyNote.self) || $0.concerns(Deck.self) || $0.concerns(Question.self)
        || $0.concerns(Exam.self)
    }.map { _ in }
  }

  private let bank: QuestionBank
  private let store: StoreContext
  private let world: World

  /// Creates the notebook of the world's store.
  package init(bank: QuestionBank, world: World) {
    self.bank = bank
    store = world.unitOfWork(undo: true)
    self.world = world
  }

  /// All notes, updated after each save that changes them. A bank has few notes compared with
  /// questions, so reading all of them is cheap.
  func liveNotes() throws -> LiveQuery<[StudyNote]> {
    try LiveQuery(FetchDescriptor<StudyNote>(), in: store)
  }

  /// The notes that match `query`, in its order.
  package func notes(_ query: Query) throws -> [StudyNote] {
    try notes(query, among: store.fetch(FetchDescriptor<StudyNote>()))
  }

  /// The ones of `notes` that match `query`, in its order.
  func notes(_ query: Query, among notes: [StudyNote]) throws -> [StudyNote] {
    let words = SearchText.words(query.words)
    return try notes.filter { try isNote($0, about: query.subject) }
      .filter { note in
        let text = words.isEmpty ? "" : SearchText.folded(note.searchedText)
        return words.allSatisfy { text.contains($0) }
      }
      .sorted { left, right in
        switch query.order {
        case .created: (left.createdAt, left.id) > (right.createdAt, right.id)
        case .changed: (left.changedAt, left.id) > (right.changedAt, right.id)
        }
      }
  }

  /// The note with this identifier; `nil` when it was deleted.
  package func note(_ id: Identifier<StudyNote>) throws -> StudyNote? {
    try store.record(for: id)
  }

  /// The title and the text that a learner writes, and the pictures attached to them.
  package struct Content {
    package var title = ""
    package var body = ""
    package var pictures = Pictures()
    /// The pictures whose bytes are not in the bank yet.
    package var new: [PictureIntake.NewPicture] = []

    package init(title: String = "", body: String = "") { (self.title, self.body) = (title, body) }
  }

  /// Saves a new note. Without a subject, the note is not about anything in the bank.
  ///
  /// - Throws: ``NoteRefusal/empty``; ``SaveFailure``. Nothing is then saved.
  package func add(about subject: NoteSubject?, _ content: Content) throws -> StudyNote {
    let content = try Self.checked(content)
    var note = StudyNote(
      about: subject, title: content.title, body: content.body, pictures: content.pictures,
      createdAt: world.now())
    try store.saving(.registration) {
      try store.store.attachments.keep(content.new)
      note.id = store.insert(note)
    }
    note.id = store.resolve(note.id)
    return note
  }

  /// Saves another content for `note`.
  ///
  /// - Throws: ``NoteRefusal/empty``; ``SaveFailure``, also when the note has been changed
  ///   elsewhere. Nothing is then saved.
  package func change(_ note: StudyNote, to content: Content) throws -> StudyNote {
    let content = try Self.checked(content)
    var changed = note
    changed.title = content.title
    changed.body = content.body
    changed.pictures = content.pictures
    changed.changedAt = world.now()
    try store.saving(.edit) {
      try store.store.attachments.keep(content.new)
      try store.update(changed, from: note)
    }
    return changed
  }

  /// Deletes notes. The trash keeps them.
  ///
  /// - Throws: ``DeletionFailure``; the notes are then still there.
  package func delete(_ notes: [StudyNote]) throws {
    try store.deleting(in: world) { try $0.delete(notes.map(\.id)) }
  }

  // MARK: Subjects of notes

  /// The subject with this deck name and question number; `nil` when neither is given. Without a
  /// deck, the number counts in the selected deck, or in the whole bank if no deck is selected.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``ListRefusal/noSuchLine(number:count:)``;
  ///   errors of the store.
  package func subject(deck name: String?, question number: Int?) throws -> NoteSubject? {
    let deck = try name.map { try bank.deck(named: $0) }
    guard let number else { return deck.map { .deck($0.id) } }
    let place = try deck ?? bank.selectedDeck.map { try bank.deck(named: $0) }
    let questions =
      if let deck = place { try store.records(whose: \Question.deckID, is: deck.id).map(\.id) } else
      {
        try store.identifiers(FetchDescriptor<Question>())
      }
    return .question(try questions.line(number))
  }

  /// The default subject of a new note: the selected deck, or `nil` when none is selected.
  ///
  /// - Throws: Errors of the store.
  package func usualSubject() throws -> NoteSubject? {
    try subject(deck: bank.selectedDeck, question: nil)
  }

  /// The names of the subject of a note.
  package struct Names: Equatable, Sendable {
    /// The deck of the note or of its question.
    package var deck: String?
    /// The question's text.
    package var question: String?
    /// The exam.
    package var exam: String?
  }

  /// The deck's name and the question's text for a subject, or the exam's name.
  package func names(of subject: NoteSubject?) throws -> Names {
    switch subject {
    case .deck(let id):
      return Names(deck: try store.record(for: id)?.name)
    case .question(let id):
      guard let question = try store.record(for: id) else { return Names() }
      return Names(
        deck: try store.record(for: question.deckID)?.name, question: question.content.text)
    case .exam(let id):
      return Names(exam: try store.record(for: id)?.name)
    case nil:
      return Names()
    }
  }

  /// `subject` if it still exists; `nil` when it was deleted.
  func existing(_ subject: NoteSubject?) throws -> NoteSubject? {
    let isThere =
      switch subject {
      case .deck(let id): try store.record(for: id) != nil
      case .question(let id): try store.record(for: id) != nil
      case .exam(let id): try store.record(for: id) != nil
      case nil: true
      }
    return isThere ? subject : nil
  }

  private func isNote(_ note: StudyNote, about subject: NoteSubject?) throws -> Bool {
    switch subject {
    case nil: return true
    case .question(let id): return note.questionID == id
    case .exam(let id): return note.examID == id
    case .deck(let id):
      if note.deckID == id { return true }
      return try note.questionID.flatMap { try store.record(for: $0) }?.deckID == id
    }
  }

  private static func checked(_ content: Content) throws(NoteRefusal) -> Content {
    var content = content
    content.title = content.title.trimmingCharacters(in: .whitespacesAndNewlines)
    content.body = content.body.trimmingCharacters(in: .whitespacesAndNewlines)
    if content.title.isEmpty, content.body.isEmpty, content.pictures.isEmpty { throw .empty }
    // One may have been taken off again.
    let named = Set(content.pictures.attachments.map(\.digest))
    content.new.removeAll { !named.contains($0.attachment.digest) }
    return content
  }

  // MARK: Pictures

  /// Reads a picture that is to be attached to a note.
  ///
  /// - Throws: ``UserFileError``; ``NoteRefusal/noPicture(_:_:)``.
  package func picture(at path: String) throws -> PictureIntake.NewPicture {
    if let status = try world.files.status(of: path) {
      if status.kind != .regular { throw UserFileError(path: path, .kind(status.kind)) }
      if status.size > Attachment.mostBytes {
        throw UserFileError(path: path, .tooLarge(Attachment.mostBytes))
      }
    }
    let (name, bytes) = (FileName.last(of: path), try world.files.bytes(of: path))
    do throws(PictureIntake.Refusal) {
      return try PictureIntake.NewPicture(bytes, named: name)
    } catch {
      throw NoteRefusal.noPicture(name, error.reason)
    }
  }

  /// The pictures of a note as a screen lists them.
  package func shown(_ content: Content) -> [ShownPicture] {
    bank.pictures.shown(content.pictures, new: content.new)
  }

  /// Opens a picture of a note in a program of the user's.
  ///
  /// - Parameter number: its number on the screen, from 1; `nil` for the first one.
  package func open(_ number: Int?, of content: Content) throws {
    try bank.pictures.open(number, of: content.pictures, new: content.new)
  }
}

extension NoteBook.Content {
  /// The content of a saved note.
  package init(_ note: StudyNote) {
    (title, body, pictures) = (note.title, note.body, note.pictures)
  }
}

extension StudyNote {
  /// The texts of the note: its own, and those of its pictures.
  fileprivate var searchedText: String {
    ([title, body] + pictures.all.flatMap { [$0.label, $0.name] }).joined(separator: "\n")
  }
}

/// Why a command for notes was refused.
package enum NoteRefusal: ReportableError, Equatable {
  /// Title and body are both blank.
  case empty
  /// No note is open.
  case nothingOpen
  /// The open note has unsaved changes.
  case unsaved
  /// The note has not been changed elsewhere.
  case noConflict
  /// The file with this name cannot be attached.
  case noPicture(String, Reason)
  /// The note has as many pictures as it may have.
  case tooManyPictures

  package var message: Message {
    switch self {
    case .empty:
      Message("empty-note", "The note is still empty.", "題名か本文を入力してください。")
    case .nothingOpen:
      Message(
        "no-note-open", "No note is open.", "開いているメモがありません。")
    case .unsaved:
      Message(
        "unsaved-note", "The open note is not saved.", "開いているメモが保存されていません。")
    case .noConflict:
      Message(
        EditingRefusal.noConflict.code, "Nothing else has changed this note.",
        "ほかに変更はありません。")
    case .noPicture(let name, let reason):
      Message(
        "attachment-refused",
        Reason("\(name) cannot be attached", "\(name) は添付できません") + reason)
    case .tooManyPictures:
      Message(
        "too-many-attachments", "A note has at most \(StudyNote.mostPictures) pictures.",
        "1 件のメモに添付できる画像は \(StudyNote.mostPictures) 枚までです。")
    }
  }
}
