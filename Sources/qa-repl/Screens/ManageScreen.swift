import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that browses and edits the questions of the bank.
  static let manage = Screen(
    english: "manage", japanese: "質問管理", commands: CommandEntry.manage,
    back: { $0.asksWhere ? .cancel : nil }
  ) { (route: ManageRoute, models) in
    try ManageViewModel(browser: route.model, drafts: models.drafts)
  }
}

extension Destination {
  /// Opens the questions of a deck, or of the whole bank for `nil`.
  ///
  /// - Parameter isAtEnd: Whether to begin at the last one, which is the newest.
  static func manage(deck: String?, isAtEnd: Bool = false) -> Destination {
    Destination(.manage, deck, isAtEnd) { models, _ in
      let browser = try QuestionBrowser(bank: models.bank, deck: deck)
      if isAtEnd { try browser.go(to: browser.count - 1) }
      return ManageRoute(browser)
    }
  }
}

extension CommandEntry {
  fileprivate static let manage: [CommandEntry] =
    [
      CommandEntry(
        name: "manage", aliases: ["管理", "QUIZデータ管理スタート"], screens: [.start], isEverywhere: true,
        arguments: "[--deck DECK]",
        english: "go through the questions, edit and delete them", japanese: "質問を一覧にして、編集や削除をします",
        options: [
          OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ")
        ], alone: .takesInput
      ) { arguments throws(CommandError) in .open(.manage(deck: arguments.value("deck"))) },
      .plain(
        "<<", ["prev", "前へ"], on: .manage, ManageCommand.back, "the question before", "前の質問へ戻ります"
      ).forScripts,
      .plain(
        ">>", ["next", "次へ"], on: .manage, ManageCommand.forward,
        "the question after", "次の質問へ進みます"
      ).forScripts,
      CommandEntry(
        name: "go", aliases: ["移動"], screens: [.manage], arguments: "N",
        english: "question number N", japanese: "N 番目の質問へ移ります"
      ) { arguments throws(CommandError) in
        .screen(ManageCommand.go(try arguments.nextNumber("N")))
      },
      .plain("edit", ["編集"], on: .manage, ManageCommand.edit, "edit this question", "この質問を編集します")
        .grouped(.row),
      .plain(
        "save", ["保存"], on: .manage, ManageCommand.save,
        "save what was edited", "編集した内容を保存します"),
      .plain(
        "cancel", ["キャンセル"], on: .manage, ManageCommand.cancel,
        "stop editing; what is stored is shown again", "編集をやめて、保存されている内容に戻します"),
    ]
    + .afterConflict(
      on: .manage, overwrite: ManageCommand.overwrite, reload: ManageCommand.reload,
      keepBoth: ManageCommand.keepBoth, english: "save the edit as a question of its own",
      japanese: "編集した内容を別の質問として保存します")
    + [
      CommandEntry(
        name: "delete", aliases: ["削除"], screens: [.manage], arguments: "[N…]",
        english: "delete this question, or those with these numbers: 1 3-5",
        japanese: "この質問、または指定した番号の質問を削除します（1 3-5 など）",
        onRow: Explanation("this question goes into the trash", "この質問をごみ箱に入れます")
      ) { arguments throws(CommandError) in
        .screen(ManageCommand.delete(try arguments.nextNumbersIfAny()))
      },
      .file(on: .manage, "[N]") { .screen(ManageCommand.file($0)) },
      .picture(on: .manage) { .screen(ManageCommand.picture($0)) },
    ]
}

extension ManageState: Viewable {
  static var hasForm: Bool { true }
  var closing: Command? { editing ? .screen(ManageCommand.cancel) : nil }

  func view(_ theme: Theme) -> [String] {
    var lines = theme.lines(heading(theme))
    if index == 0, !editing {
      lines += theme.lines(theme.strings.emptyManagement)
    } else {
      lines += fields.view(
        theme, question: theme.strings.question(index), pictures: pictures)
      lines += theme.rows(of: pictures)
    }
    if !editing { lines += theme.place(place) }
    lines += otherVersion(theme)
    if asksWhere { lines += theme.lines(theme.palette.faint(theme.strings.asksWhere)) }
    if let message { lines += message.view(theme) }
    if editing, !unsaved, !theme.isLive {
      lines += theme.lines(theme.palette.faint(theme.strings.editHint))
    }
    return lines
  }

  /// The question as another program or device has saved it.
  private func otherVersion(_ theme: Theme) -> [String] {
    guard let theirs else { return [] }
    return theme.lines(theme.palette.warning(theme.strings.theirs))
      + theirs.view(theme, question: theme.strings.question(index))
  }

  /// The text above the fields while they are filled in.
  fileprivate func formHead(_ theme: Theme) -> [String] {
    theme.lines(heading(theme)) + otherVersion(theme)
  }

  func question(before command: ManageCommand, _ strings: Strings) -> String? {
    if case .picture(let number) = command { return pictures.question(before: number, strings) }
    guard case .delete(let numbers) = command, index > 0, !editing
    else { return nil }
    if let numbers, numbers != LineNumbers(index) {
      return numbers.isIn(count) ? strings.deleteQuestions(numbers.count) : nil
    }
    return strings.deleteQuestion(fields.question.sanitisedLine.truncated(to: 40))
  }

  /// Above the list of the questions: their deck and their number, or the search that found them.
  fileprivate func title(_ theme: Theme) -> String {
    if let query {
      return theme.found(
        count, words: query.words.joined(separator: " "), deck: deck, tag: query.tag,
        since: query.since)
    }
    return (deck?.sanitisedLine ?? theme.strings.allDecks) + "  " + theme.strings.questions(count)
  }

