/// Reads headings as questions, with lettered choices and the answer in a `<details>` section.
struct DetailsDialect: MarkdownReading {
  private let intake: Intake
  private var card: MarkdownCard?
  private var category: String?
  private var isInDetails = false

  init(_ intake: Intake) {
    self.intake = intake
  }

  mutating func take(_ line: MarkdownLine) {
    let isCode = line.kind == .code
    if !isCode, line.text.hasPrefix("<details") { isInDetails = true }
    let endsDetails = !isCode && line.text.contains("</details>")
    defer { if endsDetails { isInDetails = false } }
    if case .heading(let level, let text) = line.kind {
      if takeKey(text) { return }
      isInDetails ? takeCommentary(line) : begin(level, text, on: line.number)
    } else if isInDetails {
      takeCommentary(line)
    } else {
      takeBody(line)
    }
  }

  mutating func finish() {
    defer { card = nil }
    guard let card else { return }
    // A heading without choices and answer is the title of a section.
    if card.choices.isEmpty, !card.hasKeyLine { return }
    card.submitByKey(to: intake)
  }

  private mutating func begin(_ level: Int, _ text: String, on line: Int) {
    finish()
    if level == 1 { category = text.isEmpty ? nil : FieldText.make(text) }
    card = MarkdownCard(
      line: line, category: category, stem: QuestionNumber.dropped(from: text) ?? text)
  }

  /// Reads a heading such as "Answer: D"; returns `false` if the heading is something else.
  private mutating func takeKey(_ text: String) -> Bool {
    guard card != nil, card?.key.isEmpty == true, isInDetails || card?.choices.isEmpty == false,
      let key = AnswerKey(heading: text)
    else { return false }
    card?.key = key.letters
    card?.hasKeyLine = true
    isInDetails = true
    return true
  }

  private mutating func takeCommentary(_ line: MarkdownLine) {
    guard card?.hasKeyLine == true else { return }
    if line.kind == .code {
      card?.commentary.append(line.raw)
    } else if !MarkdownTags.isOnlyWrappers(line.text) {
      card?.commentary.append(line.raw)
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
        intake.report(.lettersRestart, line: line.number, question: card?.draft.text ?? "")
        card = nil
      } else {
        card?.choices.append(.init(letter: choice.letter, lines: [choice.text]))
      }
    } else if line.kind == .rule || card?.hasKeyLine == true {
      return
    } else if !hasChoices {
      card?.stem.append(line.raw)
    } else if !MarkdownTags.isOnlyWrappers(line.text) {
      card?.continueChoice(line.raw, dropping: line.kind == .code ? 0 : line.indent)
    }
  }
}
