import Foundation

/// The questions that a deck had before an import, by their digests: 24 bytes for each, whatever it says.
struct KnownQuestions {
  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// Further questions of one digest; a deck may ask the same thing twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]

  /// Of a deck that has none.
  init() {}

  init(of deckID: Identifier<Deck>, in store: StoreContext) throws {
    try store.enumerate(FetchDescriptor<Question>(predicate: #Predicate { $0.deckID == deckID })) {
      for question in $0 where question.id.isPermanent { add(question) }
    }
  }

  private mutating func add(_ question: Question) {
    let digest = QuestionDigest(question.content)
    if identifiers[digest] == nil {
      identifiers[digest] = question.id
    } else {
      further[digest, default: []].append(question.id)
    }
  }

  /// The question that says the same; the second one when asked for the second time, as far as there are so many.
  mutating func next(
    like prepared: PreparedQuestion, in store: StoreContext
  ) throws -> Identifier<Question>? {
    guard let id = identifiers[prepared.digest],
      let question = try store.record(for: id),
      question.content.isAlike(prepared.question.content)
    else { return nil }
    if let next = further[prepared.digest]?.first {
      identifiers[prepared.digest] = next
      further[prepared.digest]?.removeFirst()
    }
    return id
  }
}
