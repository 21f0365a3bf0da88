import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The first screen, from which the user chooses what to do.
  static let start = Screen(english: "start", japanese: "ホーム", commands: CommandEntry.start) {
    (_: StartRoute, models) in
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
          name: "mistakes", english: "only questions that were wrong the last time",
          japanese: "前回間違えた質問だけ")
      ], group: .play, alone: .takesInput
    ) { arguments throws(CommandError) in
      var options = try arguments.usualQuizOptions()
      options.mistakes = arguments.flag("mistakes")
      return .application(.quiz(options))
    },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.start], isEverywhere: true,
      arguments: "[N]", english: "go on with the quiz that was left, or with number N of several",
      japanese: "中断したクイズを続けます（複数あるときは番号で選びます）", group: .play,
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
          japanese: "ファイルの形式（省略すると自動判別）"),
        OptionEntry(
          name: "deck", value: "DECK", english: "put all questions into this deck",
          japanese: "すべてこの問題集に入れる"),
        OptionEntry(
          name: "dry-run", english: "report only, change nothing", japanese: "結果を報告するだけで、何も変更しない"),
        OptionEntry(
          name: "look", english: "look at what one file has, and choose how to read it, before",
          japanese: "取り込む前に 1 つのファイルの内容を確認し、読み方を選ぶ"),
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
      let options = ImportOptions(
        files: files, format: arguments.value("format"), deck: arguments.value("deck"),
        dryRun: arguments.flag("dry-run"), strict: arguments.flag("strict"),
        allowDuplicates: arguments.flag("allow-duplicates"),
        keepsExisting: arguments.flag("keep-existing"),
        takesTheirs: arguments.flag("theirs"),
        allProblems: arguments.flag("all-problems"),
        questionsOnly: arguments.flag("questions-only"),
        reading: try arguments.readingOptions())
      return arguments.flag("look")
        ? .open(.importing(options)) : .application(.importFiles(options))
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
          japanese: "ファイルの形式（省略すると名前で判別）"),
        OptionEntry(
          name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        OptionEntry(
          name: "exam", value: "EXAM", english: ".exam, .html: this exam, to share or to print",
          japanese: ".exam、.html: この模擬試験（共有用、印刷用）"),
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
    follow, unfollow, sync,
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
    if case .follow(let path, let deck, _) = offer {
      lines += theme.lines(strings.offersFollowing(path, deck))
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
      "復習する質問が \(figure(count)) 問あります。review で始めます。")
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

  /// The row after an import, whose end may be cut.
  fileprivate var followsFile: String {
    self("Follow this file: its corrections come by themselves", "ファイルに連動:訂正が自動で届きます")
  }

  /// The same for users who type commands.
  fileprivate func offersFollowing(_ path: String, _ deck: String?) -> String {
    let words = ["follow", path] + (deck.map { ["--deck", $0] } ?? [])
    let line = words.map { CommandWord.quoted($0.sanitisedLine) }.joined(separator: " ")
    return self(
      "“\(line)” follows this file: its corrections come by themselves.",
      "\(line) でファイルに連動すると、訂正が自動で届きます。")
  }

  /// The text after the title; empty while nothing is due.
  fileprivate func dueToday(_ recall: RecallOverview?) -> String {
    due(recall).isEmpty ? "" : due(recall) + self(" today", "")
  }

  fileprivate func due(_ recall: RecallOverview?) -> String {
    guard let due = recall?.all.due, due > 0 else { return "" }
    return self("  \(figure(due)) due", "、復習 \(figure(due)) 問")
  }

  func furtherOnes(_ count: Int) -> String {
    self("and \(count) more", "ほか \(count) 件")
  }

  fileprivate func plays(_ next: StartState.Next, by english: String, _ japanese: String) -> String
  {
    let title = name(of: next.title)
    return self(
      "\(english) plays \(title) (\(questions(next.questions)))",
      "\(japanese)で「\(title)」を始めます（\(questions(next.questions))）")
  }

  private func name(of title: String?) -> String {
    title?.sanitisedLine ?? self("all decks", "すべての問題集")
  }
}

