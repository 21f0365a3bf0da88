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
    record(columns.names + (protects ? [CellProtection.column] : []))
  }

  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: CSVReader.formatName)
    }
    let fields = columns.fields(of: question)
    guard protects else {
      text += record(fields)
      return nil
    }
    let isPlain = !fields.contains(where: CellProtection.isNeeded)
    text += record(fields.map(CellProtection.applied) + [isPlain ? "" : CellProtection.mark])
    return nil
  }

  private func record(_ fields: [String]) -> [UInt8] {
    var output = RecordOutput(delimiter: delimiter, lineEnd: "\r\n")
    output.record(fields)
    return output.bytes
  }
}

/// The columns needed for the questions of an export.
struct TableColumns {
  private let choiceCount: Int
  private let hasFeedback: Bool
  private let hasTitles: Bool
  private let hasIdentifiers: Bool
  private let hasTimes: Bool
  private let feedbackCount: Int
  private let hasKinds: Bool
  private let hasChoose: Bool
  private let hasWeights: Bool

  init(_ survey: ExportSurvey) {
    choiceCount = min(survey.choiceCount, QuestionContent.maximumChoices)
    hasFeedback = survey.has(.feedback)
    hasTitles = survey.has(.title)
    hasIdentifiers = survey.has(.identifier)
    hasTimes = survey.has(.timeLimit)
    feedbackCount = max(choiceCount, survey.acceptedCount)
    hasKinds = survey.needsKinds
    hasChoose = survey.has(.choose)
    hasWeights = survey.has(.weights)
  }

  var names: [String] {
    ["question"] + (1...choiceCount).map { "choice\($0)" }
      + ["correct", "explanation", "category", "tags"]
      + (hasFeedback ? (1...feedbackCount).map { "feedback\($0)" } : [])
      + (hasTitles ? ["title"] : []) + (hasIdentifiers ? ["id"] : [])
      + (hasTimes ? ["time"] : []) + (hasKinds ? ["kind"] : [])
      + (hasChoose ? ["choose"] : []) + (hasWeights ? ["weights"] : [])
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
    if hasFeedback {
      fields += padded(
        content.choices.map(\.feedback) + content.solution.feedbacks, to: feedbackCount)
    }
    if hasTitles { fields.append(content.title ?? "") }
    if hasIdentifiers { fields.append(content.externalID ?? "") }
    if hasTimes { fields.append(content.timeLimit ?? "") }
    if hasKinds { fields.append(TableKind.word(for: content.solution)) }
    if hasChoose { fields.append(content.chooseCell) }
    if hasWeights { fields.append(content.solution.weightsCell) }
    return fields
  }

  private func padded(_ texts: [String], to count: Int) -> [String] {
    texts + Array(repeating: "", count: count - texts.count)
  }
}

/// Collects records and quotes the fields that need quotes.
struct RecordOutput {
  let delimiter: UInt8
  let lineEnd: StaticString
  private(set) var bytes: [UInt8] = []

  init(delimiter: UInt8, lineEnd: StaticString) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
  }

  mutating func record(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      append(field)
    }
    lineEnd.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ text: String) {
    guard needsQuotes(text) else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func needsQuotes(_ text: String) -> Bool {
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
