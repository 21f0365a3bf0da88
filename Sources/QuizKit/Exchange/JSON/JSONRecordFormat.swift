extension QuestionFormat {
  /// One JSON object per question.
  package static let jsonLines = QuestionFormat(
    name: "jsonl", title: JSONRecordReader.formatName, extensions: ["jsonl", "ndjson"],
    keeps: .everything.subtracting([.otherFields]), document: .json, isNamedByEnding: false,
    recognitions: [Recognition(by: .document) { _ in true }],
    reader: JSONRecordReader(), writer: nil)
}