extension RowList {
  /// The unfinished quizzes, the review, all decks together, and each deck. The cursor starts on
  /// the row that the user probably wants next, which is the deck with new questions after an
  /// import.
  init(_ state: StartState, _ theme: Theme) {
    let rows = StartRow.rows(of: state)
    let problems = Dictionary(state.decks.map { ($0.name, $0.problemCount) }) { first, _ in first }
    let decks = DeckRows(
      rows.compactMap { row in
        guard case .deck(let name, let questions, let recall, _) = row else { return nil }
        return DeckRows.Row(
          name: name ?? theme.strings.allDecks, questions: questions, recall: recall,
          problems: name.flatMap { problems[$0] ?? nil })
      }, theme)
    let first = rows.firstIndex { if case .deck = $0 { true } else { false } } ?? rows.count
    let review = rows.firstIndex { if case .review = $0 { true } else { false } }
    let goesOn = rows.firstIndex { if case .waiting = $0 { true } else { false } }
    func place(of deck: String?) -> Int? {
      guard let deck else { return nil }
      return rows.firstIndex {
        if case .deck(let name, _, _, _) = $0 { name == deck } else { false }
      }
    }
    let next = [state.beginsWithReview ? review : nil, goesOn].compactMap(\.self).min()
    let usual = next ?? place(of: state.selectedDeck) ?? first
    self.init(
      id: "start", count: rows.count, start: place(of: state.importedDeck) ?? usual,
      lines: { row, columns in
        [rows[row].line(columns, theme) ?? decks.line(row - first, columns)]
      },
      command: { rows[$0].command(in: state) },
      hint: { rows[$0].hint(theme, state) },
      details: { row, theme in rows[row].details(in: state, theme) },
      reading: { rows[$0].reading(in: state) },
      onward: { rows[$0].onward }, onwardHint: theme.toWays,
      subject: { row in
        if case .deck(let name?, _, _, _) = rows[row] { RowSubject(deck: name) } else { nil }
      })
    followsCommands = true
    removal = .own { rows.indices.contains($0) ? rows[$0].removal : nil }
    guard let offer = state.offer else { return }
    let strings = theme.strings
    let offers = Extra(
      line: { theme.fitted(theme.strings.followsFile, to: $0) },
      hint: strings("Enter follow", "Enter 連動する"), command: .application(.follow(offer)))
    self = ending(with: [offers])
  }
}

/// A row of the first screen.
private enum StartRow {
  case waiting(WaitingQuiz)
  /// The other quizzes that wait.
  case moreWait(Int)
  /// The exams, and the one that was finished last.
  case exams(Int, StartState.FinishedExam?)
  /// The review; without a number while it is not known what is due.
  case review(due: Int?, seconds: Int?)
  /// A deck, or all of them for `nil`, and the way in which Enter plays it.
  case deck(String?, questions: Int, RecallOverview.Part?, ChosenWay)

  static func rows(of state: StartState) -> [StartRow] {
    // The time of some runs or is limited, so each has its row. Of the others the newest is enough.
    var rows = state.waiting.filter(\.isTimed).map { StartRow.waiting($0) }
    let others = state.waiting.filter { !$0.isTimed }
    let newest = others.first.map { [StartRow.waiting($0)] } ?? []
    if state.goesOnToday { rows += newest }
    let (due, time) = (state.overview?.all.due, state.overview?.seconds)
    if state.reservesReview {
      // The row has been there before the number, and stays whatever the number is.
      rows.append(.review(due: state.awaitsRecall ? nil : due ?? 0, seconds: time))
    } else if let due, due > 0 {
      rows.append(.review(due: due, seconds: time))
    }
    if !state.goesOnToday { rows += newest }
    if others.count > 1 { rows.append(.moreWait(others.count - 1)) }
    if state.exams > 0 { rows.append(.exams(state.exams, state.lastExam)) }
    let isSelected = state.decks.contains { $0.name == state.selectedDeck }
    if !isSelected, state.decks.count > 1 {
      rows.append(.deck(nil, questions: state.questions, state.overview?.all, state.wayOfAll))
    }
    return rows
      + state.decks.enumerated().map { index, deck in
        .deck(
          deck.name, questions: deck.questions, state.overview?.byDeck[index], state.ways[index])
      }
  }

