/// Writes Aiken, which stores only the stem, the choices and the right one, each on one line.
struct AikenWriter: QuestionWriter {
  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let content = question.content
    let stem = Self.oneLine(content.text)
    guard case .text = AikenLine(stem) else { return .unwritable(format: AikenReader.formatName) }
    var lines = stem + "\n"
    for (number, choice) in content.choices.enumerated() {
      lines += "\(Self.letter(number)). \(Self.oneLine(choice.text))\n"
    }
    let right = content.solution.rightChoices.map { String(Self.letter($0)) }
    lines += "ANSWER: \(right.joined(separator: ","))\n\n"
    text += lines.utf8
    return nil
  }

  private static func letter(_ number: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number)))
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}
