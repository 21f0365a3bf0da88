/// Turns cards with only a front and a back into questions, with other backs as wrong choices.
struct AnkiCards {
  /// The tag of all these questions, which shows that no author chose the choices.
  static let tag = "generated"

  private struct Card {
    var line: Int
    var front: String
    var back: String
  }

  private let header: AnkiHeader
  private var cards: [Card] = []
  /// The distinct backs in order of first appearance.
  private var backs: [String] = []

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
      guard case .record = outcome, !scanner.isBlank else { continue }
      let texts = scanner.fields.indices.filter { !special.contains($0) }.prefix(2).map {
        let text = scanner.text(scanner.fields[$0])
        return header.isHTML ? HTMLText.plain(text) : text
      }
      let card = Card(
        line: scanner.line, front: texts.first ?? "", back: texts.dropFirst().first ?? "")
      if !card.back.isEmpty, seen.insert(card.back).inserted { backs.append(card.back) }
      cards.append(card)
    }
  }

  func makeQuestions(into collector: QuestionCollector, total: Int) throws(ReadingCancelled) {
    guard backs.count >= 4 else { return collector.report(.noChoices, line: header.bodyLine) }
    for (index, card) in cards.enumerated() {
      var draft = QuestionDraft(line: card.line)
      draft.text = card.front
      draft.tags = header.tags + [Self.tag]
      draft.category = header.deck
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
