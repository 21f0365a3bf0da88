/// Writes a table with a header: CSV or TSV, UTF-8, lines ended by CR LF (RFC 4180).
struct CSVWriter: QuestionWriter {
  var delimiter = UInt8(ascii: ",")

  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8] {
    var output = RecordOutput(delimiter: delimiter, lineEnd: "\r\n")
    let columns = TableColumns(questions)
    let protects =
      !options.hasRawCells
      && questions.contains { columns.fields(of: $0).contains(where: CellProtection.isNeeded) }
    output.record(columns.names + (protects ? [CellProtection.column] : []))
    for question in questions {
      let fields = columns.fields(of: question)
      guard protects else {
        output.record(fields)
        continue
      }
      let isPlain = !fields.contains(where: CellProtection.isNeeded)
      output.record(fields.map(CellProtection.applied) + [isPlain ? "" : CellProtection.mark])
    }
    return output.bytes
  }
}

/// The columns that a set of questions needs.
struct TableColumns {
  private let choiceCount: Int
  private let hasFeedback: Bool
  private let hasTitles: Bool
  private let hasIdentifiers: Bool
  private let hasTimes: Bool

  init(_ questions: [ExportedQuestion]) {
    choiceCount = max(2, questions.lazy.map(\.content.choices.count).max() ?? 0)
    hasFeedback = questions.contains { $0.content.choices.contains { !$0.feedback.isEmpty } }
    hasTitles = questions.contains { $0.content.title != nil }
    hasIdentifiers = questions.contains { $0.content.externalID != nil }
    hasTimes = questions.contains { $0.content.timeLimit != nil }
  }

  var names: [String] {
    ["question"] + (1...choiceCount).map { "choice\($0)" }
      + ["correct", "explanation", "category", "tags"]
      + (hasFeedback ? (1...choiceCount).map { "feedback\($0)" } : [])
      + (hasTitles ? ["title"] : []) + (hasIdentifiers ? ["id"] : [])
      + (hasTimes ? ["time"] : [])
  }

  /// Where the tags stand, counted from 0.
  var tagsColumn: Int { choiceCount + 4 }

  func fields(of question: ExportedQuestion) -> [String] {
    let content = question.content
    var fields = [content.text]
    fields += padded(content.choices.map(\.text))
    fields += [
      String(content.correct + 1), content.commentary, question.category ?? "",
      TagList.join(content.tags),
    ]
    if hasFeedback { fields += padded(content.choices.map(\.feedback)) }
    if hasTitles { fields.append(content.title ?? "") }
    if hasIdentifiers { fields.append(content.externalID ?? "") }
    if hasTimes { fields.append(content.timeLimit ?? "") }
    return fields
  }

  private func padded(_ texts: [String]) -> [String] {
    texts + Array(repeating: "", count: choiceCount - texts.count)
  }
}

/// Takes records and quotes what needs quotes.
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
    // A leading # would be a comment to Anki.
    if let first = utf8.first, first == 0x20 || first == UInt8(ascii: "#") { return true }
    if utf8.last == 0x20 { return true }
    return utf8.contains { byte in
      byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
  }
}
