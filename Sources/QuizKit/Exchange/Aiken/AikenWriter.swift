import QuizSupport

/// Writes Aiken, which stores only the stem, the choices and the right one, each on one line.
struct AikenWriter: QuestionWriter {
  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let content = question.content
    let stem = Self.oneLine(content.text)
    guard case .text = AikenLine(stem) else { return .unwritable(format: AikenReader.formatName) }
    var lines = stem + "\n"
    for (number, choice) in content.choices.enumerated() {
      lines += "\(ChoiceLetters.name(number)). \(Self.oneLine(choice.text))\n"
    }
    // Moodle reads only the first letter, so a question with several right answers would have one
    // right answer there.
    guard let right = content.solution.rightChoice else {
      return .kindNotWritten(content.kind, format: AikenReader.formatName)
    }
    text += (lines + "ANSWER: \(ChoiceLetters.name(right))\n\n").utf8
    return nil
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}
