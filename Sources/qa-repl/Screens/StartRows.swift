import QuizKit
import QuizSupport

extension RowList {
  /// The unfinished quizzes, the review, all decks together, and each deck. The cursor starts on
  /// the row that the user probably wants next, which is the deck with new questions after an
  /// import.
  init(_ state: StartState, _ theme: Theme) {
    let rows = StartRow.rows(of: state)
    let decks = DeckRows(
      rows.compactMap { row in
        guard case .deck(let name, let questions, let recall, _) = row else { return nil }
        return DeckRows.Row(
          name: name ?? theme.strings.allDecks, questions: questions, recall: recall)
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
      command: { rows[$0].command },
      hint: { rows[$0].hint(theme.strings, byNeed: state.asksByNeed) },
      details: { row, theme in rows[row].details(in: state, theme) },
      reading: { rows[$0].reading(in: state) })
    followsCommands = true
    onward = { rows[$0].onward }
    onwardHint = theme.toWays
    subject = { row in
      if case .deck(let name?, _, _, _) = rows[row] { RowSubject(deck: name) } else { nil }
    }
    removal = .own { rows[$0].removal }
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
      theme.row(theme.strings.reviewsDue(due), about: seconds, columns)
    case .deck: nil
    }
  }

  /// The effect of Enter.
  var command: Command {
    switch self {
    case .waiting(let quiz): .application(.resume(quiz.number))
    case .moreWait: .open(.unfinished)
    case .exams: .open(.list(ExamsState.self, ListPosition(1, total: 0)))
    case .review: .application(.quiz(.review))
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

  func hint(_ strings: Strings, byNeed: Bool) -> String {
    switch self {
    case .waiting: strings("Enter go on", "Enter 続ける")
    case .moreWait: strings("Enter shows them", "Enter 一覧を表示")
    case .exams: strings("Enter the exams", "Enter 模擬試験の一覧")
    case .review(nil, _): strings("Enter review", "Enter 復習する")
    case .review(let due?, _): strings.reviews(due)
    case .deck(_, let questions, let recall, let way):
      if byNeed, let recall, [.play, .practice, .timed].contains(way.way) {
        strings.plays(
          way, NextRound(recall, of: questions, size: way.size(of: questions)), questions)
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
      strings(" \($0.percent) %, ", " \($0.percent)% ") + strings.short($0.day)
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
    return lines(palette.heading(strings.reviewsDue(recall.all.due))) + [""] + rows
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

  fileprivate func reviewsDue(_ count: Int?) -> String {
    switch count {
    case nil: self("Review what is due: ..", "復習する質問 ..")
    case 0: self("Nothing is due for review today", "今日復習する質問はありません")
    case let count?: self("Review what is due: \(questions(count))", "復習する質問 \(count) 問")
    }
  }

  /// The effect of Enter on a deck that was played before, such as
  /// `Enter play 20 of 600 · 6 due · 4 wrong · 10 new`.
  fileprivate func plays(_ way: ChosenWay, _ round: NextRound, _ count: Int) -> String {
    let asked = way.size(of: count)
    let parts = [
      round.due > 0 ? self("\(round.due) due", "復習 \(round.due)") : nil,
      round.wrong > 0 ? self("\(round.wrong) wrong", "不正解 \(round.wrong)") : nil,
      round.new > 0 ? self("\(round.new) new", "新規 \(round.new)") : nil,
    ].compactMap(\.self)
    let limit = way.time(for: count).map { self(" in \(brief($0))", "(\(brief($0)))") } ?? ""
    let verb = way.way == .practice ? self("practise", "練習") : self("play", "出題")
    let text = self("Enter \(verb) \(asked) of \(count)", "Enter \(count) 問中 \(asked) 問を\(verb)")
    return ([text + limit] + parts).joined(separator: " · ")
  }

  /// The effect of Enter on a deck with so many questions.
  func plays(_ way: ChosenWay, of count: Int) -> String {
    let asked = way.size(of: count)
    let limit = way.time(for: count).map { brief($0) } ?? ""
    switch way.way {
    case .practice: return self("Enter practise \(questions(asked))", "Enter \(asked) 問を練習する")
    case .timed:
      return self(
        "Enter play \(questions(asked)) in \(limit)", "Enter \(limit)で \(asked) 問を始める")
    case .play, .all, .review, .mistakes, .shuffled, .inOrder:
      return self("Enter play \(questions(asked))", "Enter \(asked) 問を始める")
    }
  }
}
