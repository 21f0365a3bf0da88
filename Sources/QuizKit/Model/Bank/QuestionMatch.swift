import Foundation
import QuizStore
import QuizSupport

/// The conditions of a query apart from its words.
struct QuestionMatch {
  private let tag: String?
  private let deckID: Identifier<Deck>?
  private let start: Date?

  init(_ query: SearchQuery, deckID: Identifier<Deck>?, timeZone: TimeZone) {
    tag = query.tag.map(SearchText.folded)
    self.deckID = deckID
    start = query.since?.start(in: timeZone)
  }

  /// The identifiers of the matching questions, newest first.
  func all(in store: StoreContext) throws -> [Identifier<Question>] {
    let ordered = FetchDescriptor<Question>(.ordered(by: \.createdAt))
    var found: [Identifier<Question>] = try store.identifiers(ordered).reversed()
    func narrow(to selection: Selection<Question>) throws {
      let wanted = IdentifierSet(try store.identifiers(FetchDescriptor(selection)))
      found = found.filter { wanted.contains($0) }
    }
    if let deckID { try narrow(to: .whose(\.deckID, is: deckID)) }
    if let start { try narrow(to: .whose(\.createdAt, isIn: start..<Date.distantFuture)) }
    guard let tag else { return found }
    let wanted = IdentifierSet(
      try store.questions(bearing: { SearchText.folded($0) == tag }, among: found))
    return found.filter { wanted.contains($0) }
  }
}
