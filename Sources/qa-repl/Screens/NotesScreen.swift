import QuizKit
import QuizStore
import QuizSupport
import Terminal

extension Screen {
  /// The screen for reading and writing notes.
  static let notes = Screen(
    english: "notes", japanese: "メモ",
    commands: CommandEntry.notes + .pages(of: .notes, by: NotesCommand.self),
    back: { $0.note == nil ? nil : .close }
  ) { (route: NotesRoute, models) in
    try NotesViewModel(book: models.notes, query: route.model, world: models.world)
  }
}

extension Destination {
  /// Opens the notes that contain `words`, in one deck or in all.
  static func notes(
    deck: String?, words: String, order: NoteBook.Order, pageSize: Int = ListPosition.size
  ) -> Destination {
    Destination(.notes, deck, words, order, pageSize) { models, _ in
      let subject = try models.notes.subject(deck: deck, question: nil)
      return NotesRoute(
        NoteBook.Query(subject: subject, words: words, order: order, pageSize: pageSize))
    }
  }

  /// Opens the notes on an exam.
  static func notes(onExam name: String, pageSize: Int) -> Destination {
    Destination(.notes, "exam", name, pageSize) { models, _ in
      let exam = try models.exams.exam(named: name)
      return NotesRoute(NoteBook.Query(subject: .exam(exam.id), pageSize: pageSize))
    }
  }

  /// Attaches a picture to the note with this number in the list of all notes, and opens it.
  static func note(_ number: Int, attaching path: String, shows: String?) -> Destination {
    let first = NotesCommand.attachTo(number, path, shows: shows)
    return Destination(.notes, first: CommandOfScreen(command: first)) { _, _ in
      NotesRoute(NoteBook.Query())
    }
  }

  /// Opens the notes on question `number`, from 1, of the screen in front. `nil` means the first
  /// question there.
  static func notesOnQuestion(_ number: Int?) -> Destination {
    Destination(.notes, number) { _, front in
      let question = try front.questions.line(number ?? 1)
      return NotesRoute(NoteBook.Query(subject: .question(question)))
    }
  }
}

extension Route {
  /// The questions on the screen, in the order of their numbers.
  fileprivate var questions: [Identifier<Question>] {
    switch self {
    case let result as ResultRoute: result.model.items.map(\.question.id)
    case let manage as ManageRoute: manage.model.current.map { [$0.id] } ?? []
    default: []
    }
  }
}

