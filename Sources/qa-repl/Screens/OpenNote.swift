import QuizKit
import QuizSupport

/// The note that is open, as it is read and as a form.
extension NotesState.Page {
  /// What the note is about.
  fileprivate func head(_ look: Look) -> [String] {
    let place = (deck ?? exam).map { "  [\($0.sanitisedLine)]" } ?? ""
    let lines = look.lines(look.palette.heading(look.strings.note) + place)
    guard let question else { return lines }
    return lines + look.labelled(look.strings.questionLabel, question.sanitised)
  }

  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = head(look)
    lines += look.labelled(strings.noteTitle, title.sanitisedLine)
    lines += look.labelled(strings.noteBody, body.sanitised)
    if let created, let changed {
      lines += look.lines(palette.faint(strings.dates(created, changed)))
    }
    return lines + otherVersion(look)
  }

  /// The note as somebody else has saved it.
  fileprivate func otherVersion(_ look: Look) -> [String] {
    guard let theirs else { return [] }
    return look.lines(look.palette.warning(look.strings.theirs))
      + look.labelled(look.strings.noteTitle, theirs.title.sanitisedLine)
      + look.labelled(look.strings.noteBody, theirs.body.sanitised)
  }
}

extension Form {
  /// The form of a note. A saved note opens for reading first.
  init(_ note: NotesState.Page, _ look: Look) {
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
      end: "save", endLabel: strings.saves, isForReading: note.created != nil)
  }
}

extension Strings {
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
