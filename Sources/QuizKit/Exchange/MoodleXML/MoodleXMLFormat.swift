extension QuestionFormat {
  /// Moodle's lossless export format.
  package static let moodleXML = QuestionFormat(
    name: "moodle-xml", title: MoodleXMLReader.formatName, extensions: ["xml"],
    keeps: .moodle, kinds: .all.subtracting([.card]), document: .xml, isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { $0.head.contains("<quiz>") }],
    reader: MoodleXMLReader(), writer: { MoodleXMLWriter(encoding: $1.encoding) })
}
