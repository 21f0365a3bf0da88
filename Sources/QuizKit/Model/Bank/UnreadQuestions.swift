import QuizStore
import Signals

/// Tells a memory of parts of all questions which of them to read: all at first, and then those
/// that saves have changed.
final class UnreadQuestions {
  private let store: StoreContext
  /// The changed questions; `nil` for all.
  private var changed: Set<Int64>?
  private let bag = DisposeBag()

  init(in store: StoreContext) {
    self.store = store
    store.saves.observe { [unowned self] in note($0) }.disposed(by: bag)
  }

  /// Calls `read` with the saved questions that were not read yet, if there are any. They count as
  /// read unless it throws.
  ///
  /// - Parameter read: also learns whether these are all questions, so that nothing that it
  ///   remembers holds any more.
  func read(_ read: (_ ids: [Identifier<Question>], _ areAll: Bool) throws -> Void) throws {
    let ids =
      try changed?.sorted().map { Identifier<Question>(rawValue: $0) }
      ?? store.identifiers(FetchDescriptor<Question>(includesPendingChanges: false))
    if changed?.isEmpty != true { try read(ids, changed == nil) }
    changed = []
  }

  private func note(_ saved: SavedChanges) {
    guard changed != nil, let changes = saved.entities[Question.entityName] else { return }
    let ids = changes.inserted + changes.updated + changes.deleted
    // For a save of another process, it is only known that something changed.
    if ids.isEmpty { changed = nil } else { changed?.formUnion(ids) }
  }
}
