import QuizSupport

/// Writes a table with a header as CSV or TSV. Lines end in CR LF (RFC 4180).
struct CSVWriter: QuestionWriter {
  private let columns: TableColumns
  private let protects: Bool
  private let delimiter: UInt8

  init(
    _ survey: ExportSurvey, _ options: WritingOptions, delimiter: UInt8 = UInt8(ascii: ",")
  ) {
    columns = TableColumns(survey)
    protects = !options.hasRawCells && survey.hasFormulas
    self.delimiter = delimiter
  }

  var beginning: [UInt8] {
    RecordOutput.heading(columns.names, delimiter, protects: protects)
  }

  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: CSVReader.formatName)
    }
    text += RecordOutput.line(columns.fields(of: question), delimiter, protects: protects)
    return nil
  }
}

/// The columns needed for the questions of an export.
struct TableColumns {
  private let survey: ExportSurvey
  private let choiceCount: Int
  private let feedbackCount: Int
  /// The names, in their order.
  let names: [String]

  init(_ survey: ExportSurvey) {
    self.survey = survey
    choiceCount = min(survey.choiceCount, QuestionContent.maximumChoices)
    feedbackCount = max(choiceCount, survey.acceptedCount)
    var names = ["question"] + (1...choiceCount).map { "choice\($0)" }
    names += ["correct", "explanation", "category", "tags"]
    if survey.has(.feedback) { names += (1...feedbackCount).map { "feedback\($0)" } }
    let others: [(name: String, isNeeded: Bool)] = [
      ("title", survey.has(.title)), ("id", survey.has(.identifier)),
      ("time", survey.has(.timeLimit)), ("kind", survey.needsKinds),
      ("choose", survey.has(.choose)), ("weights", survey.has(.weights)),
    ]
    self.names = names + others.filter(\.isNeeded).map(\.name)
  }

  /// The index of the tags column, counted from 0.
  var tagsColumn: Int { choiceCount + 4 }

  /// Whether the column usually has numbers.
  func isNumber(_ index: Int) -> Bool { ["correct", "time"].contains(names[index]) }

  func fields(of question: ExportedQuestion) -> [String] {
    let content = question.content
    var fields = [content.text]
    fields += padded(RowParts.choiceCells(of: content), to: choiceCount)
    fields += [
      content.solution.answerCell, content.commentary, question.category ?? "",
      TagList.join(content.tags),
    ]
    if survey.has(.feedback) {
      fields += padded(
        content.choices.map(\.feedback) + content.solution.feedbacks, to: feedbackCount)
    }
    if survey.has(.title) { fields.append(content.title ?? "") }
    if survey.has(.identifier) { fields.append(content.externalID ?? "") }
    if survey.has(.timeLimit) { fields.append(content.timeLimit ?? "") }
    if survey.needsKinds { fields.append(TableKind.word(for: content.solution)) }
    if survey.has(.choose) { fields.append(content.chooseCell) }
    if survey.has(.weights) { fields.append(content.solution.weightsCell) }
    return fields
  }

  private func padded(_ texts: [String], to count: Int) -> [String] {
    texts + Array(repeating: "", count: count - texts.count)
  }
}

/// Writes the records of a table, and quotes the fields that need quotes.
enum RecordOutput {
  /// The heading of a table.
  static func heading(_ names: [String], _ delimiter: UInt8, protects: Bool) -> [UInt8] {
    record(names + (protects ? [CellProtection.column] : []), delimiter)
  }

  /// A line of a table.
  ///
  /// - Parameter protects: Whether cells that a spreadsheet would run as a formula get an apostrophe.
  static func line(_ fields: [String], _ delimiter: UInt8, protects: Bool) -> [UInt8] {
    let isPlain = !protects || !fields.contains(where: CellProtection.isNeeded)
    let cells = isPlain ? fields : fields.map(CellProtection.applied)
    return record(cells + (protects ? [isPlain ? "" : CellProtection.mark] : []), delimiter)
  }

  static func record(
    _ fields: [String], _ delimiter: UInt8, lineEnd: String = "\r\n"
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      guard needsQuotes(field, delimiter) else {
        bytes += field.utf8
        continue
      }
      bytes.append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    return bytes + lineEnd.utf8
  }

  private static func needsQuotes(_ text: String, _ delimiter: UInt8) -> Bool {
    let utf8 = text.utf8
    // Anki would take a leading # for a comment.
    if let first = utf8.first, first == 0x20 || first == UInt8(ascii: "#") { return true }
    if utf8.last == 0x20 { return true }
    // A program may take another separator for the table's than the one that was written.
    return utf8.contains { byte in
      byte == delimiter || byte == UInt8(ascii: "\"") || CellProtection.isSeparator(byte)
    }
  }
}

/// Writes answers as CSV or TSV, with one row per answer, for spreadsheets and other programs.
package struct AnswerTable {
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
    RecordOutput.heading(Self.columns, delimiter, protects: protects)
  }

  /// The line of an answer, with a cell for each column.
  package func line(_ cells: [String]) -> [UInt8] {
    RecordOutput.line(cells, delimiter, protects: protects)
  }
}
