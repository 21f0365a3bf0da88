extension QuestionFormat {
  /// Moodle's lossless export format.
  package static let moodleXML = QuestionFormat(
    name: "moodle-xml", title: MoodleXMLReader.formatName, extensions: ["xml"],
    keeps: .moodle, kinds: .all, document: .xml,
    isNamedByEnding: false,
    recognitions: [
      Recognition(by: .member) { $0.head.contains("<quiz>") },
      // Any other document with this ending is told what is expected of it.
      Recognition(by: .document) { $0.source.fileExtension == "xml" },
    ],
    reader: MoodleXMLReader(), writer: { MoodleXMLWriter(encoding: $1.encoding) })
}
