/// A note that is being read or written.
struct NoteDraft {
  /// The note as it was last saved; `nil` for a new note.
  var saved: StudyNote?
  var subject: NoteSubject?
  var title = ""
  var body = ""
  /// Whether saving failed because the note was changed or deleted after it was opened.
  var isContested = false
  /// After a conflict, the note that is stored now; `nil` without a conflict, or when the note was
  /// deleted.
  var theirs: StudyNote?

  init(_ note: StudyNote) {
    (saved, subject, title, body) = (note, note.subject, note.title, note.body)
  }

  init(about subject: NoteSubject?) {
    self.subject = subject
  }

  var isUnsaved: Bool { title != saved?.title ?? "" || body != saved?.body ?? "" }
}
