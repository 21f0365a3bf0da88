import QuizKit

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
    func place(of deck: String?) -> Int? {
      guard let deck else { return nil }
      return rows.firstIndex {
        if case .deck(let name, _, _, _) = $0 { name == deck } else { false }
      }
    }
    func deck(at row: Int) -> String? {
      if case .deck(let name, _, _, _) = rows[row] { name } else { nil }
    }
    let isFirstNext = !state.waiting.isEmpty || state.beginsWithReview
    let usual = isFirstNext ? 0 : place(of: state.selectedDeck) ?? first
    self.init(
      id: "start", count: rows.count, start: place(of: state.importedDeck) ?? usual,
      lines: { row, columns in
        [rows[row].line(columns, theme) ?? decks.line(row - first, columns)]
      },
      command: { rows[$0].command }, hint: { rows[$0].hint(theme.strings) },
      details: { row, theme in
        let deck = state.decks.first { $0.name == deck(at: row) }
        return deck?.details(state.preview, theme) ?? []
      },
      reading: { row in
        deck(at: row).flatMap {
          state.preview?.deck == $0 ? nil : .screen(StartCommand.preview($0))
        }
      })
    followsCommands = true
    onward = { rows[$0].onward }
    onwardHint = theme.toWays
    subject = { row in
      if case .deck(let name?, _, _, _) = rows[row] { RowSubject(deck: name) } else { nil }
    }
  }
}

/// A row of the first screen.
private enum StartRow {
  case waiting(WaitingQuiz)
  /// The review; without a number while it is not known what is due.
  case review(due: Int?)
  /// A deck, or all of them for `nil`, and the way in which Enter plays it.
  case deck(String?, questions: Int, RecallOverview.Part?, QuizWay)

  static func rows(of state: StartState) -> [StartRow] {
    var rows = state.waiting.map { StartRow.waiting($0) }
    let due = state.recall?.all.due
    if state.reservesReview {
      // The row has been there before the number, and stays whatever the number is.
      rows.append(.review(due: state.awaitsRecall ? nil : due ?? 0))
    } else if let due, due > 0 {
      rows.append(.review(due: due))
    }
    let isSelected = state.decks.contains { $0.name == state.selectedDeck }
    if !isSelected, state.decks.count > 1 {
      rows.append(.deck(nil, questions: state.questions, state.recall?.all, state.wayOfAll))
    }
    return rows
      + state.decks.enumerated().map { index, deck in
        .deck(
          deck.name, questions: deck.questions, state.recall?.decks[index], state.ways[index])
      }
  }

  /// The text of the row; `nil` for a deck, whose row has columns.
  func line(_ columns: Int, _ theme: Theme) -> String? {
    switch self {
    case .waiting(let quiz): theme.waits(quiz, columns)
    case .review(let due): theme.fitted(theme.strings.reviewsDue(due), to: columns)
    case .deck: nil
    }
  }

  /// The effect of Enter.
  var command: Command {
    switch self {
    case .waiting(let quiz): .application(.resume(quiz.number))
    case .review: .application(.quiz(.review))
    case .deck(let name, let questions, _, let way):
      .application(.quiz(way.options(deck: name, count: questions)))
    }
  }

  /// The effect of Right: the ways of playing a deck.
  var onward: Command? {
    if case .deck(let name, _, _, _) = self { .open(.ways(deck: name)) } else { nil }
  }

  func hint(_ strings: Strings) -> String {
    switch self {
    case .waiting: strings("Enter go on", "Enter 続ける")
    case .review(nil): strings("Enter review", "Enter 復習する")
    case .review(let due?): strings.reviews(due)
    case .deck(_, let questions, _, let way): strings.plays(way, of: questions)
    }
  }
}

extension Strings {
  fileprivate func reviewsDue(_ count: Int?) -> String {
    switch count {
    case nil: self("Review what is due: ..", "復習する質問 ..")
    case 0: self("Nothing is due for review today", "今日復習する質問はありません")
    case let count?: self("Review what is due: \(questions(count))", "復習する質問 \(count) 問")
    }
  }

  /// The effect of Enter on a deck with so many questions.
  fileprivate func plays(_ way: QuizWay, of count: Int) -> String {
    let asked = way.size(of: count)
    let limit = way.time(for: count).map { brief($0) } ?? ""
    switch way {
    case .practice: return self("Enter practise \(questions(asked))", "Enter \(asked) 問を練習する")
    case .timed:
      return self(
        "Enter play \(questions(asked)) in \(limit)", "Enter \(asked) 問を \(limit)で始める")
    case .play, .all, .review, .mistakes:
      return self("Enter play \(questions(asked))", "Enter \(asked) 問を始める")
    }
  }
}
