/// A note that is being read or written.
struct NoteDraft {
  /// The note as it was last saved; `nil` for a new note.
  var saved: StudyNote?
  var subject: NoteSubject?
  var title = ""
  var body = ""

  init(_ note: StudyNote) {
    (saved, subject, title, body) = (note, note.subject, note.title, note.body)
  }

  init(about subject: NoteSubject?) {
    self.subject = subject
  }

  var isUnsaved: Bool { title != saved?.title ?? "" || body != saved?.body ?? "" }
}
