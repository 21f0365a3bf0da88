extension QuestionFormat {
  /// The qa-repl JSON format.
  package static let json = QuestionFormat(
    name: "json", title: BackupReader.formatName, extensions: ["json"], keeps: .everything,
    kinds: .all, document: .json, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("\"qa-repl\"") }],
    reader: BackupReader(), writer: { survey, _ in BackupWriter(survey.kinds) })
}
