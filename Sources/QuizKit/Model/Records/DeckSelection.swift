import Foundation
import QuizStore

/// The deck for quizzes that name none. The bank keeps it, so that it stays selected after a restart.
final class DeckSelection {
  /// A unit of work of its own, because undo does not concern the selection.
  private let store: StoreContext
  /// What was read or selected last; `nil` before the first use.
  private var current: Identifier<Deck>??

  init(store: StoreContext) {
    self.store = store
  }

  /// The deck; `nil` for the whole bank. The deck may have been deleted.
  var deckID: Identifier<Deck>? {
    get throws {
      if let current { return current }
      let id = try setting()?.selectedDeckID
      current = .some(id)
      return id
    }
  }

  /// Selects a deck for this run only.
  func hold(_ id: Identifier<Deck>?) {
    current = .some(id)
  }

  /// Selects a deck. A bank that is only read does not keep the selection.
  ///
  /// - Throws: ``SaveFailure``; what was selected before still is.
  func select(_ id: Identifier<Deck>?) throws {
    if !store.store.isReadOnly { try store.saving(nil) { try write(id) } }
    hold(id)
  }

  private func write(_ id: Identifier<Deck>?) throws {
    let known = try setting()
    guard known?.selectedDeckID != id else { return }
    if var setting = known {
      setting.selectedDeckID = id
      try store.update(setting)
    } else {
      store.insert(BankSetting(selectedDeckID: id))
    }
  }

  private func setting() throws -> BankSetting? {
    try store.fetch(FetchDescriptor<BankSetting>()).last
  }
}
