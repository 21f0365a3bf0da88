extension QuestionFormat {
  /// All formats.
  package static let all: [QuestionFormat] = [
    .gift, .aiken, .csv, .tsv, .markdown, .anki, .json, .jsonLines, .openTriviaDB, .openTriviaQA,
    .moodleXML, .hascard,
  ]

  /// Finds a format by name or extension, ignoring case.
  public static func named(_ name: String) -> QuestionFormat? {
    let folded = name.lowercased()
    let all = all + [exam]
    return all.first { $0.name == folded } ?? all.first { $0.extensions.contains(folded) }
  }

  private static let everything = Set(Feature.allCases)
  private static let table = everything.subtracting([.otherFields])
  private static let classic = table.subtracting([.timeLimit, .choose])
  private static let everyKind = Set(QuestionContent.Kind.allCases)

  /// Moodle's text format.
  package static let gift = QuestionFormat(
    name: "gift", title: GIFTReader.formatName, extensions: ["gift"],
    keeps: classic.subtracting([.letterCase]), kinds: everyKind,
    reader: GIFTReader(), writer: { _, _ in GIFTWriter() })

  /// Moodle's simplest format.
  package static let aiken = QuestionFormat(
    name: "aiken", title: AikenReader.formatName, extensions: ["aiken"], keeps: [],
    reader: AikenReader(), writer: { _, _ in AikenWriter() })

  /// A table. The delimiter is detected when reading; commas are written.
  package static let csv = QuestionFormat(
    name: "csv", title: CSVReader.formatName, extensions: ["csv"], keeps: table,
    kinds: everyKind, reader: CSVReader(), writer: { CSVWriter($0, $1) })

  /// A table with tabs between the columns.
  package static let tsv = QuestionFormat(
    name: "tsv", title: "TSV", extensions: ["tsv", "tab"], keeps: table,
    kinds: everyKind, reader: CSVReader(delimiter: UInt8(ascii: "\t")),
    writer: { CSVWriter($0, $1, delimiter: UInt8(ascii: "\t")) })

  /// Question lists in Markdown. Several dialects are read; task lists are written.
  package static let markdown = QuestionFormat(
    name: "markdown", title: MarkdownReader.formatName, extensions: ["md", "markdown"],
    keeps: [.commentary, .category, .lineBreaks], kinds: [.single, .trueFalse, .several],
    reader: MarkdownReader(), writer: { _, _ in MarkdownWriter() })

  /// Anki notes in plain text.
  package static let anki = QuestionFormat(
    name: "anki", title: AnkiReader.formatName, extensions: ["txt"], keeps: table,
    kinds: everyKind, reader: AnkiReader(),
    writer: { survey, _ in AnkiWriter(survey) })

  /// The qa-repl JSON format.
  package static let json = QuestionFormat(
    name: "json", title: BackupReader.formatName, extensions: ["json"], keeps: everything,
    kinds: everyKind, reader: BackupReader(), writer: { _, _ in BackupWriter() })

  /// One JSON object per question.
  package static let jsonLines = QuestionFormat(
    name: "jsonl", title: JSONRecordReader.formatName, extensions: ["jsonl", "ndjson"],
    keeps: [
      .commentary, .weights, .severalOfOne, .letterCase, .tags, .category, .identifier,
      .lineBreaks,
    ], reader: JSONRecordReader(), writer: nil)

  /// Responses of the Open Trivia Database.
  package static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: [],
    keeps: [.tags, .category, .lineBreaks], reader: OpenTriviaDBReader(), writer: nil)

  /// The text files of OpenTriviaQA.
  ///
  /// Read-only, because its syntax cannot distinguish line breaks in a text, or lines that begin
  /// with a letter, from its marks.
  package static let openTriviaQA = QuestionFormat(
    name: "opentriviaqa", title: OpenTriviaQAReader.formatName, extensions: [],
    keeps: [.category, .lineBreaks], reader: OpenTriviaQAReader(), writer: nil)

  /// Moodle's lossless export format.
  package static let moodleXML = QuestionFormat(
    name: "moodle-xml", title: MoodleXMLReader.formatName, extensions: ["xml"],
    keeps: classic, kinds: everyKind, reader: MoodleXMLReader(),
    writer: { MoodleXMLWriter(encoding: $1.encoding) })

  /// Decks of the program hascard.
  package static let hascard = QuestionFormat(
    name: "hascard", title: HascardReader.formatName, extensions: [], keeps: [.lineBreaks],
    reader: HascardReader(), writer: nil)
}
