import QuizKit
import QuizSupport

/// The note that is open, as a text to read and as a form.
extension NotesState.Page {
  /// The subject of the note.
  fileprivate func head(_ look: Look) -> [String] {
    let place = (deck ?? exam).map { "  [\($0.sanitisedLine)]" } ?? ""
    let lines = look.lines(look.palette.heading(look.strings.note) + place)
    guard let question else { return lines }
    return lines + look.labelled(look.strings.questionLabel, question.sanitised)
  }

  /// The note, and what can be done with it.
  func view(_ look: Look) -> [String] {
    let hint = unsaved ? look.strings.unsavedHint : look.strings.writingHint
    return text(look) + look.lines(look.palette.faint(hint))
  }

  /// An open note is redrawn in place and has a form with two fields.
  ///
  /// - Parameter message: The message about the last command.
  func stage(_ message: Message?, _ look: Look) -> Stage {
    var stage = Stage(screen: .notes, look)
    let hint = unsaved ? look.lines(look.palette.faint(look.strings.unsavedHint)) : []
    let body = text(look) + hint + (message?.view(look) ?? [])
    (stage.body, stage.subject, stage.question) = (body, "note \(body)", "note")
    stage.form = Form(self, look)
    let toList = KeyBinding(hint: look.strings("Esc back to the list", "Esc 一覧へ戻る"))
    stage.keys = [.backToForm(look.strings), .scrolls(look), toList] + stage.keys
    return stage
  }

  private func text(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = head(look)
    lines += look.labelled(strings.noteTitle, title.sanitisedLine)
    lines += look.labelled(strings.noteBody, body.sanitised)
    if let created, let changed {
      lines += look.lines(palette.faint(strings.dates(created, changed)))
    }
    return lines + otherVersion(look)
  }

  /// The note as another program or device has saved it.
  fileprivate func otherVersion(_ look: Look) -> [String] {
    guard let theirs else { return [] }
    return look.lines(look.palette.warning(look.strings.theirs))
      + look.labelled(look.strings.noteTitle, theirs.title.sanitisedLine)
      + look.labelled(look.strings.noteBody, theirs.body.sanitised)
  }
}

extension Form {
  /// The form of a note. A saved note opens for reading first.
  fileprivate init(_ note: NotesState.Page, _ look: Look) {
    let strings = look.strings
    self.init(
      name: "note \(note.created?.text ?? "")", head: note.head(look) + note.otherVersion(look),
      fields: [
        Field(
          command: "title", label: strings.noteTitleField, text: note.title, isOptional: true,
          note: strings.mayStayEmpty),
        Field(
          command: "body", label: strings.noteBodyField, text: note.body, isMultiline: true,
          isOptional: true, note: strings.mayStayEmpty),
      ],
      end: .screen(NotesCommand.save), endLabel: strings.saves, isForReading: note.created != nil)
  }
}

extension Strings {
  fileprivate var unsavedHint: String {
    self("Not saved: “save” or “cancel”.", "未保存です。save で保存、cancel で取り消します。")
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