extension CommandEntry {
  fileprivate static let notes: [CommandEntry] =
    [
      CommandEntry(
        name: "notes", aliases: ["メモ", "ノート"], screens: [.start], isEverywhere: true,
        arguments: "[OPTIONS]",
        english: "read and write notes", japanese: "メモを読み書きします",
        options: .notes + [
          OptionEntry(
            name: "exam", value: "EXAM", english: "only those on this exam", japanese: "この模擬試験のメモだけ"
          )
        ], group: .write, alone: .endsWithoutChange
      ) { arguments throws(CommandError) in
        if let exam = arguments.value("exam") {
          return .open(.notes(onExam: exam, pageSize: try arguments.linesOnPage()))
        }
        return .open(
          .notes(
            deck: arguments.value("deck"), words: arguments.value("search") ?? "",
            order: try arguments.noteOrder(), pageSize: try arguments.linesOnPage()))
      },
      CommandEntry(
        name: "notes", aliases: ["メモ", "ノート"], screens: [.result], arguments: "[N]",
        english: "the notes on question number N, or all notes",
        japanese: "N 番目の質問のメモ、またはすべてのメモを開きます",
        onRow: CommandEntry.Explanation("the notes on this question", "この質問のメモを開きます")
      ) { arguments throws(CommandError) in
        guard let number = try arguments.nextNumberIfAny() else {
          return .open(.notes(deck: nil, words: "", order: .created))
        }
        return .open(.notesOnQuestion(number))
      },
      .plain(
        "notes", ["メモ", "ノート"], on: [.manage], .open(.notesOnQuestion(nil)),
        "the notes on this question", "この質問のメモを開きます"
      ).grouped(.row),
      CommandEntry(
        name: "new", aliases: ["新規"], screens: [.notes], arguments: "[OPTIONS]",
        english: "begin a note", japanese: "新しいメモを書き始めます",
        options: [
          OptionEntry(name: "deck", value: "DECK", english: "on this deck", japanese: "この問題集について"),
          OptionEntry(
            name: "question", value: "N", english: "on question number N of the deck",
            japanese: "問題集の N 番目の質問について"),
        ]
      ) { arguments throws(CommandError) in
        .screen(
          NotesCommand.new(
            deck: arguments.value("deck"), question: try arguments.number("question")))
      },
      CommandEntry(
        name: "title", aliases: ["題名"], screens: [.notes], arguments: "TEXT",
        english: "name the open note", japanese: "開いているメモに題名を付けます", wordsBeforeText: 0
      ) { arguments throws(CommandError) in .screen(NotesCommand.title(arguments.text())) },
      CommandEntry(
        name: "body", aliases: ["本文"], screens: [.notes], arguments: "TEXT",
        english: "write the open note", japanese: "開いているメモの本文を書きます", wordsBeforeText: 0
      ) { arguments throws(CommandError) in .screen(NotesCommand.body(arguments.text())) },
      CommandEntry(
        name: "add", aliases: ["追記"], screens: [.notes], arguments: "TEXT",
        english: "write one more line", japanese: "本文に 1 行書き足します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in .screen(NotesCommand.add(arguments.text())) },
      CommandEntry(
        name: "attach", aliases: ["添付"], screens: [.notes], arguments: "FILE [OPTIONS]",
        english: "attach the picture in a file to the open note, or to note number N at once",
        japanese: "画像ファイルを、開いているメモ（または N 番目のメモ）に添付します", options: .attaching
      ) { arguments throws(CommandError) in
        let path = try arguments.next("FILE")
        let shows = arguments.value("shows")
        guard let number = try arguments.number("note") else {
          return .screen(NotesCommand.attach(path, shows: shows))
        }
        return .screen(NotesCommand.attachTo(number, path, shows: shows))
      },
      CommandEntry(
        name: "attach", aliases: ["添付"], screens: [.start], isEverywhere: true,
        arguments: "FILE --note N [OPTIONS]",
        english: "attach the picture in a file to note number N of “notes”, and save it",
        japanese: "画像ファイルを、notes で N 番目のメモに添付して保存します", options: .attaching,
        group: .write
      ) { arguments throws(CommandError) in
        let path = try arguments.next("FILE")
        guard let number = try arguments.number("note") else {
          throw .missingArgument("--note N", command: arguments.command, usage: arguments.usage)
        }
        return .open(.note(number, attaching: path, shows: arguments.value("shows")))
      },
      CommandEntry(
        name: "detach", aliases: ["添付解除"], screens: [.notes], arguments: "N",
        english: "take picture number N off the open note", japanese: "開いているメモから N 番目の画像を外します"
      ) { arguments throws(CommandError) in
        .screen(NotesCommand.detach(try arguments.nextNumber("N")))
      },
      .picture(on: .notes, of: Explanation("the open note", "開いているメモ")) {
        .screen(NotesCommand.picture($0))
      },
      .plain("save", ["保存"], on: .notes, NotesCommand.save, "save the open note", "開いているメモを保存します"),
      .plain(
        "cancel", ["取消", "キャンセル"], on: .notes, NotesCommand.cancel,
        "drop the unsaved changes", "保存していない内容を破棄します"),
    ]
    + .afterConflict(
      on: .notes, overwrite: NotesCommand.overwrite, reload: NotesCommand.reload,
      keepBoth: NotesCommand.keepBoth, english: "save the open note as a note of its own",
      japanese: "開いているメモを別のメモとして保存します")
    + [
      CommandEntry(
        name: "list", aliases: ["一覧"], screens: [.notes], arguments: "[OPTIONS]",
        english: "list all notes, or some", japanese: "メモの一覧を表示します", options: .notes
      ) { arguments throws(CommandError) in
        .screen(
          NotesCommand.list(
            deck: arguments.value("deck"), words: arguments.value("search") ?? "",
            order: try arguments.noteOrder(), pageSize: try arguments.linesOnPage()))
      },
      CommandEntry(
        name: "open", aliases: ["開く"], screens: [.notes], arguments: "N",
        english: "open note number N", japanese: "N 番目のメモを開きます",
        onRow: CommandEntry.Explanation("open this note", "このメモを開きます")
      ) { arguments throws(CommandError) in
        .screen(NotesCommand.open(try arguments.nextNumber("N")))
      },
      CommandEntry(
        name: "delete", aliases: ["削除"], screens: [.notes], arguments: "N…",
        english: "delete notes: 1 3-5", japanese: "メモを削除します（1 3-5 など）",
        onRow: CommandEntry.Explanation("this note goes into the trash", "このメモをごみ箱に入れます")
      ) { arguments throws(CommandError) in
        .screen(NotesCommand.delete(try arguments.nextNumbers("N")))
      },
    ]
}

extension [OptionEntry] {
  /// The options of what attaches a picture.
  fileprivate static let attaching: [OptionEntry] = [
    OptionEntry(
      name: "note", value: "N", english: "to note number N of the list, which is saved",
      japanese: "一覧の N 番目のメモに添付して保存する"),
    OptionEntry(
      name: "shows", value: "WORDS", english: "what the picture shows, for who cannot see it",
      japanese: "画像の説明（見えない人のため）"),
  ]
}

extension NotesState: ListViewable {
  var lineCount: Int { total }
  static var hasForm: Bool { true }
  var closing: Command? { note == nil ? nil : .screen(NotesCommand.close) }

