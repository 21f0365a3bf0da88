extension QuestionFormat {
  /// Anki notes in plain text.
  package static let anki = QuestionFormat(
    name: "anki", title: AnkiReader.formatName, extensions: ["txt"], keeps: .table, kinds: .all,
    isNamedByEnding: false,
    recognitions: [
      Recognition(by: .line) { $0.trimmedLines.first.map(AnkiHeader.isFound) == true },
      Recognition(by: .columns) { mostHaveOneTab($0.lines) },
    ],
    reader: AnkiReader(), writer: { survey, _ in AnkiWriter(survey) })

  private static func mostHaveOneTab(_ lines: [Substring]) -> Bool {
    let tab = UInt8(ascii: "\t")
    let withOneTab = lines.count { line in line.utf8.count { $0 == tab } == 1 }
    return withOneTab * 2 > lines.count
  }
}
