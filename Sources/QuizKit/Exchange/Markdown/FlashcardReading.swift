import QuizSupport

/// Looks for cards with a front and a back: lines that begin with `Q:` and `A:`, `front::back`, or a
/// line with nothing but `?` between the two.
struct FlashcardSurvey {
  private var (fronts, backs, pairs, texts) = (0, 0, 0, 0)
  private var isAfterFront = false
  /// Whether a line looks like the second choice of a question, or like its key.
  private var hasChoices = false
  /// Whether a tag says that the notes are cards.
  private(set) var hasTag = false

  /// Whether the file is a deck of cards. Programs and notes have two colons, too.
  var isDeck: Bool {
    fronts > 0 && backs == fronts && !hasChoices
      || pairs > 0 && (hasTag || pairs > 1 && pairs * 5 >= texts * 4)
  }

  /// Whether it can be nothing else.
  var isCertain: Bool { isDeck && fronts > 1 }

  mutating func take(_ line: MarkdownLine) {
    guard line.kind == .text else { return }
    let text = line.text
    hasChoices = hasChoices || ["B:", "B.", "B)", "Answer:"].contains(where: text.hasPrefix)
    if text.hasPrefix("Q: ") {
      fronts += 1
      isAfterFront = true
    } else if text.hasPrefix("A: "), isAfterFront {
      backs += 1
      isAfterFront = false
    } else if text.hasPrefix("#flashcards")
      || text.hasPrefix("tags:") && text.contains("flashcards")
    {
      hasTag = true
    } else {
      texts += 1
      if text == "?" || text == "??" || FlashcardReading.sides(of: text) != nil { pairs += 1 }
    }
  }
}

/// Reads cards with a front and a back, and texts with gaps: `C: The [heart] pumps`, `==heart==`.
struct FlashcardReading: MarkdownReading {
  private let collector: QuestionCollector
  /// Whether lines such as `front::back` are cards.
  private let hasTag: Bool
  private var front: [MarkdownTextLine] = []
  private var back: [MarkdownTextLine]?
  /// Whether the text is one with gaps.
  private var isCloze = false
  /// Whether `Q:` began the card, so that a blank line does not end it.
  private var isNamed = false
  /// Whether the card is to be learned in both directions.
  private var isTwoWay = false

  init(_ collector: QuestionCollector, _ survey: FlashcardSurvey) {
    self.collector = collector
    hasTag = survey.hasTag
  }

  mutating func take(_ line: MarkdownLine) {
    let text = line.kind == .text ? line.text : ""
    if let part = Self.part(text) {
      let rest = line.textLine(FieldText.make(String(text.dropFirst(2))))
      if part == "A", isNamed, back == nil {
        back = [rest]
      } else {
        finish()
        (front, isNamed, isCloze) = ([rest], true, part == "C")
      }
    } else if line.kind == .rule || line.kind == .blank && !isNamed {
      finish()
    } else if !isNamed, text.hasPrefix("#") || text.hasPrefix("tags:") {
      return
    } else if !isNamed, back == nil, text == "?" || text == "??", !front.isEmpty {
      (back, isTwoWay) = ([], text == "??")
    } else if !isNamed, back == nil, let sides = Self.sides(of: text) {
      finish()
      front = [line.textLine(sides.front)]
      (back, isTwoWay) = ([line.textLine(sides.back)], sides.isTwoWay)
      finish()
    } else if case .heading = line.kind {
      finish()
    } else if back != nil {
      back?.append(line.textLine(line.raw))
    } else {
      front.append(line.textLine(line.raw))
    }
  }

  mutating func finish() {
    defer { (front, back, isNamed, isCloze, isTwoWay) = ([], nil, false, false, false) }
    guard let first = front.first else { return }
    var card = MarkdownCard(line: first.number, category: nil, stem: "")
    card.stem = front
    if let back {
      submit(card, back)
      guard isTwoWay else { return }
      (card.line, card.stem) = (back.first?.number ?? card.line, back)
      submit(card, front)
    } else if isCloze || hasTag {
      for index in card.stem.indices where !card.stem[index].isCode {
        card.stem[index].text = Self.withGaps(card.stem[index].text, isCloze ? nil : "==")
      }
      guard let gaps = CardGaps(in: card.stem, .brackets) else {
        if isCloze { card.refuse(.notMultipleChoice(.gaps), to: collector) }
        return
      }
      card.stem = gaps.lines
      card.submit(gaps.solution, to: collector)
    } else if isNamed {
      card.refuse(.notMultipleChoice(.card), to: collector)
    }
  }

  private func submit(_ card: MarkdownCard, _ back: [MarkdownTextLine]) {
    card.submit(.card(CardSolution(back: MarkdownText.raw(back))), to: collector)
  }

  private static func part(_ text: String) -> Character? {
    ["Q", "A", "C"].first { text.hasPrefix("\($0): ") || text == "\($0):" }
  }

  /// The two sides of `front::back`; `nil` for any other line, such as one of a program.
  static func sides(of text: String) -> (front: String, back: String, isTwoWay: Bool)? {
    // Most lines have none, and a search for text costs more than to look at its bytes.
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x3A && $1 == 0x3A }),
      !text.contains("`"), let mark = text.firstRange(of: "::")
    else { return nil }
    let isTwoWay = text[mark.upperBound...].hasPrefix(":")
    let front = FieldText.make(String(text[..<mark.lowerBound]))
    let back = FieldText.make(String(text[mark.upperBound...].drop { $0 == ":" }))
    guard !front.isEmpty, !back.isEmpty, !back.contains("::"),
      !text.contains(where: { "(){};<>".contains($0) })
    else { return nil }
    return (front, back, isTwoWay)
  }

  /// The text with two brackets around its gaps, which have a mark on both sides, or brackets.
  private static func withGaps(_ text: String, _ mark: String?) -> String {
    guard let mark else { return text.replacing("[", with: "[[").replacing("]", with: "]]") }
    let parts = text.components(by: mark)
    guard parts.count > 2, parts.count % 2 == 1 else { return text }
    return parts.enumerated().map { $0 % 2 == 1 ? "[[" + $1 + "]]" : $1 }.joined()
  }
}

extension String {
  fileprivate func components(by mark: String) -> [String] {
    split(separator: mark, omittingEmptySubsequences: false).map(String.init)
  }
}
