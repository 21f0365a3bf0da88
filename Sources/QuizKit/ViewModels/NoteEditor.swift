import QuizStore

/// Reads and writes one note, which may be new, and saves it in the book.
final class NoteEditor {
  /// The note as it was last saved; `nil` for a new note.
  private(set) var saved: StudyNote?
  /// The current title and body.
  var title = ""
  var body = ""
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
  var isUnsaved: Bool { title != saved?.title ?? "" || body != saved?.body ?? "" }

  /// Saves the note. If its subject was deleted since the note was begun, the note is kept without
  /// one.
  ///
  /// - Throws: ``SaveFailure``. After a conflict, try ``overwrite()`` or ``keepBoth()``.
  func save() throws {
    if let saved { return try save(over: saved) }
    take(try book.add(about: try book.existing(subject), title: title, body: body))
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
    take(try book.add(about: try book.existing(subject), title: title, body: body))
  }

  private func save(over note: StudyNote) throws {
    do {
      take(try book.change(note, title: title, body: body))
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
    (saved, subject, title, body) = (note, note.subject, note.title, note.body)
    (isContested, theirs) = (false, nil)
  }
}
