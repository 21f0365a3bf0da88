extension QuestionFormat {
  /// The text files of OpenTriviaQA.
  ///
  /// Read-only, because its syntax cannot distinguish line breaks in a text, or lines that begin
  /// with a letter, from its marks.
  package static let openTriviaQA = QuestionFormat(
    name: "opentriviaqa", title: OpenTriviaQAReader.formatName, extensions: [],
    keeps: [.category, .lineBreaks],
    recognitions: [
      Recognition(by: .line) { clues in
        clues.trimmedLines.contains { $0.hasPrefix("#Q ") }
          && clues.trimmedLines.contains { $0.hasPrefix("^ ") }
      }
    ],
    reader: OpenTriviaQAReader(), writer: nil)
}