  /// The text of the row; `nil` for a deck, whose row has columns.
  func line(_ columns: Int, _ theme: Theme) -> String? {
    switch self {
    case .waiting(let quiz): theme.waits(quiz, columns)
    case .moreWait(let count): theme.fitted(theme.strings.moreWait(count), to: columns)
    case .exams(let count, let last): theme.exams(count, last, columns)
    case .review(let due, let seconds):
      theme.row(theme.strings.reviewsDue(due, theme.signs), about: seconds, columns)
    case .deck: nil
    }
  }

  /// The effect of Enter.
  func command(in state: StartState) -> Command {
    switch self {
    case .waiting(let quiz): .application(.resume(quiz.number))
    case .moreWait: .open(.unfinished)
    case .exams: .open(.list(ExamsState.self, ListPosition(1, total: 0)))
    case .review: .application(.quiz(.review(asking: state.usual.limit)))
    case .deck(let name, let questions, _, let way):
      .application(.quiz(way.options(deck: name, count: questions)))
    }
  }

  /// The effect of Right: the ways of playing a deck.
  var onward: Command? {
    if case .deck(let name, _, _, _) = self { .open(.ways(deck: name)) } else { nil }
  }

  /// The effect of Del.
  var removal: Command? {
    switch self {
    case .deck(let name?, _, _, _): .screen(StartCommand.deleteDeck(name))
    case .waiting(let quiz): .screen(StartCommand.throwAway(quiz.number))
    case .deck, .review, .moreWait, .exams: nil
    }
  }

  /// What a wide window shows beside the list.
  func details(in state: StartState, _ theme: Theme) -> [String] {
    switch self {
    case .waiting(let quiz): theme.details(of: quiz)
    case .moreWait, .exams: []
    case .review: state.overview.map { theme.dueByDeck($0, state.decks) } ?? []
    case .deck(let name, let questions, _, _):
      theme.deckDetails(
        name ?? theme.strings.allDecks, questions: questions,
        state.preview?.deck == name ? state.preview : nil)
    }
  }

  /// The command that reads what ``details(in:_:)`` needs; `nil` when it is there.
  func reading(in state: StartState) -> Command? {
    guard case .deck(let name, _, _, _) = self else { return nil }
    if let preview = state.preview, preview.deck == name { return nil }
    return .screen(StartCommand.preview(name))
  }

  func hint(_ theme: Theme, _ state: StartState) -> String {
    let strings = theme.strings
    return switch self {
    case .waiting: strings("Enter go on", "Enter 続ける")
    case .moreWait: strings("Enter shows them", "Enter 一覧を表示")
    case .exams: strings("Enter the exams", "Enter 模擬試験の一覧")
    case .review(nil, _): strings("Enter review", "Enter 復習する")
    case .review(let due?, _): strings.reviews(due, round: state.usual.size(of: due))
    case .deck(_, let questions, let recall, let way):
      if state.asksByNeed, let recall, [.play, .practice, .timed].contains(way.way) {
        strings.plays(
          way, NextRound(recall, of: questions, size: way.size(of: questions)), questions,
          theme.signs)
      } else {
        strings.plays(way, of: questions)
      }
    }
  }
}

extension Theme {
  /// The number of exams and the marks of the last one.
  fileprivate func exams(
    _ count: Int, _ last: StartState.FinishedExam?, _ columns: Int
  ) -> String {
    let head = strings("Exams", "模擬試験") + "  \(count)"
    let marks = last.map {
      strings(" \($0.percent) %, ", " \($0.percent) % ") + strings.short($0.day)
    }
    let room = columns - width(head + "    " + (marks ?? ""))
    guard let last, let marks, room >= 4 else { return fitted(head, to: columns) }
    return head + "    " + palette.faint(fitted(last.name.sanitisedLine, to: room) + marks)
  }

  /// What to review, with the time that it takes if there is room for it.
  fileprivate func row(_ text: String, about seconds: Int?, _ columns: Int) -> String {
    let minutes = seconds.map { max(1, ($0 + 30) / 60) }
    let whole = text + (minutes.map { strings(", about \($0) min", "、約 \($0) 分") } ?? "")
    return width(whole) <= columns ? whole : fitted(text, to: columns)
  }

