import QuizKit

extension Screen {
  /// The first screen, from which the user chooses what to do.
  static let start = Screen(commands: CommandEntry.start) { (_: StartRoute, models) in
    try StartViewModel(models)
  }
}

extension CommandEntry {
  fileprivate static let start: [CommandEntry] = [
    CommandEntry(
      name: "quiz", aliases: ["クイズ", "play", "QUIZスタート"], screens: [.start], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "play a quiz", japanese: "クイズを始めます",
      options: OptionEntry.quiz + [
        OptionEntry(
          name: "mistakes", english: "only what was wrong the last time", japanese: "前回間違えた質問だけ")
      ]
    ) { arguments throws(CommandError) in
      var options = try arguments.quizOptions(usualCount: QuizOptions.usualCount)
      options.mistakes = arguments.flag("mistakes")
      return .application(.quiz(options))
    },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.start], isEverywhere: true,
      arguments: "[N]", english: "go on with the quiz that was left, or with number N of several",
      japanese: "中断したクイズを続けます(複数あるときは番号で選びます)"
    ) { arguments throws(CommandError) in
      .application(.resume(try arguments.nextNumberIfAny()))
    },
    CommandEntry(
      name: "import", aliases: ["取り込み", "読み込み"], screens: [.start], isEverywhere: true,
      arguments: "FILE… [OPTIONS]",
      english: "bring in questions from files", japanese: "ファイルから問題を取り込みます",
      options: [
        OptionEntry(
          name: "format", value: "FORMAT", english: "the files' format (otherwise guessed)",
          japanese: "ファイルの形式(省略すると推測)"),
        OptionEntry(
          name: "deck", value: "DECK", english: "put all questions into this deck",
          japanese: "すべてこの問題集に入れる"),
        OptionEntry(
          name: "dry-run", english: "report only, change nothing", japanese: "報告だけして、何も変更しない"),
        OptionEntry(
          name: "strict", english: "bring in nothing unless every question can be",
          japanese: "1 問でも取り込めなければ、何も取り込まない"),
        OptionEntry(
          name: "allow-duplicates", english: "bring in questions that are there already",
          japanese: "すでにある質問も取り込む"),
        OptionEntry(
          name: "keep-existing",
          english: "leave questions as they are whose identifier a file has too",
          japanese: "同じ識別子の質問がすでにあれば、変更しない"),
        OptionEntry(
          name: "all-problems", english: "list every problem instead of counting those of one kind",
          japanese: "同じ種類の問題点もまとめず、すべて表示する"),
        OptionEntry(
          name: "questions-only", english: "leave out the notes and the history of a backup",
          japanese: "バックアップのメモと履歴は取り込まない"),
      ] + OptionEntry.reading
    ) { arguments throws(CommandError) in
      var files = [try arguments.next("FILE")]
      files += arguments.remaining()
      return .application(
        .importFiles(
          ImportOptions(
            files: files, format: arguments.value("format"), deck: arguments.value("deck"),
            dryRun: arguments.flag("dry-run"), strict: arguments.flag("strict"),
            allowDuplicates: arguments.flag("allow-duplicates"),
            keepsExisting: arguments.flag("keep-existing"),
            allProblems: arguments.flag("all-problems"),
            questionsOnly: arguments.flag("questions-only"),
            reading: try arguments.readingOptions())))
    },
    CommandEntry(
      name: "cancel", aliases: ["中止"], screens: [.start],
      english: "stop the import or the fit that is under way", japanese: "取り込みや調整を中止します"
    ) { _ throws(CommandError) in .application(.cancelImport) },
    CommandEntry(
      name: "export", aliases: ["書き出し"], screens: [.start], isEverywhere: true,
      arguments: "FILE [OPTIONS]",
      english: "write questions into a file", japanese: "問題をファイルに書き出します",
      options: [
        OptionEntry(
          name: "format", value: "FORMAT", english: "the file's format (otherwise by its name)",
          japanese: "ファイルの形式(省略すると名前で判断)"),
        OptionEntry(
          name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
      ] + OptionEntry.writing
    ) { arguments throws(CommandError) in
      .application(
        .exportFile(
          ExportOptions(
            file: try arguments.next("FILE"), format: arguments.value("format"),
            deck: arguments.value("deck"), isBackup: arguments.flag("backup"),
            isOfAnswers: arguments.flag("answers"), writing: try arguments.writingOptions())))
    },
    CommandEntry(
      name: "sample", aliases: ["サンプル"], screens: [.start],
      english: "add the sample decks", japanese: "サンプルの問題集を追加します"
    ) { arguments throws(CommandError) in .screen(StartCommand.addSamples(arguments.language)) },
  ]
}

