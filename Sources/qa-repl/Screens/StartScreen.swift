import QuizKit

extension Screen {
  /// The first screen, from which the user chooses what to do.
  static let start = Screen(english: "start", japanese: "ホーム", commands: CommandEntry.start) {
    (_: StartRoute, models) in
    // Exams whose time ran out while the program was closed are handed in before the screen lists
    // unfinished quizzes.
    try models.quizzes.handInExpired()
    return try StartViewModel(models)
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
          name: "mistakes", english: "only questions that were wrong the last time",
          japanese: "前回間違えた質問だけ")
      ], group: .play, alone: .takesInput
    ) { arguments throws(CommandError) in
      var options = try arguments.quizOptions(usualCount: QuizOptions.usualCount)
      options.mistakes = arguments.flag("mistakes")
      return .application(.quiz(options))
    },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.start], isEverywhere: true,
      arguments: "[N]", english: "go on with the quiz that was left, or with number N of several",
      japanese: "中断したクイズを続けます(複数あるときは番号で選びます)", group: .play,
      alone: .takesInput
    ) { arguments throws(CommandError) in
      .application(.resume(try arguments.nextNumberIfAny()))
    },
    CommandEntry(
      name: "import", aliases: ["取り込み", "読み込み"], screens: [.start], isEverywhere: true,
      arguments: "FILE… [OPTIONS]",
      english: "bring in questions from files", japanese: "ファイルから質問を取り込みます",
      options: [
        OptionEntry(
          name: "format", value: "FORMAT", english: "the files' format (otherwise guessed)",
          japanese: "ファイルの形式(省略すると自動判別)"),
        OptionEntry(
          name: "deck", value: "DECK", english: "put all questions into this deck",
          japanese: "すべてこの問題集に入れる"),
        OptionEntry(
          name: "dry-run", english: "report only, change nothing", japanese: "結果を報告するだけで、何も変更しない"),
        OptionEntry(
          name: "strict", english: "bring in nothing unless every question can be",
          japanese: "1 問でも取り込めなければ、何も取り込まない"),
        OptionEntry(
          name: "allow-duplicates", english: "bring in questions that the bank has already",
          japanese: "すでにある質問も取り込む"),
        OptionEntry(
          name: "keep-existing",
          english: "do not change questions that the bank has already",
          japanese: "すでにある質問は変更しない"),
        OptionEntry(
          name: "theirs",
          english: "take the file's version of what was changed both here and in the file",
          japanese: "問題集とファイルの両方で変わった項目は、ファイルの内容にする"),
        OptionEntry(
          name: "all-problems", english: "list every problem instead of counting those of one kind",
          japanese: "同じ種類の問題点もまとめず、すべて表示する"),
        OptionEntry(
          name: "questions-only", english: "leave out the notes and the history of a backup",
          japanese: "バックアップのメモと履歴は取り込まない"),
      ] + OptionEntry.reading, group: .bank
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
            takesTheirs: arguments.flag("theirs"),
            allProblems: arguments.flag("all-problems"),
            questionsOnly: arguments.flag("questions-only"),
            reading: try arguments.readingOptions())))
    },
    .plain(
      "cancel", ["中止"], on: [.start], .application(.cancelImport),
      "stop the import or the fit that is under way", "取り込みや調整を中止します"),
    CommandEntry(
      name: "export", aliases: ["書き出し"], screens: [.start], isEverywhere: true,
      arguments: "FILE [OPTIONS]",
      english: "write questions into a file", japanese: "質問をファイルに書き出します",
      options: [
        OptionEntry(
          name: "format", value: "FORMAT", english: "the file's format (otherwise by its name)",
          japanese: "ファイルの形式(省略すると名前で判別)"),
        OptionEntry(
          name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        OptionEntry(
          name: "exam", value: "EXAM", english: ".exam, .html: this exam, to share or to print",
          japanese: ".exam、.html: この模擬試験(共有用、印刷用)"),
        .seed,
      ] + OptionEntry.writing, group: .bank, alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .application(
        .exportFile(
          ExportOptions(
            file: try arguments.next("FILE"), format: arguments.value("format"),
            deck: arguments.value("deck"), isBackup: arguments.flag("backup"),
            isOfAnswers: arguments.flag("answers"), exam: try arguments.examExport(),
            writing: try arguments.writingOptions())))
    },
    sync,
    CommandEntry(
      name: "sample", aliases: ["サンプル"], screens: [.start],
      english: "add the sample decks", japanese: "サンプルの問題集を追加します", group: .bank
    ) { arguments throws(CommandError) in .screen(StartCommand.addSamples(arguments.language)) },
  ]
}

