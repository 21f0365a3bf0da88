/// The ways in which lists of questions mark their answers.
enum MarkdownDialect {
  /// `- [x]` under headings.
  case checkBoxes
  /// `- [x]` in `<quiz>` blocks.
  case quizBlocks
  /// Cards separated by `---`, with `*` before the right choice.
  case cards
  /// Cards with a front and a back: `Q:` and `A:` lines, or `front::back`.
  case flashcards
  /// Any of these and other layouts, question by question.
  case dump
}

/// The marks of all dialects that occur in a file, found before the file is read.
struct MarkdownSurvey {
  private var hasQuizBlocks = false
  private var hasBoxes = false
  private var hasStars = false
  private var hasRules = false
  /// Whether headings are below others, as in a text with sections. Cards have headings of one level.
  private var hasSections = false
  /// Whether a heading is numbered like "Q12."
  private(set) var hasQuestionHeadings = false
  /// The level of the last heading, if no other beginning of a question came since.
  private var level: Int?
  /// The levels of the headings that have choices below them.
  private var questionLevels: [Bool] = Array(repeating: false, count: 7)

  private var boxes = BoxSurvey()
  private var cards = FlashcardSurvey()
  /// The questions that were found one by one, if that finds more of them.
  private var plan: DumpPlan?

  init(of source: SourceText) {
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() { take(line) }
    }
    plan = marked == .flashcards && cards.isCertain ? nil : betterPlan(of: source)
  }

  /// How the file is read.
  var dialect: MarkdownDialect? { plan?.isCertain == true ? .dump : marked }

  private var isToDo: Bool { hasBoxes && !hasQuizBlocks && boxes.isToDo }

  /// The first dialect whose marks occur in the file.
  private var marked: MarkdownDialect? {
    if hasQuizBlocks { return .quizBlocks }
    if isToDo { return nil }
    if hasBoxes { return .checkBoxes }
    if hasStars && hasRules && !hasSections { return .cards }
    return cards.isDeck && plan == nil ? .flashcards : nil
  }

  func reading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    plan.map { DumpReading($0, into: collector) } ?? markedReading(into: collector)
  }

  private func markedReading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    switch marked {
    case .checkBoxes: CheckBoxDialect(collector, inBlocks: false, self)
    case .quizBlocks: CheckBoxDialect(collector, inBlocks: true, self)
    case .cards: HascardReading(collector)
    case .flashcards: FlashcardReading(collector, cards)
    case .dump, nil: nil
    }
  }

  /// The plan that finds the questions one by one; `nil` if the dialect whose marks occur reads
  /// them as well.
  private func betterPlan(of source: SourceText) -> DumpPlan? {
    let marked = marked
    if isToDo { return nil }
    if marked == .quizBlocks || marked == .checkBoxes && !boxes.isUnusual { return nil }
    let plan = DumpPlan(DumpSurvey(of: source))
    if plan.blocks.isEmpty { return nil }
    guard marked == .checkBoxes || marked == .cards else { return plan }
    let usual = Self.trial(of: source) { markedReading(into: $0) }
    let found = Self.trial(of: source) { DumpReading(plan, into: $0) }
    let isBetter =
      found.lines.count > usual.lines.count
      && (found.lines.count * 10 >= usual.lines.count * 11 || found.all > usual.all)
    if plan.blocks.allSatisfy(\.isPlain) {
      // An item of a list in the text of a question may have been taken for the question.
      let differs = found.lines.count == usual.lines.count && found.lines != usual.lines
      return isBetter || differs ? plan : nil
    }
    let namesQuestions = plan.blocks.count(where: \.isNamed) * 2 > plan.blocks.count
    return isBetter || namesQuestions && found.lines.count >= usual.lines.count ? plan : nil
  }

  /// The lines of the questions that a reading can use, and how many questions it finds in all.
  private static func trial(
    of source: SourceText, _ reading: (QuestionCollector) -> (any MarkdownReading)?
  ) -> (lines: [Int], all: Int) {
    var lines: [Int] = []
    let collector = QuestionCollector(file: source.name, handler: { lines.append($0.line) })
    guard let reading = reading(collector) else { return ([], 0) }
    do throws(ReadingCancelled) {
      try MarkdownReader.read(source, with: reading, into: collector)
    } catch {
      // A question is too long. What was found before it counts.
    }
    return (lines, collector.accepted + collector.skipped + collector.errors)
  }

  /// The text of a question such as "Q12. …" whose heading lacks its mark or the blank after the
  /// mark, if other questions of the file have them; otherwise `nil`.
  func stemWithoutHeading(_ line: MarkdownLine) -> String? {
    guard hasQuestionHeadings, line.kind == .text, line.indent < 4 else { return nil }
    let text = String(line.text.drop { $0 == "#" })
    return QuestionNumber.hasLetter(text) && QuestionNumber.dropped(from: text) != nil ? text : nil
  }

  /// Whether a heading without choices must be a question: it is numbered like a question, and it
  /// is not the title of a section with other headings below it.
  func isQuestion(_ heading: MarkdownHeading, before next: MarkdownHeading?) -> Bool {
    guard heading.isNumbered else { return false }
    if QuestionNumber.hasLetter(heading.text) { return true }
    return questionLevels[heading.level] && next.map { $0.level <= heading.level } ?? true
  }

  private mutating func take(_ line: MarkdownLine) {
    boxes.take(line)
    cards.take(line)
    switch line.kind {
    case .heading(let level, let text):
      self.level = level
      hasSections = hasSections || level > 1
      hasQuestionHeadings =
        hasQuestionHeadings
        || (QuestionNumber.hasLetter(text) && QuestionNumber.dropped(from: text) != nil)
    case .item(let mark, let text):
      if CheckBox.isIn(text) {
        hasBoxes = true
        takeChoice()
      } else {
        hasStars = hasStars || mark == "*"
      }
    case .text: takeText(line)
    case .rule: hasRules = true
    case .blank, .code: break
    }
  }

  private mutating func takeChoice() {
    if let level { questionLevels[level] = true }
  }

  private mutating func takeText(_ line: MarkdownLine) {
    hasQuizBlocks = hasQuizBlocks || line.text == "<quiz>"
    if !hasBoxes, line.indent < 4, QuestionNumber.dropped(from: line.text) != nil { level = nil }
  }
}

/// A heading of Markdown.
struct MarkdownHeading {
  var level: Int
  var text: String

  /// The text without the number of the question.
  var stem: String { QuestionNumber.dropped(from: text) ?? text }

  var isNumbered: Bool { QuestionNumber.dropped(from: text) != nil }
}
