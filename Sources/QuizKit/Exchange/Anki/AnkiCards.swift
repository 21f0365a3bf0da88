import QuizSupport

/// Reads notes with a front and a back: as cards, or as questions with other backs as wrong
/// choices.
struct AnkiCards {
  /// The tag of all questions with other backs as choices. It shows that no author chose them.
  static let tag = "generated"

  private struct Card {
    var line: Int
    var front: String
    var back: String
    var tags: [String]
    var category: String?
    var id: String?
  }

  private let header: AnkiHeader
  private var cards: [Card] = []
  /// The distinct backs in order of first appearance.
  private var backs: [String] = []
  /// The names of further fields that are not empty.
  private var further: [String] = []
  private var knownFurther: Set<String> = []

  init(
    _ start: RecordScanner, _ header: AnkiHeader, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    self.header = header
    let special = [
      header.tagsColumn, header.deckColumn, header.guidColumn, header.notetypeColumn,
    ]
    var seen: Set<String> = []
    var scanner = start
    while true {
      let outcome = scanner.next()
      if case .end = outcome { break }
      try collector.require(scanner.extent)
      if case .quoteNotClosed(let line) = outcome {
        collector.report(.quoteNotClosed, line: line, excerpt: scanner.skippedLine)
      }
      guard case .record = outcome, !scanner.isBlank else { continue }
      func text(_ column: Int?) -> String {
        guard let column, column < scanner.fields.count else { return "" }
        let text = scanner.text(scanner.fields[column])
        return header.isHTML ? HTMLText.plain(text) : text
      }
      let sides = scanner.fields.indices.filter { !special.contains($0) }
      for column in sides.dropFirst(2) where !text(column).isEmpty {
        let name = header.columns.flatMap { $0.indices.contains(column) ? $0[column] : nil }
        let known = name ?? "\(column + 1)"
        if knownFurther.insert(known).inserted { further.append(known) }
      }
      let card = Card(
        line: scanner.line, front: text(sides.first), back: text(sides.dropFirst().first),
        tags: header.tags + TagList.split(text(header.tagsColumn)),
        category: text(header.deckColumn).isEmpty ? header.deck : text(header.deckColumn),
        id: text(header.guidColumn).isEmpty ? nil : text(header.guidColumn))
      if !card.back.isEmpty, seen.insert(card.back).inserted { backs.append(card.back) }
      cards.append(card)
    }
  }

  /// Makes a card of each note.
  func makeCards(into collector: QuestionCollector, total: Int) throws(ReadingCancelled) {
    reportFurther(to: collector)
    for (index, card) in cards.enumerated() {
      var draft = draft(of: card)
      draft.solution = .card(CardSolution(back: card.back))
      collector.submit(draft)
      try collector.advance(to: total / cards.count * (index + 1), of: total)
    }
  }

  /// Makes a question with choices of each note.
  func makeQuestions(into collector: QuestionCollector, total: Int) throws(ReadingCancelled) {
    guard backs.count >= 4 else { return collector.report(.tooFewBacks, line: header.bodyLine) }
    reportFurther(to: collector)
    for (index, card) in cards.enumerated() {
      var draft = draft(of: card)
      draft.tags.append(Self.tag)
      if card.back.isEmpty {
        collector.refuse(draft, .noCorrectChoice(nil))
      } else {
        (draft.choices, draft.correct) = StablePlace.place(
          card.back, among: wrongBacks(for: card), of: card.front)
        collector.submit(draft)
      }
      try collector.advance(to: total / cards.count * (index + 1), of: total)
    }
  }

  private func reportFurther(to collector: QuestionCollector) {
    if !further.isEmpty { collector.report(.columnsIgnored(further), line: header.bodyLine) }
  }

  private func draft(of card: Card) -> QuestionDraft {
    var draft = QuestionDraft(line: card.line)
    draft.text = card.front
    draft.tags = card.tags
    draft.category = card.category
    draft.externalID = card.id
    return draft
  }

  /// Returns three backs that differ from the card's own. Every import of the file chooses the same
  /// ones.
  private func wrongBacks(for card: Card) -> [String] {
    var wrong: [String] = []
    var place = StablePlace.of(card.front + "\n" + card.back, count: backs.count)
    while wrong.count < 3 {
      if backs[place] != card.back { wrong.append(backs[place]) }
      place = (place + 1) % backs.count
    }
    return wrong
  }
}
