import QuizSupport

/// Reads hascard's decks, <https://github.com/Yvee1/hascard>, with `---` between cards.
///
/// A card has a heading: `# question`. Below it are choices (`- wrong`, `* right`, or `[ ] wrong`,
/// `[*] right` for several right answers), a text with `_gaps_`, lines with numbers to put in
/// order, or any other text, which is the back of the card.
struct HascardReader: QuestionReader {
  static let formatName = "hascard"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
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

/// Writes decks of hascard, <https://github.com/Yvee1/hascard>.
///
/// The format has no escapes but for underscores. So each card is read again, and one that would be
/// read as something else is left out.
struct HascardWriter: QuestionWriter {
  private var isFirst = true

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let content = question.content
    guard let card = Self.card(content) else {
      return .kindNotWritten(content.kind, format: HascardReader.formatName)
    }
    guard Self.isRead(card, as: content) else {
      return .unwritable(format: HascardReader.formatName)
    }
    if !isFirst { text += "---\n\n".utf8 }
    isFirst = false
    text += card.utf8
    return nil
  }

  /// The card; `nil` when hascard has none of this kind.
  private static func card(_ content: QuestionContent) -> String? {
    switch content.solution {
    case .single, .trueFalse:
      let right = content.solution.rightChoice
      return "# \(content.text)\n" + list(content) { $0 == right ? "* " : "- " }
    case .several(let solution):
      return "# \(content.text)\n"
        + list(content) { solution.correct.contains($0) ? "[*] " : "[ ] " }
    case .text(let solution):
      return gap(content.text, solution.accepted.filter(\.isRight).map(\.text))
    case .number(let solution):
      let right = solution.accepted.filter(\.isRight)
      return gap(content.text, right.map { AnswerCell.text(of: $0.span) })
    case .card(let solution): return "# \(content.text)\n\(solution.back)\n\n"
    case .gaps(let solution): return gaps(content.text, solution)
    case .order:
      // In the right order there would be nothing to do.
      let places = content.choices.indices.sorted {
        (StablePlace.of(content.choices[$0].text, count: 1 << 30), $0)
          < (StablePlace.of(content.choices[$1].text, count: 1 << 30), $1)
      }
      return "# \(content.text)\n"
        + places.map { "\($0 + 1). \(content.choices[$0].text)\n" }.joined() + "\n"
    case .match: return nil
    }
  }

  private static func list(_ content: QuestionContent, _ mark: (Int) -> String) -> String {
    content.choices.enumerated().map { mark($0) + $1.text + "\n" }.joined() + "\n"
  }

  /// A card with one gap, in the place of the blank if the text has one below its first line.
  private static func gap(_ text: String, _ accepted: [String]) -> String {
    let gap = "_\(accepted.joined(separator: "|"))_"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines.removeFirst()
    let body = lines.joined(separator: "\n").split(
      separator: CardGaps.blank, omittingEmptySubsequences: false)
    guard body.count == 2 else { return "# \(text)\n\(gap)\n\n" }
    return "# \(first)\n" + body.map { escaped(String($0)) }.joined(separator: gap) + "\n\n"
  }

  private static func gaps(_ text: String, _ solution: GapsSolution) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A card needs a heading, and hascard fills no gaps in it.
    let first = GapText(lines[0]).gaps.isEmpty ? lines.removeFirst() : " "
    var body = ""
    for part in GapText(lines.joined(separator: "\n")).parts {
      switch part {
      case .text(let text): body += escaped(text)
      case .gap(let place):
        guard solution.gaps.indices.contains(place), case .typed = solution.gaps[place]
        else { return nil }
        body += "_\(solution.gaps[place].rightAnswers.joined(separator: "|"))_"
      }
    }
    return "# \(first)\n\(body)\n\n"
  }

  private static func escaped(_ text: String) -> String { text.replacing("_", with: "\\_") }

  // MARK: Reading again

  private static func isRead(_ card: String, as content: QuestionContent) -> Bool {
    let collector = QuestionCollector(file: "")
    do throws(ReadingCancelled) {
      try HascardReader().read(
        SourceText(Array(card.utf8), name: ""), into: collector)
    } catch {
      return false
    }
    guard collector.questions.count == 1, let read = collector.questions.first?.content else {
      return false
    }
    return told(read) == told(content)
  }

  /// The texts and the right answers, which have to be the same, without the credit for each.
  private static func told(_ content: QuestionContent) -> [String] {
    let kind: QuestionContent.Kind = content.kind == .trueFalse ? .single : content.kind
    let right =
      kind == .single ? [content.solution.rightChoice ?? 0] : content.solution.rightChoices
    return [kind.rawValue, content.text, "\(right)"]
      + content.choices.map(\.text) + rightTexts(content.solution)
  }

  /// The texts that are wholly right. An answer that is worth a part would be as good as these. The
  /// format has no wildcards, so a pattern with one is another text there.
  private static func rightTexts(_ solution: Solution) -> [String] {
    func patterns(_ texts: TextSolution) -> [String] {
      texts.accepted.filter(\.isRight).map(\.pattern)
    }
    switch solution {
    case .text(let texts): return patterns(texts)
    case .gaps(let gaps):
      return gaps.gaps.flatMap { gap in
        if case .typed(let texts) = gap { patterns(texts) } else { gap.rightAnswers }
      }
    default:
      return solution.accepted.isEmpty
        ? solution.texts : solution.accepted.filter(\.isRight).map(\.text)
    }
  }
}