  private func heading(_ theme: Theme) -> String {
    let strings = theme.strings
    let name = (questionDeck ?? deck)?.sanitisedLine ?? strings.allDecks
    let place = "\(index)/\(count)"
    var parts = theme.isLive ? [theme.palette.heading("\(name)  \(place)")] : ["[\(name)]", place]
    // A script has named the search itself.
    if let words = query?.words, !words.isEmpty, theme.columns != nil {
      parts.append(strings.searched(words.joined(separator: " ").sanitisedLine))
    }
    if editing { parts.append(theme.palette.warning(strings.editing)) }
    return parts.joined(separator: "  ")
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension ManageCommand: ScreenCommand {
  var partInForm: PartInForm? {
    switch self {
    case .edit: .opening
    case .write: .writing
    case .save, .overwrite, .reload, .keepBoth: .saving
    case .cancel: .closing
    case .back, .forward, .go, .show, .delete, .file, .picture: nil
    }
  }
}

extension LiveView {
  /// The screen is redrawn in place. While a question is edited, its form is filled in field by
  /// field.
  fileprivate init(_ state: ManageState, _ theme: Theme) {
    if state.asksWhere {
      self.init(
        RowList(asking: state, theme), of: .manage,
        title: theme.cut(theme.line(of: state.fields.question, state.fields.kind)), theme)
      keys.removeAll { $0 == .number(theme.strings) }
      return
    }
    if !state.editing, state.index > 0 {
      self.init(
        RowList(state, theme), of: .manage, title: state.title(theme), message: state.message,
        keys: [.search(theme.strings)]
          + (state.pictures.isEmpty ? [] : [.picture(.screen(ManageCommand.picture(nil)))]), theme)
      return
    }
    self.init(screen: .manage, theme)
    body = state.view(theme)
    subject = ViewID("manage", body)
    if state.editing {
      question = "manage edit"
      form = Form(
        state.fields, deck: state.questionDeck ?? "", of: state.decks,
        name: ViewID("edit", state.index), head: state.formHead(theme),
        end: .screen(ManageCommand.save),
        endLabel: theme.strings.saves, theme.strings
      ) { .screen(ManageCommand.write($0)) }
      keys = [.backToForm(theme.strings)] + keys
    }
  }
}

extension RowList {
  /// The two ways of changing a question that follows a file.
  fileprivate init(asking state: ManageState, _ theme: Theme) {
    let strings = theme.strings
    let rows: [(texts: [String], command: ManageCommand)] = [
      ([strings.opensFile], .file(nil)),
      ([strings.changesHere, strings.changesHereBriefly], .edit),
    ]
    self.init(
      id: ViewID("where", state.index), count: rows.count,
      lines: { row, columns in
        let texts = rows[row].texts
        return [
          theme.fitted(
            texts.first { theme.width($0) <= columns } ?? texts[texts.count - 1], to: columns)
        ]
      },
      command: { .screen(rows[$0].command) }, hint: { _ in strings("Enter do it", "Enter 決定") },
      subject: { _ in RowSubject(number: state.index) })
  }

  /// The questions, with the current one beside them.
  fileprivate init(_ state: ManageState, _ theme: Theme) {
    self.init(
      id: ViewID("manage", state.deck, state.count), total: state.count,
      first: state.items.first?.number, items: state.items, start: state.index - 1,
      showsDetails: true,
      row: { item, columns in theme.fitted(theme.line(of: item.question, item.kind), to: columns) },
      command: { _ in .screen(ManageCommand.edit) }, hint: theme.strings("Enter edit", "Enter 編集"),
      details: { item, theme in
        item.number == state.index
          ? state.fields.view(
            theme, question: theme.strings.question(item.number), pictures: state.pictures)
            + theme.rows(of: state.pictures) + theme.place(state.place) : []
      },
      select: { .screen(ManageCommand.go($0 + 1)) }, load: { .screen(ManageCommand.show($0)) })
    removal = .byCommand
  }
}

extension Strings {
  fileprivate var editing: String { self("(editing)", "（編集中）") }
  fileprivate var emptyManagement: String {
    self("There are no questions here. “register” adds one.", "質問がありません。register で登録できます。")
  }
  fileprivate var opensFile: String { self("Open the file", "ファイルを開く") }
  fileprivate var changesHere: String {
    self(
      "Change it here (what you change stays, whatever the file says later)",
      "ここで変更する（変更した項目には、以後ファイルの訂正が届きません）")
  }
  fileprivate var changesHereBriefly: String {
    self("Change it here (it then stays so)", "ここで変更（その項目は連動終了）")
  }
  /// The same for users who type commands.
  fileprivate var asksWhere: String {
    self(
      "This question follows its file: “file” opens it, “edit” once more changes the question here; "
        + "what you change then stays, whatever the file says later.",
      "この質問はファイルに連動しています。file でファイルを開き、もう一度 edit でここで変更します。"
        + "変更した項目には、以後ファイルの訂正が届きません。")
  }
  fileprivate var editHint: String {
    self(
      "“question”, “choice N”, “correct N”, “commentary”, “deck” write; then “save” or “cancel”.",
      "question、choice N、correct N、commentary、deck で入力し、save か cancel で終えます。")
  }

  func deleteQuestions(_ count: Int) -> String {
    self("Delete \(questions(count))?", "\(questions(count))を削除しますか?")
  }

  fileprivate func deleteQuestion(_ text: String) -> String {
    self("Delete the question “\(text)”?", "質問「\(text)」を削除しますか?")
  }
}
