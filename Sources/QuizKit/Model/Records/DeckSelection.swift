import Foundation
import QuizStore

/// The deck for quizzes whose options do not name one. The bank stores it, so that it stays
/// selected after a restart.
final class DeckSelection {
  private let settings: BankSettings
  /// The selection that was read or made last; `nil` before the first use.
  private var current: Identifier<Deck>??

  init(settings: BankSettings) {
    self.settings = settings
  }

  /// The deck; `nil` for the whole bank. The deck may have been deleted.
  var deckID: Identifier<Deck>? {
    get throws {
      if let current { return current }
      let id = try settings.current().selectedDeckID
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
    try settings.change { $0.selectedDeckID = id }
    hold(id)
  }
}
