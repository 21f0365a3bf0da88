/// Writes Anki's "Notes in Plain Text" with the columns of a table, so that it comes back as one.
struct AnkiWriter: QuestionWriter {
  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8] {
    let columns = TableColumns(questions)
    let header =
      "#separator:tab\n#html:false\n#tags column:\(columns.tagsColumn + 1)\n"
      + "#columns:\(columns.names.joined(separator: "\t"))\n"
    var output = RecordOutput(delimiter: UInt8(ascii: "\t"), lineEnd: "\n")
    for question in questions { output.record(columns.fields(of: question)) }
    return Array(header.utf8) + output.bytes
  }
}
