extension QuestionFormat {
  /// Responses of the Open Trivia Database.
  package static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: [],
    keeps: [.tags, .category, .lineBreaks], document: .json,
    recognitions: [
      Recognition(by: .member) {
        let head = $0.head
        return head.contains("\"response_code\"")
          || head.contains("\"incorrect_answers\"") && holdsList(head)
      }
    ],
    reader: OpenTriviaDBReader(), writer: nil)

  /// Whether the questions are where the service puts them, and not deeper.
  private static func holdsList(_ head: String) -> Bool {
    head.utf8.first { $0 > 0x20 } == UInt8(ascii: "[")
      || ["\"results\"", "\"questions\""].contains { head.contains($0) }
  }
}