extension StartCommand: ScreenCommand {}

extension StartState: Viewable {
  /// The number of decks listed. A longer list would push everything else off the screen.
  private static let mostDecks = 12

  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard questions > 0 else {
      return theme.lines(strings.program) + theme.lines(strings.emptyBank)
    }
    var lines = [theme.palette.heading(strings.bank(decks: decks.count, questions: questions))]
    lines += Array(decks.prefix(Self.mostDecks)).lines(selected: selectedDeck, theme)
    if decks.count > Self.mostDecks {
      lines.append("  " + theme.palette.faint(strings.furtherOnes(decks.count - Self.mostDecks)))
    }
    lines += waiting.lines(theme)
    if beginsWithReview, waiting.isEmpty, let due = overview?.all.due {
      lines += theme.lines(strings.offersReview(due))
    } else if let suggestion, suggestion.action == .quiz {
      lines += theme.lines(strings.plays(suggestion, by: "“quiz”", "quiz ") + strings(".", "。"))
    }
    return lines
  }

  func question(before command: StartCommand, _ strings: Strings) -> String? {
    switch command {
    case .deleteDeck(let name):
      decks.first { $0.name == name }.map {
        strings.deleteDeck(name.sanitisedLine, questions: $0.questions)
      }
    case .throwAway(let number):
      waiting.first { $0.number == number }.map { strings.throwsAway($0) }
    case .addSamples, .recall, .preview: nil
    }
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension LiveView {
  /// The unfinished quizzes, the review and the decks, in a list where Enter plays.
  fileprivate init(_ state: StartState, _ theme: Theme) {
    self.init(screen: .start, theme)
    let strings = theme.strings
    let progress =
      (state.importing.map { $0.rows(theme) } ?? []) + (state.fitting.map(theme.fitRow) ?? [])
    status = progress
    isFirst = true
    // Redrawn in place, so that it does not stay above the questions that follow.
    guard state.questions > 0 else {
      body = theme.lines(strings.program)
      // The offer of the sample decks takes its place.
      message = theme.lines(strings.emptyBank)
      return
    }
    guard state.importing == nil else {
      body = []
      keys = [KeyBinding(hint: strings("Ctrl-C stops the import", "Ctrl-C 取り込みを中止"))]
      return
    }
    let list = RowList(state, theme)
    self.init(
      list, of: .start,
      title: state.title(theme),
      keys: [.search(strings)], namesLeaving: false,
      theme)
    status += progress
    isFirst = true
    keys.removeAll { $0 == .number(strings) }
    if state.awaitsRecall { afterthought = .screen(StartCommand.recall) }
    // A user who closes a result by pressing Enter twice must not begin another quiz.
    answerKeys = [.named(.enter)]
  }
}

extension StartState {
  /// The number of questions, and how many are due. A narrow window has no room for the program's
  /// name.
  fileprivate func title(_ theme: Theme) -> String {
    let strings = theme.strings
    let sum = strings.bank(decks: decks.count, questions: questions)
    let whole = sum + strings.dueToday(overview)
    return theme.longest(of: ["qa-repl  " + whole, whole, sum + strings.due(overview)])
  }
}

extension Strings {
  /// A sentence about the program, for users who see it for the first time.
  var program: String {
    self(
      "qa-repl is a quiz that asks again before you forget.",
      "qa-repl は、忘れるころにもう一度出題するクイズです。")
  }

  /// The questions that are due, for users who type commands.
  fileprivate func offersReview(_ count: Int) -> String {
    self(
      "\(questions(count)) \(count == 1 ? "is" : "are") due; “review” plays them.",
      "復習する質問が \(count) 問あります。review で始めます。")
  }

  var emptyBank: String {
    self(
      "There are no questions yet. “sample” adds the sample decks, "
        + "“import FILE” brings in your own.",
      "質問がまだありません。sample でサンプルを追加、import FILE で質問を取り込めます。")
  }

  func bank(decks: Int, questions count: Int) -> String {
    self(
      "\(questions(count)) in \(decks == 1 ? "1 deck" : "\(decks) decks")",
      "問題集 \(decks) 件、\(questions(count))")
  }

  /// The text after the title; empty while nothing is due.
  fileprivate func dueToday(_ recall: RecallOverview?) -> String {
    due(recall).isEmpty ? "" : due(recall) + self(" today", "")
  }

  fileprivate func due(_ recall: RecallOverview?) -> String {
    guard let due = recall?.all.due, due > 0 else { return "" }
    return self("  \(due) due", "、復習 \(due) 問")
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

  private func name(of title: String?) -> String {
    title?.sanitisedLine ?? self("all decks", "すべての問題集")
  }
}
