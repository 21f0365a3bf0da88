/// Reads headings as questions, with lettered choices and the answer in a `<details>` section.
struct DetailsDialect: MarkdownReading {
  private let collector: QuestionCollector
  private let survey: MarkdownSurvey
  private var card: MarkdownCard?
  private var heading: MarkdownHeading?
  private var category: String?
  private var isInDetails = false

  init(_ collector: QuestionCollector, _ survey: MarkdownSurvey) {
    self.collector = collector
    self.survey = survey
  }

  mutating func take(_ line: MarkdownLine) {
    let isCode = line.kind == .code
    if !isCode, line.text.hasPrefix("<details") { isInDetails = true }
    let endsDetails = !isCode && line.text.contains("</details>")
    defer { if endsDetails { isInDetails = false } }
    if case .heading(let level, let text) = line.kind {
      if takeKey(text) { return }
      if isInDetails { return takeCommentary(line) }
      begin(MarkdownHeading(level: level, text: text), on: line.number)
    } else if isInDetails {
      takeCommentary(line)
    } else if let text = survey.stemWithoutHeading(line) {
      begin(MarkdownHeading(level: heading?.level ?? 2, text: text), on: line.number)
    } else {
      takeBody(line)
    }
  }

  mutating func finish() { finish(before: nil) }

  private mutating func finish(before next: MarkdownHeading?) {
    defer { (card, heading) = (nil, nil) }
    card?.finishByKey(under: heading, before: next, in: survey, to: collector)
  }

  private mutating func begin(_ next: MarkdownHeading, on line: Int) {
    finish(before: next)
    if next.level == 1 { category = next.text.isEmpty ? nil : FieldText.make(next.text) }
    heading = next
    card = MarkdownCard(line: line, category: category, heading: next)
  }

  /// Reads a heading such as "Answer: D"; returns `false` if the heading is something else.
  private mutating func takeKey(_ text: String) -> Bool {
    guard card != nil, card?.key.isEmpty == true, isInDetails || card?.choices.isEmpty == false,
      let key = AnswerKey(heading: text, choices: card?.letters ?? [])
    else { return false }
    card?.key = key.letters
    card?.hasKeyLine = true
    isInDetails = true
    return true
  }

  private mutating func takeCommentary(_ line: MarkdownLine) {
    guard card?.hasKeyLine == true else { return }
    if line.kind == .code || !MarkdownTags.isOnlyWrappers(line.text) {
      card?.commentary.append(line.textLine(line.raw))
    }
  }

  private mutating func takeBody(_ line: MarkdownLine) {
    // The card is changed in place. Working on a copy would copy its arrays for every line.
    guard card != nil else { return }
    let hasChoices = card?.choices.isEmpty == false
    if case .item(_, let item) = line.kind,
      let choice = LetteredChoice(item, at: card?.choices.count ?? 0)
    {
      if choice.letter == "A", hasChoices {
        collector.report(.lettersRestart, line: line.number, question: card?.text ?? "")
        card = nil
      } else {
        card?.choices.append(.init(letter: choice.letter, choice.text, on: line.number))
      }
    } else if line.kind == .rule || card?.hasKeyLine == true {
      return
    } else if !hasChoices {
      card?.stem.append(line.textLine(line.raw))
    } else if !MarkdownTags.isOnlyWrappers(line.text) {
      card?.continueChoice(line, line.raw, dropping: line.kind == .code ? 0 : line.indent)
    }
  }
}
