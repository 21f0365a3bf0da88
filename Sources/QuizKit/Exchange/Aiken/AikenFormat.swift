extension QuestionFormat {
  /// Moodle's simplest format.
  package static let aiken = QuestionFormat(
    name: "aiken", title: AikenReader.formatName, extensions: ["aiken"], keeps: [],
    recognitions: [
      // Aiken has no explanations. Other lists of questions may have the same line for the answer.
      Recognition(by: .line) { clues in
        clues.trimmedLines.contains { $0.hasPrefix("ANSWER:") }
          && !clues.trimmedLines.contains {
            $0.hasPrefix("Explanation:") || $0.hasPrefix("EXPLANATION:") || $0.hasPrefix("解説")
          }
      }
    ],
    reader: AikenReader(), writer: { _, _ in AikenWriter() })
}
