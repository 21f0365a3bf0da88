import Foundation
import QuizStore
import QuizSupport

/// Changes to decks. Each is one save.
extension QuestionBank {
  /// Creates a deck.
  ///
  /// - Throws: ``DeckRefusal``; ``SaveFailure``. Nothing is then changed.
  public func makeDeck(named name: String) throws {
    let name = try freeName(name)
    try store.saving(.deck) { store.insert(Deck(name: name, createdAt: now())) }
  }

  /// Renames a deck. Exams with questions of it follow.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; ``DeckRefusal``; ``SaveFailure``. Nothing is
  ///   then changed.
  public func renameDeck(_ name: String, to newName: String) throws {
    var deck = try deck(named: name)
    guard newName.trimmed != name else { return }
    deck.name = try freeName(newName)
    try store.saving(.renaming) {
      try store.update(deck)
      try renameDeckInExams(name, to: deck.name)
    }
  }

  /// Deletes decks with their questions. The trash keeps them.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; ``DeletionFailure``. Nothing is then changed.
  public func deleteDecks(_ names: [String]) throws {
    let ids = try names.map { try deck(named: $0).id }
    try store.deleting(in: world) { try $0.delete(ids) }
  }

  /// Returns the name as it will be stored, if no other deck has it.
  private func freeName(_ name: String) throws -> String {
    let name = name.trimmed
    if name.isEmpty { throw DeckRefusal.emptyName }
    if try decks().contains(where: { $0.name == name }) { throw DeckRefusal.nameTaken(name) }
    return name
  }
}

/// Why a deck could not be created or renamed.
package enum DeckRefusal: ReportableError, Equatable {
  /// The name is blank.
  case emptyName
  /// There is already a deck with this name.
  case nameTaken(String)

  package var message: Message {
    switch self {
    case .emptyName: Message("empty-name", "A deck needs a name.", "問題集の名前を入力してください。")
    case .nameTaken(let name):
      Message("name-taken", "There is a deck “\(name)” already.", "「\(name)」という問題集はもうあります。")
    }
  }
}
