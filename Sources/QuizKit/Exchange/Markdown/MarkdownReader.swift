/// Reads lists of questions in Markdown, in the dialects that people write.
struct MarkdownReader: QuestionReader {
  static let formatName = "Markdown"

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    guard let dialect = MarkdownDialect.guess(source) else { return }
    try Self.read(source, with: dialect.reading(into: intake), into: intake)
  }

  /// Hands the lines to a reading one by one, so that there is never more than one of them in memory.
  static func read(
    _ source: SourceText, with reading: any MarkdownReading, into intake: Intake
  ) throws(ReadingCancelled) {
    var reading = reading
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() {
        reading.take(line)
        try intake.advance(throughLinesTo: lines.position, of: bytes.count)
      }
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
  static func guess(_ source: SourceText) -> MarkdownDialect? {
    var marks = Marks()
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() { marks.take(line) }
    }
    return marks.dialect
  }

  /// What of all dialects is in a file.
  private struct Marks {
    private var hasQuizBlocks = false
    private var hasBoxes = false
    private var hasKeyHeadings = false
    private var hasKeyLines = false
    private var hasLetters = false
    private var hasStars = false
    private var hasRules = false

    mutating func take(_ line: MarkdownLine) {
      if hasBoxes || hasQuizBlocks { return takeBlock(line) }
      switch line.kind {
      case .item(let mark, let text):
        hasBoxes = hasBoxes || CheckBox(text) != nil
        hasLetters = hasLetters || LetteredChoice(text) != nil
        hasStars = hasStars || mark == "*"
      case .heading(_, let text):
        hasKeyHeadings = hasKeyHeadings || AnswerKey(heading: text) != nil
      case .text:
        hasQuizBlocks = hasQuizBlocks || line.text == "<quiz>"
        hasKeyLines = hasKeyLines || AnswerKey(line: line.text) != nil
      case .rule: hasRules = true
      case .blank, .code: break
      }
    }

    /// Once there are boxes, only a block can still mean another dialect; looking for keys in each line takes longer than reading.
    private mutating func takeBlock(_ line: MarkdownLine) {
      guard !hasQuizBlocks, line.kind == .text else { return }
      hasQuizBlocks = line.text == "<quiz>"
    }

    var dialect: MarkdownDialect? {
      if hasQuizBlocks { return .quizBlocks }
      if hasBoxes { return .checkBoxes }
      if hasKeyHeadings { return .details }
      if hasKeyLines { return .exam }
      if hasLetters { return .details }
      return hasStars && hasRules ? .cards : nil
    }
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
