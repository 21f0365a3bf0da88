import QuizExchange
import QuizStore
import Signals

/// Knows which questions of a bank are cards. Reads all questions on first use, and then those that
/// a save has changed.
final class CardQuestions {
  private let store: StoreContext
  private var cards: Set<Identifier<Question>> = []
  /// The questions that have to be read; `nil` for all.
  private var outdated: Set<Int64>?
  private let bag = DisposeBag()

  init(of store: StoreContext) {
    self.store = store
    store.saves.observe { [unowned self] in note($0) }.disposed(by: bag)
  }

  /// The saved cards.
  func all() throws -> Set<Identifier<Question>> {
    let ids =
      try outdated?.sorted().map { Identifier<Question>(rawValue: $0) }
      ?? store.identifiers(FetchDescriptor<Question>(includesPendingChanges: false))
    if outdated == nil { cards = [] }
    if !ids.isEmpty {
      cards.subtract(ids)
      let kinds: [QuestionKind] = try store.savedParts(of: ids)
      cards.formUnion(kinds.filter { $0.kind == .card }.map(\.id))
    }
    outdated = []
    return cards
  }

  private func note(_ saved: SavedChanges) {
    guard outdated != nil, let changes = saved.entities[Question.entityName] else { return }
    let ids = changes.inserted + changes.updated + changes.deleted
    // For a save of another process, it is only known that something changed.
    if ids.isEmpty { outdated = nil } else { outdated?.formUnion(ids) }
  }
}
