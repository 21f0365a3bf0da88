/// Writes Anki's "Notes in Plain Text" with the columns of a table, so that the file can be read as
/// one.
struct AnkiWriter: QuestionWriter {
  private let columns: TableColumns

  init(_ survey: ExportSurvey) {
    columns = TableColumns(survey)
  }

  var beginning: [UInt8] {
    let header =
      "#separator:tab\n#html:false\n#tags column:\(columns.tagsColumn + 1)\n"
      + "#columns:\(columns.names.joined(separator: "\t"))\n"
    return Array(header.utf8)
  }

  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: AnkiReader.formatName)
    }
    var output = RecordOutput(delimiter: UInt8(ascii: "\t"), lineEnd: "\n")
    output.record(columns.fields(of: question))
    text += output.bytes
    return nil
  }
}
