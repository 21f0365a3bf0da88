import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen on which a person looks at a file before it is brought in.
  static let importing = Screen(
    english: "import", japanese: "取り込み", commands: CommandEntry.importing,
    back: { $0.showsProblems ? .problems(false) : nil }
  ) { (route: ImportRoute, models) in
    ImportViewModel(route.draft)
  }
}

extension Destination {
  /// Opens the screen for a file.
  static func importing(_ options: ImportOptions) -> Destination {
    Destination(.importing, options.files, options.line) { models, _ in
      ImportRoute(
        try ImportDraft(
          options, importer: models.importer, bank: models.bank, world: models.world))
    }
  }
}

extension CommandEntry {
  fileprivate static let importing: [CommandEntry] = [
    CommandEntry(
      name: "column", aliases: ["列"], screens: [.importing], arguments: "FIELD N",
      english: "look for a field in column N; choices in N-M, or none",
      japanese: "項目の列を選びます（選択肢は N-M、なければ none）"
    ) { arguments throws(CommandError) in
      let field = try arguments.next("FIELD", among: ImportField.allCases) { $0.rawValue }
      let columns = try arguments.next("N")
      if CommandWord.folded(columns) == "none" { return .screen(ImportCommand.column(field, [])) }
      guard let numbers = LineNumbers.range(FullWidth.folded(columns)), numbers.upperBound < 100_000
      else { throw .badValue(option: "column", value: columns, allowed: ["3", "3-6", "none"]) }
      return .screen(ImportCommand.column(field, Array(numbers)))
    },
    CommandEntry(
      name: "heading", aliases: ["見出し"], screens: [.importing], arguments: "yes|no",
      english: "whether the first row names the columns", japanese: "最初の行が見出しかどうかを選びます"
    ) { arguments throws(CommandError) in
      .screen(ImportCommand.heading(try arguments.nextYesOrNo("yes|no")))
    },
    CommandEntry(
      name: "separator", aliases: ["区切り"], screens: [.importing], arguments: "C",
      english: "what stands between the columns: , ; or tab", japanese: "列の区切りを選びます"
    ) { arguments throws(CommandError) in
      .screen(
        ImportCommand.separator(
          try Arguments.separator("separator", try arguments.next("C"))))
    },
    CommandEntry(
      name: "split", aliases: ["選択肢の区切り"], screens: [.importing], arguments: "C",
      english: "what stands between choices in one cell", japanese: "1 つのセルの選択肢の区切りを選びます"
    ) { arguments throws(CommandError) in
      .screen(ImportCommand.split(try Arguments.separator("split", try arguments.next("C"))))
    },
    CommandEntry(
      name: "list", aliases: ["リスト"], screens: [.importing], arguments: "PATH",
      english: "read only this list of a JSON file, or this sheet; all reads them all",
      japanese: "JSON のこのリスト、またはこのシートだけを読みます（all ですべて）"
    ) { arguments throws(CommandError) in
      let path = try arguments.nextWords("PATH")
      return .screen(ImportCommand.list(CommandWord.folded(path) == "all" ? nil : path))
    },
    CommandEntry(
      name: "answers", aliases: ["正解"], screens: [.importing], arguments: "HOW",
      english: "how right answers are written: letters, 0, 1, texts, mark or first",
      japanese: "正解の書き方を選びます（letters、0、1、texts、mark、first）"
    ) { arguments throws(CommandError) in
      .screen(
        ImportCommand.answers(
          try arguments.next("HOW", among: ReadingOptions.Answers.allCases) { $0.rawValue }))
    },
    CommandEntry(
      name: "reading", aliases: ["読み方"], screens: [.importing], arguments: "N",
      english: "read the file in the format with this number", japanese: "N 番目の形式で読みます"
    ) { arguments throws(CommandError) in
      .screen(ImportCommand.reading(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "encoding", aliases: ["文字コード"], screens: [.importing], arguments: "NAME",
      english: "the encoding of the file", japanese: "文字コードを選びます"
    ) { arguments throws(CommandError) in
      let name = try arguments.next("NAME")
      guard let encoding = TextEncoding(named: name) else {
        throw .badValue(
          option: "encoding", value: name, allowed: TextEncoding.allCases.map(\.rawValue))
      }
      return .screen(ImportCommand.encoding(encoding))
    },
    CommandEntry(
      name: "show", aliases: ["表示"], screens: [.importing], arguments: "N",
      english: "show question N; or only new, changed, known or differs-here, or all",
      japanese: "N 番目の質問を表示します（new、changed、known、differs-here、all で絞り込み）"
    ) { arguments throws(CommandError) in
      let word = CommandWord.folded(try arguments.next("N"))
      if let number = Int(word) { return .screen(ImportCommand.show(number)) }
      if word == "all" { return .screen(ImportCommand.filter(nil)) }
      guard let fate = ImportFindings.Fate.allCases.first(where: { $0.word == word }) else {
        throw .badValue(
          option: "show", value: word,
          allowed: ["1", "all"] + ImportFindings.Fate.allCases.map(\.word))
      }
      return .screen(ImportCommand.filter(fate))
    },
    .plain(
      "problems", ["問題点"], on: .importing, ImportCommand.problems(true),
      "list what could not be read", "読めなかった箇所を一覧表示します"),
    .plain(
      "take", ["取り込む"], on: .importing, ImportCommand.take, "bring the questions in",
      "質問を取り込みます"),
    .plain(
      "cancel", ["中止"], on: [.importing], .back, "leave the file as it is", "取り込まずに戻ります"),
  ]
}

extension ImportCommand: ScreenCommand {}

extension ImportFindings.Fate {
  /// The word for `show`.
  fileprivate var word: String { self == .differsHere ? "differs-here" : rawValue }
}

extension ImportState: Viewable {
  var idleWords: Set<String> {
    var idle: Set<String> = columns.isEmpty ? ["column", "heading", "split"] : []
    if readings.count < 2 { idle.insert("reading") }
    if lists.count < 2 { idle.insert("list") }
    if problemCount == 0 { idle.insert("problems") }
    return total > 0 ? idle : idle.union(["take", "show"])
  }

  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let heading = theme.lines(theme.palette.heading(title(theme)))
    if showsProblems {
      return heading + problems.flatMap { theme.lines($0.line(strings), indent: 2) }
        + theme.lines(theme.palette.faint(strings.problemsHint))
    }
    let rows = rows.filter { $0 != .take && $0 != .showing }
      .map { theme.cut("  " + line($0, theme)) }
    return heading + rows + [""] + preview(theme) + [""]
      + theme.lines(strings.counts(self))
      + theme.lines(theme.palette.faint(strings.importHint))
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    if showsProblems {
      let list = RowList(
        id: ViewID("import-problems", file), count: problems.count,
        lines: { row, columns in [theme.fitted(problems[row].line(strings), to: columns)] },
        command: { _ in .screen(ImportCommand.problems(false)) },
        hint: { _ in strings("Enter back", "Enter 戻る") })
      return LiveView(
        list, of: .importing, title: title(theme), empty: strings.noProblems, theme)
    }
    let rows = rows
    let list = RowList(
      id: ViewID("import", file), count: rows.count,
      start: rows.firstIndex(of: row) ?? rows.count - 1,
      lines: { row, columns in [line(rows[row], columns, theme)] },
      command: { command(of: rows[$0]) }, hint: { strings.hint(on: rows[$0]) },
      select: { .screen(ImportCommand.select(rows[$0])) })
    var view = LiveView(list, of: .importing, title: title(theme), theme)
    if theme.isNarrow {
      view.status += briefPreview(theme)
    } else {
      view.body = preview(theme)
    }
    view.keys.insert(
      hasValues(row)
        ? .turns(theme) { .screen(ImportCommand.turn(row, by: $0)) }
        : KeyBinding([.named(.left), .named(.right)], .nothing),
      at: 1)
    if total > 0 {
      view.keys.append(
        KeyBinding(
          [.control("s")], .perform(.screen(ImportCommand.take)),
          hint: strings("Ctrl-S bring in", "Ctrl-S 取り込む")))
    }
    if let question, total > 1 {
      var paging = KeyBinding(hint: strings("PgUp PgDn questions", "PgUp PgDn 質問"))
      func show(_ number: Int) -> KeyBinding.Action {
        .perform(.screen(ImportCommand.show(min(max(number, 1), total))))
      }
      paging.actions = [
        .named(.pageUp): show(question.number - 1), .named(.pageDown): show(question.number + 1),
      ]
      view.keys.insert(paging, at: 2)
    }
    return view
  }

  // MARK: Parts

  private func title(_ theme: Theme) -> String {
    let strings = theme.strings
    // Scripts read the same title in every terminal.
    let signs = theme.isLive ? theme.signs : .unicode
    let kind = format.flatMap(QuestionFormat.named)?.title ?? strings("unknown", "不明な形式")
    let found = strings.questions(counts.all) + (complete ? "" : signs.cut)
    let head = strings("Import  ", "取り込み  ")
    let end = "  " + [kind, found].joined(separator: " \(signs.separator) ")
    guard theme.isLive, let columns = theme.columns else { return head + file.sanitisedLine + end }
    let room = columns - theme.width(head + end)
    return head + theme.folded(file.sanitisedLine, to: max(8, room)) + end
  }

  /// The name of a row, with blanks behind it so that all values begin in one column.
  private func name(of row: Row, _ theme: Theme) -> String {
    let widest = rows.map { theme.width(theme.strings.name(of: $0)) }.max() ?? 0
    let name = theme.strings.name(of: row)
    return name.padded(to: max(10, widest) + 2, .leading, theme.ambiguous)
  }

  /// A row as it is printed: its name, what is chosen, and what that gives.
  private func line(_ row: Row, _ theme: Theme) -> String {
    let (value, note) = value(of: row, theme.strings)
    let text = (name(of: row, theme) + value).trimmingTrailingBlanks
    return note.text.isEmpty ? text : text + "  " + note.start + note.text + note.end
  }

  /// Whether Left and Right choose another value of a row.
  private func hasValues(_ row: Row) -> Bool { row != .take && row != .problems }

  /// The same row at a live terminal.
  private func line(_ row: Row, _ columns: Int, _ theme: Theme) -> String {
    let (value, note) = value(of: row, theme.strings)
    let name = name(of: row, theme)
    let (first, last) = ("\(theme.signs.earlier) ", " \(theme.signs.later)")
    let signs = theme.width(first + last)
    guard hasValues(row) else { return Self.row(name + value, note, columns, theme) }
    // The notes begin behind the widest value, unless that takes most of the row.
    let widest =
      rows.filter(hasValues).map {
        theme.width(self.value(of: $0, theme.strings).text)
      }.max() ?? 0
    let most = columns * 2 / 3 - theme.width(name)
    let cells = max(4, columns < 60 ? columns - theme.width(name) : min(widest + signs, most))
    let shown = value.isEmpty ? "" : first + theme.fitted(value, to: cells - signs) + last
    let text = name + shown.padded(to: cells, .leading, theme.ambiguous)
    return Self.row(text, note, columns, theme).trimmingTrailingBlanks
  }

  /// A text with a note behind it, if there is room for a part of the note.
  private static func row(_ text: String, _ note: Note, _ columns: Int, _ theme: Theme) -> String {
    let room = columns - theme.width(text) - 2 - theme.width(note.start + note.end)
    guard room >= 8, !note.text.isEmpty else { return theme.fitted(text, to: columns) }
    return text + "  "
      + theme.palette.faint(note.start + theme.fitted(note.text, to: room) + note.end)
  }

  /// The effect of a value, in quotation marks where it is a text of the file.
  private struct Note {
    var text = ""
    var start = ""
    var end = ""
  }

  private func value(of row: Row, _ strings: Strings) -> (text: String, note: Note) {
    let none = strings("none", "なし")
    switch row {
    case .format: return (format ?? none, Note(text: readings.joined(separator: strings.comma)))
    case .encoding: return (encoding, Note())
    case .list: return (list?.sanitisedLine ?? strings("all", "すべて"), Note())
    case .separator: return (separator?.sanitisedLine ?? none, Note())
    case .heading:
      return (heading == true ? strings("yes", "あり") : strings("no", "なし"), Note())
    case .field(let field):
      guard let column = columns.first(where: { $0.field == field }), let numbers = column.column
      else { return (none, Note()) }
      let name = column.name.map { numbers + " " + $0.sanitisedLine } ?? numbers
      let sample = column.sample.map { $0.sanitisedLine } ?? ""
      return (name, Note(text: sample, start: strings("“", "「"), end: strings("”", "」")))
    case .answers: return (answers ?? strings("unsure", "不明"), Note())
    case .split: return (split?.sanitisedLine ?? strings("as usual", "自動"), Note())
    case .showing: return (strings.showing(showing), Note())
    case .problems:
      return ("\(problemCount)", Note(text: problems.first.map { $0.line(strings) } ?? ""))
    case .take: return ("\(counts.all)", Note(text: strings.counts(self)))
    }
  }

  private func command(of row: Row) -> Command? {
    switch row {
    case .take: .screen(ImportCommand.take)
    case .problems: .screen(ImportCommand.problems(true))
    default: .screen(ImportCommand.turn(row, by: 1))
    }
  }

  /// The question that is shown and what is right, in a row each, where the rows of the file need
  /// the room.
  private func briefPreview(_ theme: Theme) -> [String] {
    guard let question else { return preview(theme) }
    let right = question.right.joined(separator: " / ")
    return [
      "\(question.number) / \(total)  " + question.text.sanitisedLine,
      "\(theme.signs.right) " + right.sanitisedLine,
    ].map(theme.cut)
  }

  /// The question that is shown, as it would be brought in.
  private func preview(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard let question else { return theme.lines(theme.palette.faint(strings.nothingFound)) }
    let place = strings("  line \(question.line)", "  \(question.line) 行目")
    var lines = theme.lines(
      theme.palette.faint(
        "\(question.number) / \(total)  \(strings.fate(question.fate))\(place)"))
    lines += theme.lines(question.text.sanitised)
    let right = Set(question.right)
    for (index, choice) in question.choices.enumerated() {
      let mark = right.contains(choice) ? "\(theme.signs.right) " : "  "
      let sign = "\(mark)\(index + 1) "
      lines += theme.lines(sign + choice.sanitised, indent: theme.width(sign))
    }
    if question.choices.isEmpty {
      lines += theme.lines(
        "\(theme.signs.right) " + question.right.joined(separator: " / ").sanitised)
    }
    if !question.commentary.isEmpty {
      lines += theme.lines(theme.palette.faint(question.commentary.sanitised))
    }
    return lines
  }
}

extension ImportState.Trouble {
  fileprivate func line(_ strings: Strings) -> String {
    let place = line.map { strings("line \($0): ", "\($0) 行目: ") } ?? ""
    return place + message.text(in: strings.language).sanitisedLine
  }
}

extension Strings {
  fileprivate func name(of row: ImportState.Row) -> String {
    switch row {
    case .format: self("format", "形式")
    case .encoding: self("encoding", "文字コード")
    case .separator: self("separator", "区切り")
    case .list: self("list", "リスト")
    case .heading: self("heading", "見出し")
    case .field(.question): self("question", "質問")
    case .field(.choices): self("choices", "選択肢")
    case .field(.right): self("right", "正解")
    case .field(.commentary): self("commentary", "解説")
    case .field(.kind): self("kind", "種類")
    case .field(.tags): self("tags", "タグ")
    case .field(.deck): self("deck", "問題集")
    case .answers: self("answers", "正解の書き方")
    case .split: self("split", "セルの区切り")
    case .showing: self("shown", "表示")
    case .problems: self("Problems", "問題点")
    case .take: self("Bring in", "取り込む")
    }
  }

