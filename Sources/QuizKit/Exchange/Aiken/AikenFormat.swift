extension QuestionFormat {
  /// Moodle's simplest format.
  package static let aiken = QuestionFormat(
    name: "aiken", title: AikenReader.formatName, extensions: ["aiken"], keeps: [],
    recognitions: [
      Recognition(by: .line) { $0.trimmedLines.contains { $0.hasPrefix("ANSWER:") } }
    ],
    reader: AikenReader(), writer: { _, _ in AikenWriter() })
}
