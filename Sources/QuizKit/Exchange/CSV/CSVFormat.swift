extension QuestionFormat {
  /// A table. The delimiter is detected when reading; commas are written.
  package static let csv = QuestionFormat(
    name: "csv", title: CSVReader.formatName, extensions: ["csv"], keeps: .table, kinds: .all,
    recognitions: [
      Recognition(by: .columns) { clues in
        clues.source.bytes.withUnsafeBufferPointer { DelimiterGuess.guess($0) } != nil
      }
    ],
    reader: CSVReader(), writer: { CSVWriter($0, $1) })

  /// A table with tabs between the columns.
  package static let tsv = QuestionFormat(
    name: "tsv", title: "TSV", extensions: ["tsv", "tab"], keeps: .table, kinds: .all,
    reader: CSVReader(delimiter: UInt8(ascii: "\t")),
    writer: { CSVWriter($0, $1, delimiter: UInt8(ascii: "\t")) })
}
