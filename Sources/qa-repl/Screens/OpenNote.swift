import QuizKit
import QuizSupport

/// The note that is open, as a text to read and as a form.
extension NotesState.Page {
  /// The subject of the note.
  fileprivate func head(_ theme: Theme) -> [String] {
    let place = (deck ?? exam).map { "  [\($0.sanitisedLine)]" } ?? ""
    let lines = theme.lines(theme.palette.heading(theme.strings.note) + place)
    guard let question else { return lines }
    return lines + theme.drawn(question, after: theme.strings.questionLabel)
  }

  /// The note, and what can be done with it.
  func view(_ theme: Theme) -> [String] {
    let hint = unsaved ? theme.strings.unsavedHint : theme.strings.writingHint
    return text(theme) + theme.lines(theme.palette.faint(hint))
  }

  /// An open note is redrawn in place and has a form with two fields.
  ///
  /// - Parameter message: The message about the last command.
  func liveView(_ message: Message?, _ theme: Theme) -> LiveView {
    var liveView = LiveView(screen: .notes, theme)
    let hint = unsaved ? theme.lines(theme.palette.faint(theme.strings.unsavedHint)) : []
    let body = text(theme) + hint + (message?.view(theme) ?? [])
    (liveView.body, liveView.subject, liveView.question) = (body, "note \(body)", "note")
    liveView.form = Form(self, theme)
    let toList = KeyBinding(hint: theme.strings("Esc back to the list", "Esc 一覧へ戻る"))
    liveView.keys = [.backToForm(theme.strings), .scrolls(theme), toList] + liveView.keys
    return liveView
  }

  private func text(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = head(theme)
    lines += theme.labelled(strings.noteTitle, title.sanitisedLine)
    lines += theme.labelled(strings.noteBody, body.sanitised)
    if let createdAt, let changedAt {
      lines += theme.lines(palette.faint(strings.dates(createdAt, changedAt)))
    }
    return lines + otherVersion(theme)
  }

  /// The note as another program or device has saved it.
  fileprivate func otherVersion(_ theme: Theme) -> [String] {
    guard let theirs else { return [] }
    return theme.lines(theme.palette.warning(theme.strings.theirs))
      + theme.labelled(theme.strings.noteTitle, theirs.title.sanitisedLine)
      + theme.labelled(theme.strings.noteBody, theirs.body.sanitised)
  }
}

extension Form {
  /// The form of a note. A saved note opens for reading first.
  fileprivate init(_ note: NotesState.Page, _ theme: Theme) {
    let strings = theme.strings
    self.init(
      name: "note \(note.createdAt?.text ?? "")", head: note.head(theme) + note.otherVersion(theme),
      fields: [
        Field(
          command: "title", label: strings.noteTitleField, text: note.title, isOptional: true),
        Field(
          command: "body", label: strings.noteBodyField, text: note.body, isMultiline: true,
          isOptional: true),
      ],
      end: .screen(NotesCommand.save), endLabel: strings.saves, isForReading: note.createdAt != nil)
  }
}

extension Strings {
  fileprivate var unsavedHint: String {
    self("Not saved: “save” or “cancel”.", "未保存です。save で保存、cancel で破棄します。")
  }
  fileprivate var writingHint: String {
    self(
      "“title TEXT”, “body TEXT”, “add TEXT” write; “back” shows the list.",
      "title、body、add で書き込み、back で一覧へ戻ります。")
  }
  fileprivate var noteTitleField: String { self("Title: ", "題名 : ") }
  fileprivate var noteBodyField: String { self("Body: ", "本文 : ") }
  fileprivate var note: String { self("Note", "メモ") }
  fileprivate var noteTitle: String { self("Title: ", "題名 : ") }
  fileprivate var noteBody: String { self("Body:  ", "本文 : ") }

  fileprivate func dates(_ created: Stamp, _ changed: Stamp) -> String {
    self(
      "created \(created.minute), changed \(changed.minute)",
      "作成 \(created.minute)、変更 \(changed.minute)")
  }
}
