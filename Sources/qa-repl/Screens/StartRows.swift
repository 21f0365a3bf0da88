import QuizKit

extension RowList {
  /// The unfinished quizzes, the review, all decks together, and each deck. The cursor starts on
  /// the row that the user probably wants next, and stays on that row when the row of the review is
  /// added later.
  init(_ state: StartState, _ theme: Theme) {
    let rows = StartRow.rows(of: state)
    let decks = DeckRows(
      rows.compactMap { row in
        guard case .deck(let name, let questions, let recall) = row else { return nil }
        return DeckRows.Row(
          name: name ?? theme.strings.allDecks, questions: questions, recall: recall)
      }, theme)
    let first = rows.firstIndex { if case .deck = $0 { true } else { false } } ?? rows.count
    let selected = rows.firstIndex { row in
      if case .deck(let name?, _, _) = row { name == state.selectedDeck } else { false }
    }
    let isFirstNext = !state.waiting.isEmpty || state.beginsWithReview
    self.init(
      id: "start", count: rows.count, start: isFirstNext ? 0 : selected ?? first,
      lines: { row, columns in
        [rows[row].line(columns, theme) ?? decks.line(row - first, columns)]
      },
      command: { rows[$0].command }, hint: { rows[$0].hint(theme.strings) })
    followsCommands = true
    subject = { row in
      if case .deck(let name?, _, _) = rows[row] { RowSubject(deck: name) } else { nil }
    }
  }
}

/// A row of the first screen.
private enum StartRow {
  case waiting(WaitingQuiz)
  case review(due: Int)
  /// A deck, or all of them for `nil`.
  case deck(String?, questions: Int, RecallOverview.Part?)

  static func rows(of state: StartState) -> [StartRow] {
    var rows = state.waiting.map { StartRow.waiting($0) }
    if let due = state.recall?.all.due, due > 0 { rows.append(.review(due: due)) }
    let isSelected = state.decks.contains { $0.name == state.selectedDeck }
    if !isSelected, state.decks.count > 1 {
      rows.append(.deck(nil, questions: state.questions, state.recall?.all))
    }
    return rows
      + state.decks.enumerated().map { index, deck in
        .deck(deck.name, questions: deck.questions, state.recall?.decks[index])
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
    case .deck(let name, _, _):
      .application(.quiz(QuizOptions(deck: name, count: QuizOptions.usualCount)))
    }
  }

  func hint(_ strings: Strings) -> String {
    switch self {
    case .waiting: return strings("Enter go on", "Enter 続ける")
    case .review(let due): return strings.reviews(due)
    case .deck(_, let questions, _):
      let count = min(questions, QuizOptions.usualCount)
      return strings("Enter play \(strings.questions(count))", "Enter \(count) 問を始める")
    }
  }
}

extension Strings {
  fileprivate func reviewsDue(_ count: Int) -> String {
    self("Review what is due: \(questions(count))", "復習する質問 \(count) 問")
  }
}