  /// How many questions of each deck are due.
  fileprivate func dueByDeck(_ recall: RecallOverview, _ decks: [DeckSummary]) -> [String] {
    let due = zip(decks, recall.byDeck).filter { $1.due > 0 }
    let cells = due.map { "\($1.due)".count }.max() ?? 0
    let rows = due.map { deck, part in
      cut("\(part.due)".padded(to: cells, .trailing) + "  " + deck.name.sanitisedLine)
    }
    return lines(palette.heading(strings.reviewsDue(recall.all.due, signs))) + [""] + rows
  }
}

extension Strings {
  fileprivate func moreWait(_ count: Int) -> String {
    self(
      count == 1 ? "1 more quiz waits" : "\(count) more quizzes wait", "ほかに中断したクイズ \(count) 件")
  }

  /// A day without its year: `24 Nov`.
  fileprivate func short(_ day: Day) -> String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let date = day.date
    return self("\(date.day) \(names[date.month - 1])", "\(date.month)/\(date.day)")
  }

  fileprivate func reviewsDue(_ count: Int?, _ signs: Signs) -> String {
    switch count {
    case nil: self("Review what is due: \(signs.cut)", "復習する質問 \(signs.cut)")
    case 0: self("Nothing is due for review today", "今日復習する質問はありません")
    case let count?: self("Review what is due: \(questions(count))", "復習する質問 \(figure(count)) 問")
    }
  }

  /// The effect of Enter on a deck that was played before, such as
  /// `Enter play 20 of 600 · 6 due · 4 wrong · 10 new`.
  fileprivate func plays(
    _ way: ChosenWay, _ round: NextRound, _ count: Int, _ signs: Signs
  ) -> String {
    let asked = way.size(of: count)
    let parts = [
      round.due > 0 ? self("\(round.due) due", "復習 \(round.due)") : nil,
      round.wrong > 0 ? self("\(round.wrong) wrong", "不正解 \(round.wrong)") : nil,
      round.new > 0 ? self("\(round.new) new", "新規 \(round.new)") : nil,
    ].compactMap(\.self)
    let limit = way.time(for: count).map { self(" in \(brief($0))", "（\(brief($0))）") } ?? ""
    let verb = way.way == .practice ? self("practise", "練習") : self("play", "出題")
    let text = self(
      "Enter \(verb) \(figure(asked)) of \(figure(count))",
      "Enter \(figure(count)) 問中 \(figure(asked)) 問を\(verb)")
    return ([text + limit] + parts).joined(separator: " \(signs.separator) ")
  }

  /// The effect of Enter on a deck with so many questions.
  func plays(_ way: ChosenWay, of count: Int) -> String {
    let asked = way.size(of: count)
    let limit = way.time(for: count).map { brief($0) } ?? ""
    switch way.way {
    case .practice:
      return self("Enter practise \(questions(asked))", "Enter \(figure(asked)) 問を練習する")
    case .timed:
      return self(
        "Enter play \(questions(asked)) in \(limit)", "Enter \(limit)で \(figure(asked)) 問を始める")
    case .play, .all, .review, .mistakes, .shuffled, .inOrder:
      return self("Enter play \(questions(asked))", "Enter \(figure(asked)) 問を始める")
    }
  }
}

extension SelectedDeck {
  func view(_ theme: Theme) -> [String] { theme.lines(sentence(theme.strings)) }

  fileprivate func sentence(_ strings: Strings) -> String {
    guard let name = name?.sanitisedLine else {
      return strings(
        "All decks are selected: a quiz without a deck asks everything.",
        "すべての問題集を選びました。問題集を指定しないクイズは全体から出題します。")
    }
    return strings(
      "“\(name)” is selected: a quiz without a deck asks it, and new questions go there.",
      "「\(name)」を選びました。問題集を指定しないクイズの出題と、新しい質問の登録に使います。")
  }
}

/// The answer to a review when nothing is due. It is not a failure.
struct NothingDue {
  /// The day on which a question will be due; `nil` when nothing has been asked yet.
  let next: Day?
  /// The sentence about it.
  let text: String

  func view(_ theme: Theme) -> [String] { theme.lines(text) }
}
