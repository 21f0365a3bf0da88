import Foundation
import QuizStore

/// A named set of questions. Deleting a deck deletes its questions.
public struct Deck: StoredRecord {
  public static let entityName = "deck"
  public static let keys: [RecordKey<Deck>] = [.unique(\.name)]

  public var id: Identifier<Deck> = .unassigned
  /// The deck's name, which no other deck has.
  package var name: String
  /// When the deck was created.
  package var createdAt: Date

  /// Creates a deck that is not yet in a store.
  public init(name: String, createdAt: Date) {
    self.name = name
    self.createdAt = createdAt
  }
}

/// One line in a list of decks.
package struct DeckSummary: Encodable, Equatable, Sendable {
  /// The deck's name.
  package var name: String
  /// How many questions it has.
  package var questions: Int
}
