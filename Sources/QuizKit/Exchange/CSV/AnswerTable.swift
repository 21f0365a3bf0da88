/// Writes answers as CSV or TSV, with one row per answer, for spreadsheets and other programs.
package struct AnswerTable {
  /// One answer, with the question that it answers.
  package struct Row {
    /// The time of the answer, in ISO 8601.
    package var answered: String
    /// The number of the quiz in the bank.
    package var quiz: Int64
    /// The mode of the quiz, `exam` or `practice`, which determines when the player saw the right
    /// answers.
    package var mode: String
    /// The number of the question in the bank.
    package var question: Int64
    /// The name of the deck; empty when the question was deleted.
    package var deck = ""
    /// The question; empty when it was deleted.
    package var text = ""
    /// The number of choices of the question; `nil` when the question was deleted.
    package var choices: Int?
    /// The numbers of the picked choices, from 1, in the author's order, separated by commas; empty
    /// when there was no answer or the answer was typed.
    package var choice = ""
    /// The text of the choice, or the typed text; empty when there was no answer or the text is no
    /// longer in the bank.
    package var answer = ""
    /// Whether the answer was right.
    package var isCorrect: Bool
    /// The time that the answer took; `nil` when it was not measured.
    package var milliseconds: Int?
    /// How sure the player was, `sure` or `guess`; empty when the player did not say.
    package var certainty = ""

    /// Creates a row of an answer that was given.
    package init(
      answered: String, quiz: Int64, mode: String, question: Int64, isCorrect: Bool,
      milliseconds: Int?
    ) {
      (self.answered, self.quiz, self.mode) = (answered, quiz, mode)
      (self.question, self.isCorrect, self.milliseconds) = (question, isCorrect, milliseconds)
    }
  }

  /// The columns, in their order.
  static let columns = [
    "answered", "quiz", "mode", "question_id", "deck", "question", "choices", "choice", "answer",
    "correct", "milliseconds", "certainty",
  ]

  /// Whether cells that a spreadsheet would run as a formula get an apostrophe.
  package let protects: Bool
  package let delimiter: UInt8

  /// Creates a table.
  package init(protects: Bool, delimiter: UInt8) {
    (self.protects, self.delimiter) = (protects, delimiter)
  }

  /// The header.
  package var beginning: [UInt8] {
    record(Self.columns + (protects ? [CellProtection.column] : []))
  }

  /// The line of an answer.
  package func line(_ row: Row) -> [UInt8] {
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
