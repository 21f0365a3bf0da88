/// Reads numbered questions with lettered choices, a line such as "Correct answer: B" and an
/// optional explanation. The numbers are in headings or at the beginning of a line.
struct ExamDialect: MarkdownReading {
  private let collector: QuestionCollector
  private let survey: MarkdownSurvey
  private var card: MarkdownCard?
  private var heading: MarkdownHeading?
  private var category: String?

  init(_ collector: QuestionCollector, _ survey: MarkdownSurvey) {
    self.collector = collector
    self.survey = survey
  }

  mutating func take(_ line: MarkdownLine) {
    switch line.kind {
    case .heading(let level, let text):
      begin(MarkdownHeading(level: level, text: text), on: line.number)
    case .item(_, let item):
      if let choice = LetteredChoice(item, at: card?.choices.count ?? 0), card != nil {
        takeChoice(choice, on: line.number)
      } else {
        takeText(line)
      }
    case .text:
      if let stem = stem(line) {
        finish()
        card = MarkdownCard(line: line.number, category: category, stem: stem)
      } else if card?.hasKeyLine == false,
        let key = AnswerKey(line: line.text, choices: card?.letters ?? [])
      {
        card?.key = key.letters
        card?.hasKeyLine = true
      } else {
        takeText(line)
      }
    case .blank, .code, .rule: takeText(line)
    }
  }

  mutating func finish() { finish(before: nil) }

  private mutating func finish(before next: MarkdownHeading?) {
    defer { (card, heading) = (nil, nil) }
    card?.finishByKey(under: heading, before: next, in: survey, to: collector)
  }

  /// The text of a question that begins on this line. If questions are headings, other numbers
  /// belong to lists.
  private func stem(_ line: MarkdownLine) -> String? {
    guard line.indent < 4, !survey.hasQuestionHeadings || QuestionNumber.hasLetter(line.text) else {
      return nil
    }
    return QuestionNumber.dropped(from: line.text)
  }

  private mutating func begin(_ next: MarkdownHeading, on line: Int) {
    finish(before: next)
    if next.level == 1 { category = next.text.isEmpty ? nil : FieldText.make(next.text) }
    guard next.isNumbered else { return }
    heading = next
    card = MarkdownCard(line: line, category: category, heading: next)
  }

  private mutating func takeChoice(_ choice: LetteredChoice, on line: Int) {
    guard card?.hasKeyLine == false else { return }
    if choice.letter == "A", card?.choices.isEmpty == false {
      collector.report(.lettersRestart, line: line, question: card?.text ?? "")
      card = nil
      return
    }
    card?.choices.append(.init(letter: choice.letter, choice.text, on: line))
  }

  private mutating func takeText(_ line: MarkdownLine) {
    guard card != nil else { return }
    if line.kind != .code,
      MarkdownTags.isOnlyWrappers(line.text) || line.text.hasPrefix("<details")
        || line.text.hasPrefix("<summary")
    {
      return
    }
    if card?.hasKeyLine == true {
      card?.commentary.append(line.textLine(Self.explanation(line)))
    } else if card?.choices.isEmpty == true {
      card?.stem.append(line.textLine(line.raw))
    } else {
      card?.continueChoice(line, line.raw, dropping: line.kind == .code ? 0 : line.indent)
    }
  }

  /// Returns the line without the word that introduces an explanation.
  private static func explanation(_ line: MarkdownLine) -> String {
    guard line.kind != .code else { return line.raw }
    let text = FieldText.make(MarkdownTags.withoutBlocks(line.raw))
    for word in ["Explanation:", "explanation:", "解説:", "解説："] where text.hasPrefix(word) {
      return String(text.dropFirst(word.count))
    }
    return text
  }
}
