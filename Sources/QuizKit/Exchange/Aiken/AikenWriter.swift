/// Writes Aiken, which keeps a stem, its choices and the right one, each on one line.
struct AikenWriter: QuestionWriter {
  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8] {
    var text = ""
    for (index, question) in questions.enumerated() {
      let content = question.content
      let stem = Self.oneLine(content.text)
      guard case .text = AikenLine(stem) else {
        report(index, .unwritable(format: AikenReader.formatName))
        continue
      }
      text += stem + "\n"
      for (number, choice) in content.choices.enumerated() {
        text += "\(Self.letter(number)). \(Self.oneLine(choice.text))\n"
      }
      text += "ANSWER: \(Self.letter(content.correct))\n\n"
    }
    return Array(text.utf8)
  }

  private static func letter(_ number: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number)))
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}
