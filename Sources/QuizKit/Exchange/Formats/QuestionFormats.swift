/// The formats. Each is declared in its own folder, with its name, what it can store and how it is
/// recognised.
extension QuestionFormat {
  /// All formats.
  package static let all: [QuestionFormat] = [
    .gift, .aiken, .csv, .tsv, .markdown, .anki, .json, .jsonLines, .openTriviaDB, .openTriviaQA,
    .moodleXML, .hascard, .qti, .h5p, .xlsx, .docx, .lines,
  ]

  /// Finds a format by name or extension, ignoring case.
  public static func named(_ name: String) -> QuestionFormat? {
    let folded = name.lowercased()
    let all = all + [exam]
    return all.first { $0.name == folded } ?? all.first { $0.extensions.contains(folded) }
  }
}

extension Set<QuestionFormat.Feature> {
  /// All features.
  static let everything = Set(QuestionFormat.Feature.allCases)
  /// The features that a table has columns for.
  static let table = everything.subtracting([.otherFields, .gapDetails, .pictures])
  /// The features of Moodle's formats.
  static let moodle = everything.subtracting([.otherFields, .timeLimit, .choose])
}

extension Set<QuestionContent.Kind> {
  /// All kinds of questions.
  static let all = Set(QuestionContent.Kind.allCases)
  /// The kinds with choices to pick, or with one text or number to type.
  static let old = all.filter { !$0.isNew }
}
