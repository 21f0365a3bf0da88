import Foundation

/// A named set of questions. Its questions go with it.
public struct Deck: StoredRecord {
  public static let entityName = "deck"
  public static let keys: [RecordKey<Deck>] = [.unique(\.name)]

  public var id: Identifier<Deck> = .unassigned
  /// What people call it; no two decks have the same name.
  public var name: String
  /// When it was made.
  public var createdAt: Date

  /// Creates a deck that is not yet in a store.
  public init(name: String, createdAt: Date) {
    self.name = name
    self.createdAt = createdAt
  }
}

/// One deck of a list.
public struct DeckSummary: Encodable, Equatable, Sendable {
  /// The deck's name.
  public var name: String
  /// How many questions it has.
  public var questions: Int
}
