import Foundation
import QuizStore

/// The deck for quizzes whose options do not name one. The bank stores it, so that it stays
/// selected after a restart.
final class DeckSelection {
  /// A separate unit of work, because undo does not affect the selection.
  private let store: StoreContext
  /// The selection that was read or made last; `nil` before the first use.
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

  /// Selects a deck until the program ends.
  func hold(_ id: Identifier<Deck>?) {
    current = .some(id)
  }

  /// Selects a deck. A read-only bank does not store the selection.
  ///
  /// - Throws: ``SaveFailure``; the previous selection then stays.
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
