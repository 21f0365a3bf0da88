import QuizKit

/// The decks of the first screen in columns: name, questions, how much of them is known as a bar and in percent, what is due.
///
/// Narrow windows have no room for the questions and the bar. Until it is known what reviews say, there are names and questions.
struct DeckRows {
  /// One row.
  struct Row {
    let name: String
    let questions: Int
    let recall: RecallOverview.Part?
  }

  private let rows: [Row]
  private let look: Look
  private let hasRecall: Bool
  private let nameCells, countCells, dueCells: Int

  /// From this width on there is room for the questions of a deck beside what is known of them.
  private static let columnsForCounts = 60
  private static let percentCells = 5
  private static let mostBarCells = 20

  init(_ rows: [Row], _ look: Look) {
    (self.rows, self.look) = (rows, look)
    hasRecall = rows.contains { $0.recall != nil }
    nameCells = rows.map { look.width($0.name.sanitisedLine) }.max() ?? 0
    countCells = rows.map { look.width(look.strings.questions($0.questions)) }.max() ?? 0
    dueCells = rows.map { look.width(look.strings.due($0)) }.max() ?? 0
  }

  /// A row, at most so many cells wide.
  func line(_ index: Int, _ columns: Int) -> String {
    let row = rows[index]
    guard hasRecall else { return look.deckRow(row.name, questions: row.questions, columns) }
    let known = row.recall?.known ?? 0
    let count = columns < Self.columnsForCounts ? 0 : countCells + 2
    let due = dueCells > 0 ? dueCells + 2 : 0
    let room = columns - count - due - Self.percentCells - 2
    let name = max(8, min(nameCells, room, 44))
    let bar = look.gauge(
      Int((known * 100).rounded()), of: max(row.questions, 1) * 100,
      cells: min(Self.mostBarCells, room - name - 2), .accent)
    let share = look.strings.percent(known / Double(max(row.questions, 1)))
    var line = look.filled(row.name.sanitisedLine, to: name)
    if count > 0 {
      line += "  " + look.strings.questions(row.questions).padded(to: countCells, .trailing)
    }
    line += bar.isEmpty ? "  " : "  " + bar + " "
    line += share.padded(to: Self.percentCells, .trailing)
    if dueCells > 0 { line += "  " + look.strings.due(row).padded(to: dueCells, .trailing) }
    return look.fitted(line, to: columns)
  }
}

extension Strings {
  /// How many questions of a deck are due; empty for none.
  fileprivate func due(_ row: DeckRows.Row) -> String {
    guard let due = row.recall?.due, due > 0 else { return "" }
    return self("\(due) due", "復習 \(due) 問")
  }
}