extension StartState: Viewable {
  /// The number of decks listed. A longer list would push everything else off the screen.
  private static let mostDecks = 12

  func view(_ look: Look) -> [String] {
    let strings = look.strings
    guard questions > 0 else {
      return look.lines(strings.emptyBank)
    }
    var lines = [look.palette.heading(strings.bank(decks: decks.count, questions: questions))]
    lines += Array(decks.prefix(Self.mostDecks)).lines(selected: selectedDeck, look)
    if decks.count > Self.mostDecks {
      lines.append("  " + look.palette.faint(strings.furtherOnes(decks.count - Self.mostDecks)))
    }
    lines += waiting.lines(look)
    if let next, next.action == .quiz {
      lines += look.lines(strings.plays(next, by: "“quiz”", "quiz ") + strings(".", "。"))
    }
    return lines
  }

  func stage(_ look: Look) -> Stage { Stage(self, look) }
}

extension Stage {
  fileprivate init(_ state: StartState, _ look: Look) {
    self.init(screen: .start, look)
    status = (state.importing.map { $0.rows(look) } ?? []) + (state.fitting.map(look.fitRow) ?? [])
    // Redrawn in place, so that it does not stay above the questions that come.
    if state.questions == 0 { body = state.view(look) }
    let strings = look.strings
    guard state.importing == nil else {
      help = strings.importKeys
      return
    }
    help = strings.startKeys
    guard let next = state.next else { return }
    switch next.action {
    case .resume:
      shortcuts[.named(.enter)] = "resume 1"
      help = strings.goesOn(next) + strings.moreKeys
    case .quiz:
      shortcuts[.named(.enter)] = "quiz"
      help = strings.plays(next, by: "Enter", "Enter ") + strings.moreKeys
    }
    // Somebody who closes a result with Enter twice does not begin another quiz.
    answerKeys = [.named(.enter)]
  }
}

extension Strings {
  fileprivate var startKeys: String {
    self("Tab commands, help explains them", "Tab 一覧・help コマンドの説明")
  }

  fileprivate var moreKeys: String { self(", Tab commands", "・Tab 一覧") }

  fileprivate var importKeys: String { self("Ctrl-C stops the import", "Ctrl-C 取り込みを中止") }

  var emptyBank: String {
    self(
      "There are no questions yet. “sample” adds the sample decks, “import FILE” brings in your own.",
      "問題がまだありません。sample でサンプルを追加、import FILE で取り込みができます。")
  }

  func bank(decks: Int, questions count: Int) -> String {
    self(
      "\(questions(count)) in \(decks == 1 ? "1 deck" : "\(decks) decks")",
      "問題集 \(decks) 件、\(questions(count))")
  }

  func furtherOnes(_ count: Int) -> String {
    self("and \(count) more", "ほか \(count) 件")
  }

  fileprivate func plays(_ next: StartState.Next, by english: String, _ japanese: String) -> String
  {
    let title = name(of: next.title)
    return self(
      "\(english) plays \(title) (\(questions(next.questions)))",
      "\(japanese)で「\(title)」を始めます(\(questions(next.questions)))")
  }

  fileprivate func goesOn(_ next: StartState.Next) -> String {
    let title = name(of: next.title)
    return self("Enter goes on with \(title)", "Enter で「\(title)」を続ける")
  }

  private func name(of title: String) -> String {
    title.isEmpty ? self("all decks", "すべての問題集") : title.sanitisedLine
  }
}
