import Foundation

/// A question of the bank: what its author wrote, which deck it is in, and since when.
public struct Question: StoredRecord {
  public static let entityName = "question"
  public static let keys: [RecordKey<Question>] = [
    .reference(\.deckID, onDelete: .cascade),
    .index(\.createdAt),
  ]

  public var id: Identifier<Question> = .unassigned
  /// The deck that it is in.
  public var deckID: Identifier<Deck>
  /// What its author wrote.
  public var content: QuestionContent
  /// When it was registered or imported.
  public var createdAt: Date
  /// When it was last edited; at first, when it was made.
  public var changedAt: Date

  /// Creates a question that is not yet in a store.
  public init(deckID: Identifier<Deck>, content: QuestionContent, createdAt: Date) {
    self.deckID = deckID
    self.content = content
    self.createdAt = createdAt
    changedAt = createdAt
  }
}
