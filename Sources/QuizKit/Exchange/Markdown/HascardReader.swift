/// Reads hascard's decks, <https://github.com/Yvee1/hascard>: `# question`, `- wrong`, `* right`,
/// or `[ ] wrong`, `[*] right` for several right answers, or a text with a `_gap_`; with `---`
/// between cards.
struct HascardReader: QuestionReader {
  static let formatName = "hascard"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try MarkdownReader.read(source, with: HascardReading(collector), into: collector)
  }
}

/// Builds questions from the lines of a hascard deck.
struct HascardReading: MarkdownReading {
  private let collector: QuestionCollector
  private var card: MarkdownCard?
  private var kind: Fault.UnaskableKind?
  /// The lines before the choices.
  private var body: [MarkdownTextLine] = []
  private var hasBoxes = false

  init(_ collector: QuestionCollector) {
    self.collector = collector
  }

  mutating func take(_ line: MarkdownLine) {
    switch line.kind {
    case .rule: finish()
    case .heading(level: 1, let text) where card == nil:
      card = MarkdownCard(line: line.number, category: nil, stem: text)
      card?.readsMarkup = false
    case .item(let mark, let text) where mark != "+" && !hasBoxes:
      card?.choices.append(.init(text, on: line.number, isChecked: mark == "*"))
    default: takeText(line)
    }
  }

  mutating func finish() {
    defer { (card, kind, body, hasBoxes) = (nil, nil, [], false) }
    guard var card else { return }
    if hasBoxes {
      card.stem += body
      card.submitByBoxes(to: collector, mark: .checkBox, isSeveral: true)
    } else if !card.choices.isEmpty {
      card.submitByBoxes(to: collector, mark: .star)
    } else if kind == .gaps, let gap = CardGap(in: body, .underscores) {
      if !gap.isWholeText { card.stem += gap.lines }
      card.submit(gap, to: collector)
    } else {
      collector.refuse(card.draft().draft, .notMultipleChoice(kind ?? .card))
    }
  }

  private mutating func takeText(_ line: MarkdownLine) {
    // The card is changed in place. Working on a copy would copy its arrays for every line.
    guard card != nil else { return }
    let hasChoices = card?.choices.isEmpty == false
    if line.kind == .text, hasBoxes || !hasChoices, let box = Self.box(line.text) {
      hasBoxes = true
      card?.choices.append(.init(box.text, on: line.number, isChecked: box.isChecked))
    } else if hasChoices {
      card?.continueChoice(line, line.raw)
    } else {
      body.append(line.textLine(line.raw))
      if QuestionNumber.dropped(from: line.text) != nil {
        kind = .ordering
      } else if line.kind == .text, line.text.count(where: { $0 == "_" }) >= 2 {
        kind = kind ?? .gaps
      }
    }
  }

  /// Reads `[*] text`, `[x] text` or `[ ] text`.
  private static func box(_ text: String) -> CheckBox? {
    CheckBox(text.hasPrefix("[*]") ? "[x]" + text.dropFirst(3) : text)
  }
}
