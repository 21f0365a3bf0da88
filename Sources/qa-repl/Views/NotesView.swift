import QuizKit

extension NotesState: Viewable {
  func view(_ look: Look) -> [String] {
    var lines = note.map { $0.view(look) } ?? list(look)
    if let message {
      lines += look.lines(look.palette.heading(message.text(in: look.strings.language)))
    }
    return lines
  }

  func question(before command: Command, _ strings: Strings) -> String? {
    guard case .notes(.delete(let number)) = command,
      let item = items.first(where: { $0.number == number })
    else { return nil }
    return strings.deleteNote(number, title: item.name)
  }

  private func list(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(palette.heading(strings.notes(total)) + filter(look))
    for item in items { lines += item.view(look) }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    return lines + look.lines(palette.faint(total == 0 ? strings.noNotes : strings.notesHint))
  }

  /// To what the list keeps.
  private func filter(_ look: Look) -> String {
    var parts: [String] = []
    if let deck { parts.append("[\(deck.sanitisedLine)]") }
    if let question { parts.append(question.sanitisedLine.truncated(to: 40)) }
    if !query.isEmpty { parts.append(look.strings.searched(query.sanitisedLine)) }
    return parts.map { "  " + $0 }.joined()
  }
}

extension NotesState.Item {
  /// What to call the note on one line: its title, or else how it begins.
  fileprivate var name: String { title.isEmpty ? preview : title }

  fileprivate func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let indent = String(repeating: " ", count: 4)
    var lines = [look.cut(mark + name.sanitisedLine)]
    let about = question.map { strings.question + $0 } ?? deck ?? ""
    let place = "\(indent)\(changed.minute)  \(about.sanitisedLine)"
    lines.append(palette.faint(look.cut(place)))
    if !title.isEmpty, !preview.isEmpty {
      lines.append(look.cut(indent + preview.sanitisedLine))
    }
    return lines
  }
}

extension NotesState.Page {
  fileprivate func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let place = deck.map { "  [\($0.sanitisedLine)]" } ?? ""
    var lines = look.lines(palette.heading(strings.note) + place)
    if let question { lines += look.labelled(strings.question, question.sanitised) }
    lines += look.labelled(strings.noteTitle, title.sanitisedLine)
    lines += look.labelled(strings.noteBody, body.sanitised)
    if let created, let changed {
      lines += look.lines(palette.faint(strings.dates(created, changed)))
    }
    return lines + look.lines(palette.faint(unsaved ? strings.unsavedHint : strings.writingHint))
  }
}

extension Strings {
  fileprivate var note: String { self("Note", "ノート") }
  fileprivate var question: String { self("Question: ", "質問 : ") }
  fileprivate var noteTitle: String { self("Title: ", "題名 : ") }
  fileprivate var noteBody: String { self("Body:  ", "本文 : ") }
  fileprivate var unsavedHint: String {
    self("Not saved: “save” or “cancel”.", "未保存です。save で保存、cancel で取り消します。")
  }
  fileprivate var writingHint: String {
    self(
      "“title TEXT”, “body TEXT”, “add TEXT” write; “back” shows the list.",
      "title、body、add で書き込み、back で一覧へ戻ります。")
  }
  fileprivate var noNotes: String { self("“new” begins one.", "new で書き始めます。") }
  fileprivate var notesHint: String {
    self("“open N”, “delete N”, “new”.", "open N で開く、delete N で削除、new で新規作成。")
  }

  fileprivate func notes(_ count: Int) -> String {
    self(count == 1 ? "1 note" : "\(count) notes", "ノート \(count) 件")
  }

  func searched(_ words: String) -> String { self("“\(words)”", "「\(words)」") }

  fileprivate func dates(_ created: Stamp, _ changed: Stamp) -> String {
    self(
      "created \(created.minute), changed \(changed.minute)",
      "作成 \(created.minute)、変更 \(changed.minute)")
  }

  fileprivate func deleteNote(_ number: Int, title: String) -> String {
    self(
      "Delete note \(number), “\(title.sanitisedLine)”?",
      "ノート \(number)「\(title.sanitisedLine)」を削除しますか?")
  }

  /// Which part of a list is shown, and how to see the others.
  func page(_ page: ListPage) -> String {
    self(
      "Page \(page.number) of \(page.count); “>>” and “<<” turn it.",
      "\(page.number)/\(page.count) ページ(>> と << でめくります)")
  }
}
