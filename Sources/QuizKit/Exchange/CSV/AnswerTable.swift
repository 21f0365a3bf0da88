/// Writes answers as CSV or TSV, one row an answer, for spreadsheets and other programs.
struct AnswerTable {
  /// One answer with what it answered.
  struct Row {
    /// When it was given, in ISO 8601.
    var answered: String
    /// The number of the quiz in the bank.
    var quiz: Int64
    /// When the player saw what was right: `exam` or `practice`.
    var mode: String
    /// The number of the question in the bank.
    var question: Int64
    /// The name of the deck; empty when the question was deleted.
    var deck = ""
    /// The question; empty when it was deleted.
    var text = ""
    /// How many choices the question has; `nil` when it was deleted.
    var choices: Int?
    /// The numbers of the picked choices, from 1, in the author's order, with commas between them; empty when there was no
    /// answer, or it was typed.
    var choice = ""
    /// The text of the choice, or what was typed; empty when there was no answer or it is not in the bank any more.
    var answer = ""
    /// Whether the answer was right.
    var isCorrect: Bool
    /// The time that the answer took; `nil` where it was not measured.
    var milliseconds: Int?
    /// How sure the player was, `sure` or `guess`; empty when the player did not say.
    var certainty = ""
  }

  /// The columns, in their order.
  static let columns = [
    "answered", "quiz", "mode", "question_id", "deck", "question", "choices", "choice", "answer",
    "correct", "milliseconds", "certainty",
  ]

  /// Whether cells that a spreadsheet would run as a formula get an apostrophe.
  let protects: Bool
  let delimiter: UInt8

  /// The header.
  var beginning: [UInt8] {
    record(Self.columns + (protects ? [CellProtection.column] : []))
  }

  /// The line of an answer.
  func line(_ row: Row) -> [UInt8] {
    let (choices, time) = (cell(row.choices), cell(row.milliseconds))
    let fields: [String] = [
      row.answered, String(row.quiz), row.mode, String(row.question), row.deck, row.text,
      choices, row.choice, row.answer, row.isCorrect ? "1" : "0", time,
      row.certainty,
    ]
    guard protects else { return record(fields) }
    let isPlain = !fields.contains(where: CellProtection.isNeeded)
    return record(fields.map(CellProtection.applied) + [isPlain ? "" : CellProtection.mark])
  }

  private func cell(_ number: Int?) -> String { number.map { String($0) } ?? "" }

  private func record(_ fields: [String]) -> [UInt8] {
    var output = RecordOutput(delimiter: delimiter, lineEnd: "\r\n")
    output.record(fields)
    return output.bytes
  }
}
