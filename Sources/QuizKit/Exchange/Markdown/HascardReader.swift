import QuizSupport

/// Reads hascard's decks, <https://github.com/Yvee1/hascard>, with `---` between cards.
///
/// A card has a heading: `# question`. Below it are choices (`- wrong`, `* right`, or `[ ] wrong`,
/// `[*] right` for several right answers), a text with `_gaps_`, lines with numbers to put in
/// order, or any other text, which is the back of the card.
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
  /// All lines below the heading.
  private var lines: [MarkdownTextLine] = []
  /// How many of them are before the choices.
  private var leading = 0
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
      takeLine(line)
    default: takeText(line)
    }
  }

  mutating func finish() {
    defer { (card, lines, leading, hasBoxes) = (nil, [], 0, false) }
    guard var card else { return }
    if hasBoxes || hasChoices(card) {
      card.stem += lines.prefix(leading)
      return card.submitByBoxes(
        to: collector, mark: hasBoxes ? .checkBox : .star, isSeveral: hasBoxes)
    }
    card.choices = []
    if let items = itemsInOrder {
      card.choices = items
      card.submit(.order, to: collector)
    } else if let gaps = CardGaps(in: lines, .underscores) {
      card.stem = card.stem.map(gaps.escaped)
      if !gaps.isWholeText { card.stem += gaps.lines }
      card.submit(gaps.solution, to: collector)
    } else {
      card.submit(.card(CardSolution(back: MarkdownText.raw(lines))), to: collector)
    }
  }

  /// Whether the list below the heading has choices. Below a text it has them only if some are
  /// right and some are wrong; otherwise it is a part of the text.
  private func hasChoices(_ card: MarkdownCard) -> Bool {
    if card.choices.isEmpty { return false }
    let hasText = lines.prefix(leading).contains { !$0.text.isBlank }
    let right = card.choices.count(where: \.isChecked)
    return !hasText || right > 0 && right < card.choices.count
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
    }
    takeLine(line)
  }

  private mutating func takeLine(_ line: MarkdownLine) {
    guard let card else { return }
    lines.append(line.textLine(line.raw))
    if card.choices.isEmpty { leading = lines.count }
  }

  /// Reads `[*] text`, `[x] text` or `[ ] text`.
  private static func box(_ text: String) -> CheckBox? {
    CheckBox(text.hasPrefix("[*]") ? "[x]" + text.dropFirst(3) : text)
  }

  /// The lines in the order of their numbers, if all of them are numbered from 1 on; otherwise
  /// `nil`.
  private var itemsInOrder: [MarkdownCard.Entry]? {
    var items: [Int: MarkdownCard.Entry] = [:]
    for line in lines where !line.text.isBlank {
      guard let (number, text) = Self.numbered(line.text), items[number] == nil else { return nil }
      items[number] = MarkdownCard.Entry(text, on: line.number)
    }
    guard items.count > 1, items.keys.max() == items.count else { return nil }
    return items.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Reads `12. text`.
  private static func numbered(_ line: String) -> (number: Int, text: String)? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard let number = Int(digits), number > 0, rest.hasPrefix(". ") else { return nil }
    return (number, FieldText.make(String(rest.dropFirst(2))))
  }
}
