/// Reads numbered questions with lettered choices, a line such as "Correct answer: B" and an
/// optional explanation.
struct ExamDialect: MarkdownReading {
  private let intake: Intake
  private var card: MarkdownCard?
  private var category: String?

  init(_ intake: Intake) {
    self.intake = intake
  }

  mutating func take(_ line: MarkdownLine) {
    switch line.kind {
    case .heading(let level, let text):
      finish()
      if level == 1 { category = text.isEmpty ? nil : FieldText.make(text) }
    case .item(_, let item):
      if let choice = LetteredChoice(item, at: card?.choices.count ?? 0), card != nil {
        takeChoice(choice, on: line.number)
      } else {
        takeText(line)
      }
    case .text:
      if line.indent < 4, let stem = QuestionNumber.dropped(from: line.text) {
        finish()
        card = MarkdownCard(line: line.number, category: category, stem: stem)
      } else if let key = AnswerKey(line: line.text), card?.hasKeyLine == false {
        card?.key = key.letters
        card?.hasKeyLine = true
      } else {
        takeText(line)
      }
    case .blank, .code, .rule: takeText(line)
    }
  }

  mutating func finish() {
    defer { card = nil }
    guard let card, !card.choices.isEmpty || card.hasKeyLine else { return }
    card.submitByKey(to: intake)
  }

  private mutating func takeChoice(_ choice: LetteredChoice, on line: Int) {
    guard card?.hasKeyLine == false else { return }
    if choice.letter == "A", card?.choices.isEmpty == false {
      intake.report(.lettersRestart, line: line, question: card?.draft.text ?? "")
      card = nil
      return
    }
    card?.choices.append(.init(letter: choice.letter, lines: [choice.text]))
  }

  private mutating func takeText(_ line: MarkdownLine) {
    guard card != nil else { return }
    if line.kind != .code, MarkdownTags.isOnlyWrappers(line.text) || line.text.hasPrefix("<details")
    {
      return
    }
    if card?.hasKeyLine == true {
      card?.commentary.append(Self.explanation(line))
    } else if card?.choices.isEmpty == true {
      card?.stem.append(line.raw)
    } else {
      card?.continueChoice(line.raw, dropping: line.kind == .code ? 0 : line.indent)
    }
  }

  /// Returns the line without the word that introduces an explanation.
  private static func explanation(_ line: MarkdownLine) -> String {
    guard line.kind != .code else { return line.raw }
    let text = FieldText.make(MarkdownTags.stripped(line.raw))
    for word in ["Explanation:", "explanation:", "解説:", "解説："] where text.hasPrefix(word) {
      return String(text.dropFirst(word.count))
    }
    return text
  }
}
