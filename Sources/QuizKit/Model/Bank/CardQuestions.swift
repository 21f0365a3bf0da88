import QuizExchange
import QuizStore

/// Knows which questions of a bank are cards. Reads all questions on first use, and then those that
/// a save has changed.
final class CardQuestions {
  private let store: StoreContext
  private let unread: UnreadQuestions
  private var cards: Set<Identifier<Question>> = []

  init(of store: StoreContext) {
    (self.store, unread) = (store, UnreadQuestions(in: store))
  }

  /// The saved cards.
  func all() throws -> Set<Identifier<Question>> {
    try unread.read { ids, areAll in
      if areAll { cards = [] }
      cards.subtract(ids)
      let kinds: [QuestionKind] = try store.savedParts(of: ids)
      cards.formUnion(kinds.filter { $0.kind == .card }.map(\.id))
    }
    return cards
  }
}
