import Foundation

/// The questions that a deck had before an import. Keeps only digests, to save memory.
struct KnownQuestions {
  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// More questions with the same digest, because a deck may contain a question twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]

  /// For a deck without questions.
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

  /// Finds the question with the same content. If the deck has several, each call returns the next one, and the last one again
  /// and again.
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