  func view(_ theme: Theme) -> [String] {
    note.map { $0.view(theme) + (message?.view(theme) ?? []) } ?? listView(theme)
  }

  func liveView(_ theme: Theme) -> LiveView { note?.liveView(message, theme) ?? listStage(theme) }

  func title(_ theme: Theme) -> String { theme.strings.notes(total) + filter(theme) }
  func printed(_ theme: Theme) -> [String] { items.flatMap { $0.view(theme) } }
  func hint(_ strings: Strings) -> String { total == 0 ? strings.noNotes : strings.notesHint }

  func rows(_ theme: Theme) -> RowList {
    var list = RowList(
      of: self, id: ViewID("notes", deck, question, exam, query), items, first: items.first?.number,
      row: { item, columns in item.row(columns, theme) },
      command: { .screen(NotesCommand.open($0 + 1)) },
      hint: theme.strings("Enter open", "Enter 開く"), details: { item, theme in item.view(theme) })
    list.removal = .byCommand
    return list
  }

  func question(before command: NotesCommand, _ strings: Strings) -> String? {
    if case .picture(let number) = command {
      return note?.pictures.question(before: number, strings)
    }
    guard case .delete(let numbers) = command, numbers.isIn(total) else { return nil }
    guard let item = items.first(where: { $0.number == numbers.single }) else {
      return strings.deleteNotes(numbers.count)
    }
    return strings.deleteNote(item.number, title: item.name)
  }

  /// The deck, question and words that the list is filtered by.
  private func filter(_ theme: Theme) -> String {
    var parts: [String] = []
    if let deck { parts.append(theme.named(deck)) }
    if let question { parts.append(question.sanitisedLine.truncated(to: 40)) }
    if let exam { parts.append(theme.named(exam)) }
    if !query.isEmpty { parts.append(theme.strings.searched(query.sanitisedLine)) }
    return parts.map { "  " + $0 }.joined()
  }
}

extension NotesCommand: ListCommand {
  var partInForm: PartInForm? {
    switch self {
    case .new, .open: .opening
    case .title, .body, .add, .attach, .detach: .writing
    case .save, .overwrite, .reload, .keepBoth: .saving
    case .cancel: .closing
    case .close, .list, .move, .delete, .attachTo, .picture: nil
    }
  }
}

extension Strings {
  var questionLabel: String { self("Question: ", "質問 : ") }
  fileprivate var noNotes: String { self("“new” begins one.", "new で書き始めます。") }
  fileprivate var notesHint: String {
    self("“open N”, “delete N”, “new”.", "open N で開く、delete N で削除、new で新規作成。")
  }

