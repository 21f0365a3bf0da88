/// Reads question lists in Markdown, in several common dialects.
struct MarkdownReader: QuestionReader {
  static let formatName = "Markdown"

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    guard let dialect = MarkdownDialect.guess(source) else { return }
    try Self.read(source, with: dialect.reading(into: intake), into: intake)
  }

  /// Passes the lines to `reading` one by one, so that only one is in memory at a time.
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

/// Reads one dialect line by line.
protocol MarkdownReading {
  mutating func take(_ line: MarkdownLine)
  /// Called at the end of the file; the last question may still be open.
  mutating func finish()
}

/// How a list of questions marks its answers.
enum MarkdownDialect {
  /// Lettered choices, with the answer in a folded section: `<details>`.
  case details
  /// Numbered questions, with the answer in a line such as "Correct answer: B".
  case exam
  /// `- [x]` under headings.
  case checkBoxes
  /// `- [x]` in `<quiz>` blocks.
  case quizBlocks
  /// Cards separated by `---`, with `*` before the right choice.
  case cards

  /// Returns the first dialect whose marks occur in the file.
  static func guess(_ source: SourceText) -> MarkdownDialect? {
    var marks = Marks()
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() { marks.take(line) }
    }
    return marks.dialect
  }

  /// Which marks of all dialects occur in a file.
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

    /// Once there are check boxes, only a `<quiz>` block can change the dialect. Looking for answer
    /// keys in every further line would be slow.
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
