import Foundation

/// Finds the questions that a query asks for.
struct QuestionMatch {
  private let words: [String]
  private let tag: String?
  private let deckID: Identifier<Deck>?
  private let start: Date?

  init(_ query: SearchQuery, deckID: Identifier<Deck>?, timeZone: TimeZone) {
    words = query.words.map(SearchText.folded).filter { !$0.isBlank }
    tag = query.tag.map(SearchText.folded)
    self.deckID = deckID
    start = query.since?.start(in: timeZone)
  }

  /// The identifiers, the newest first.
  func all(in store: StoreContext) throws -> [Identifier<Question>] {
    try store.fetch(FetchDescriptor(predicate: predicate))
      .filter(matches)
      .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
      .map(\.id)
  }

  /// The condition that leaves the fewest records to look at: stores answer it from an index or by a search of bytes, and the rest
  /// is done here. A deck comes first, because its index is sure to leave few.
  private var predicate: Predicate<Question>? {
    if let deckID { return #Predicate { $0.deckID == deckID } }
    if let word = words.max(by: { $0.count < $1.count }) {
      return #Predicate { $0.searchText.contains(word) }
    }
    if let start { return #Predicate { $0.createdAt >= start } }
    return nil
  }

  private func matches(_ question: Question) -> Bool {
    if let deckID, question.deckID != deckID { return false }
    if let start, question.createdAt < start { return false }
    if let tag, !question.content.tags.contains(where: { SearchText.folded($0) == tag }) {
      return false
    }
    return words.allSatisfy { question.searchText.contains($0) }
  }
}