  fileprivate func notes(_ count: Int) -> String {
    self(count == 1 ? "1 note" : "\(figure(count)) notes", "メモ \(figure(count)) 件")
  }

  func searched(_ words: String) -> String { self("“\(words)”", "「\(words)」") }

  fileprivate func deleteNotes(_ count: Int) -> String {
    self("Delete \(count) notes?", "メモ \(count) 件を削除しますか?")
  }

  fileprivate func deleteNote(_ number: Int, title: String) -> String {
    self(
      "Delete note \(number), “\(title.sanitisedLine)”?",
      "メモ \(number)「\(title.sanitisedLine)」を削除しますか?")
  }
}

/// The rows of the list of notes.
extension NotesState.Item {
  /// The note's title, or its beginning if it has no title, or its first picture.
  var name: String { title.unlessEmpty ?? preview.unlessEmpty ?? pictures.first?.name ?? "" }

  /// The note on one line: its number, its name, and its subject.
  func row(_ columns: Int, _ theme: Theme) -> String {
    theme.row(name.sanitisedLine, (question ?? deck ?? exam ?? "").sanitisedLine, columns)
  }

  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let indent = String(repeating: " ", count: 4)
    var lines = [theme.cut(mark + name.sanitisedLine)]
    let about = question.map { strings.questionLabel + $0 } ?? deck ?? exam ?? ""
    let place = "\(indent)\(changedAt.minute)  \(about.sanitisedLine)"
    lines.append(palette.faint(theme.cut(place)))
    if !title.isEmpty, !preview.isEmpty {
      lines.append(theme.cut(indent + preview.sanitisedLine))
    }
    return lines + theme.rows(of: pictures, hint: .none).map { theme.cut(indent + $0) }
  }
}

/// The note that is open, as a text to read and as a form.
extension NotesState.Page {
  /// The subject of the note.
  fileprivate func head(_ theme: Theme) -> [String] {
    let place = (deck ?? exam).map { "  " + theme.named($0) } ?? ""
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
    let hint = unsaved ? theme.lines(theme.palette.faint(theme.strings.notSaved)) : []
    let body = text(theme) + hint + (message?.view(theme) ?? [])
    liveView.body = body
    liveView.subject = ViewID("note", body)
    liveView.question = "note"
    liveView.form = Form(self, theme)
    let toList = KeyBinding(hint: theme.strings("Esc back to the list", "Esc 一覧へ戻る"))
    liveView.keys = [.backToForm(theme.strings), .scrolls(theme), toList] + liveView.keys
    if !pictures.isEmpty { liveView.keys.append(.picture(.screen(NotesCommand.picture(nil)))) }
    return liveView
  }

  private func text(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = head(theme)
    lines += theme.labelled(strings.noteTitle, title.sanitisedLine)
    lines += theme.labelled(strings.noteBody, body.sanitised) + theme.rows(of: pictures)
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
      + theme.rows(of: theirs.pictures, hint: .none)
  }
}

extension Form {
  /// The form of a note. A saved note opens for reading first.
  fileprivate init(_ note: NotesState.Page, _ theme: Theme) {
    let strings = theme.strings
    self.init(
      name: ViewID("note", note.createdAt?.text),
      head: note.head(theme) + theme.rows(of: note.pictures) + note.otherVersion(theme),
      fields: [
        Field(
          command: { .screen(NotesCommand.title($0)) }, label: strings.noteTitleField,
          text: note.title, isOptional: true),
        Field(
          command: { .screen(NotesCommand.body($0)) }, label: strings.noteBodyField,
          text: note.body, isMultiline: true,
          isOptional: true),
      ],
      end: .screen(NotesCommand.save), endLabel: strings.saves, isForReading: note.createdAt != nil)
  }
}

extension Strings {
  fileprivate var notSaved: String { self("Not saved.", "未保存です。") }
  fileprivate var unsavedHint: String {
    self("Not saved: “save” or “cancel”.", "未保存です。save で保存、cancel で破棄します。")
  }
  fileprivate var writingHint: String {
    self(
      "“title TEXT”, “body TEXT”, “add TEXT” write, “attach FILE” a picture; “back” shows the list.",
      "title、body、add で書き込み、attach で画像を添付、back で一覧へ戻ります。")
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