  fileprivate func hint(on row: ImportState.Row) -> String {
    switch row {
    case .take: self("Enter bring in", "Enter 取り込む")
    case .problems: self("Enter list", "Enter 一覧")
    default: self("Enter next", "Enter 次の値")
    }
  }

  fileprivate func fate(_ fate: ImportFindings.Fate) -> String {
    switch fate {
    case .new: self("new", "新規")
    case .changed: self("changed", "変更")
    case .known: self("known", "既存")
    case .differsHere: self("differs here", "両方で変更")
    }
  }

  fileprivate func showing(_ fate: ImportFindings.Fate?) -> String {
    fate.map { self.fate($0) } ?? self("all", "すべて")
  }

  /// What the file would bring, such as `187 new, 3 known, 5 not readable`.
  fileprivate func counts(_ state: ImportState) -> String {
    let counts = state.counts
    let parts: [(Int, String, String)] = [
      (counts.new, "\(counts.new) new", "新規 \(counts.new) 問"),
      (counts.changed, "\(counts.changed) changed", "変更 \(counts.changed) 問"),
      (counts.known, "\(counts.known) known", "既存 \(counts.known) 問"),
      (counts.differsHere, "\(counts.differsHere) differ here", "両方で変更 \(counts.differsHere) 問"),
      (
        counts.unreadable, "\(counts.unreadable) not readable",
        "読めない \(counts.unreadable) 問"
      ),
    ]
    let texts = parts.filter { $0.0 > 0 }.map { self($0.1, $0.2) }
    return texts.isEmpty ? nothingFound : texts.joined(separator: comma)
  }

  fileprivate var nothingFound: String { self("No questions were found.", "質問が見つかりません。") }
  fileprivate var noProblems: String { self("There are no problems.", "問題点はありません。") }
  fileprivate var problemsHint: String { self("“back” shows the questions.", "back で質問に戻ります。") }
  fileprivate var importHint: String {
    self(
      "“column FIELD N”, “answers HOW”, “show N”; “take” brings them in, “cancel” does not.",
      "column 項目 N、answers、show N で確認し、take で取り込み、cancel で戻ります。")
  }
}
