import Foundation

/// A question of the bank: what its author wrote, which deck it is in, and since when.
public struct Question: StoredRecord {
  public static let entityName = "question"
  public static let keys: [RecordKey<Question>] = [
    .reference(\.deckID, onDelete: .cascade),
    .index(\.createdAt),
    .index(\.content.tags),
  ]
  public static let fields: [RecordField<Question>] = [RecordField("searchText", \.searchText)]

  public var id: Identifier<Question> = .unassigned
  /// The deck that it is in.
  public var deckID: Identifier<Deck>
  /// What its author wrote.
  public private(set) var content: QuestionContent
  /// When it was registered or imported.
  public var createdAt: Date
  /// When it was last edited; at first, when it was made.
  public var changedAt: Date
  /// The words of ``content`` as ``SearchText`` levels them. It is stored, because a store finds a word in the bytes of a
  /// hundred thousand records sooner than it reads one in a hundred of them.
  public private(set) var searchText: String

  /// Creates a question that is not yet in a store.
  public init(deckID: Identifier<Deck>, content: QuestionContent, createdAt: Date) {
    self.deckID = deckID
    self.content = content
    self.createdAt = createdAt
    changedAt = createdAt
    searchText = Self.searchText(of: content)
  }

  /// Changes what its author wrote.
  public mutating func edit(_ change: (inout QuestionContent) -> Void) {
    change(&content)
    searchText = Self.searchText(of: content)
  }

  public var fault: Reason? { content.fault }

  private static func searchText(of content: QuestionContent) -> String {
    let texts = [content.text] + content.choices.map(\.text) + [content.commentary]
    return SearchText.folded(texts.joined(separator: "\n"))
  }
}
