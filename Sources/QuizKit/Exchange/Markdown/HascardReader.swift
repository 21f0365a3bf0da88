/// Reads hascard's decks, <https://github.com/Yvee1/hascard>: `# question`, `- wrong`, `* right`,
/// with `---` between cards.
struct HascardReader: QuestionReader {
  static let formatName = "hascard"

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    try MarkdownReader.read(source, with: HascardReading(intake), into: intake)
  }
}

/// Builds questions from the lines of a hascard deck.
struct HascardReading: MarkdownReading {
  private let intake: Intake
  private var card: MarkdownCard?
  private var kind: Fault.UnaskableKind?
  private var boxes = 0

  init(_ intake: Intake) {
    self.intake = intake
  }

  mutating func take(_ line: MarkdownLine) {
    switch line.kind {
    case .rule: finish()
    case .heading(level: 1, let text) where card == nil:
      card = MarkdownCard(line: line.number, category: nil, stem: text)
      card?.readsMarkup = false
    case .item(let mark, let text) where mark != "+":
      card?.choices.append(.init(text, on: line.number, isChecked: mark == "*"))
    default: takeText(line)
    }
  }

  mutating func finish() {
    defer { (card, kind, boxes) = (nil, nil, 0) }
    guard let card else { return }
    if !card.choices.isEmpty {
      card.submitByBoxes(to: intake, mark: .star)
    } else if boxes > 0 {
      intake.refuse(card.draft().draft, .severalAnswers(boxes))
    } else {
      intake.refuse(card.draft().draft, .notMultipleChoice(kind ?? .card))
    }
  }

  private mutating func takeText(_ line: MarkdownLine) {
    guard card != nil else { return }
    if card?.choices.isEmpty == false {
      card?.continueChoice(line, line.raw)
    } else if line.text.hasPrefix("[*]") || line.text.hasPrefix("[ ]") {
      boxes += line.text.hasPrefix("[*]") ? 1 : 0
      kind = .other
    } else if QuestionNumber.dropped(from: line.text) != nil {
      kind = .ordering
    } else if line.kind == .text, line.text.count(where: { $0 == "_" }) >= 2 {
      kind = kind ?? .gaps
    }
  }
}
