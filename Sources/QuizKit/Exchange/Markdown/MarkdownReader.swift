/// Reads lists of questions in Markdown, in the dialects that people write.
struct MarkdownReader: QuestionReader {
  static let formatName = "Markdown"

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    let lines = MarkdownLines(source).lines
    guard let dialect = MarkdownDialect.guess(lines) else { return }
    var reading = dialect.reading(into: intake)
    for (index, line) in lines.enumerated() {
      reading.take(line)
      try intake.advance(
        to: source.bytes.count / lines.count * (index + 1), of: source.bytes.count)
    }
    reading.finish()
  }
}

/// A dialect that takes the lines of a file one by one.
protocol MarkdownReading {
  mutating func take(_ line: MarkdownLine)
  /// The file is over; the last question may still be open.
  mutating func finish()
}

/// How a list of questions marks its answers.
enum MarkdownDialect {
  /// Choices with letters, the key in a folded section: `<details>`.
  case details
  /// Numbered questions, the key in a line "Correct answer: B".
  case exam
  /// `- [x]` under headings.
  case checkBoxes
  /// `- [x]` in `<quiz>` blocks.
  case quizBlocks
  /// Cards parted by `---`, `*` before the right choice.
  case cards

  /// The first dialect whose marks are in the file.
  static func guess(_ lines: [MarkdownLine]) -> MarkdownDialect? {
    var letters = false
    var keyHeadings = false
    var keyLines = false
    var stars = false
    var rules = false
    for line in lines {
      switch line.kind {
      case .item(_, let text) where CheckBox(text) != nil: return quizOrBoxes(lines)
      case .item(let mark, let text):
        letters = letters || LetteredChoice(text) != nil
        stars = stars || mark == "*"
      case .heading(_, let text): keyHeadings = keyHeadings || AnswerKey(heading: text) != nil
      case .text where line.text == "<quiz>": return .quizBlocks
      case .text: keyLines = keyLines || AnswerKey(line: line.text) != nil
      case .rule: rules = true
      case .blank, .code: break
      }
    }
    if keyHeadings { return .details }
    if keyLines { return .exam }
    if letters { return .details }
    return stars && rules ? .cards : nil
  }

  private static func quizOrBoxes(_ lines: [MarkdownLine]) -> MarkdownDialect {
    lines.contains { $0.kind == .text && $0.text == "<quiz>" } ? .quizBlocks : .checkBoxes
  }

  func reading(into intake: Intake) -> any MarkdownReading {
    switch self {
    case .details: DetailsDialect(intake)
    case .exam: ExamDialect(intake)
    case .checkBoxes: CheckBoxDialect(intake, inBlocks: false)
    case .quizBlocks: CheckBoxDialect(intake, inBlocks: true)
    case .cards: HascardReading(intake)
    }
  }
}
