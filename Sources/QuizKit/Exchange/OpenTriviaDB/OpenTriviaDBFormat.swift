extension QuestionFormat {
  /// Responses of the Open Trivia Database.
  package static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: [],
    keeps: [.tags, .category, .lineBreaks], document: .json,
    recognitions: [
      Recognition(by: .member) {
        $0.head.contains("\"incorrect_answers\"") || $0.head.contains("\"response_code\"")
      }
    ],
    reader: OpenTriviaDBReader(), writer: nil)
}
