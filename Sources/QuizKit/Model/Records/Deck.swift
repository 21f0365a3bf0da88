import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A named set of questions. Deleting a deck deletes its questions.
public struct Deck: StoredRecord {
  public static let entityName = "deck"
  public static let keys: [RecordKey<Deck>] = [.unique(\.name)]

  public var id: Identifier<Deck> = .unassigned
  /// The deck's name, which no other deck has.
  package var name: String
  /// When the deck was created.
  package var createdAt: Date

  public var fault: Reason? { impossibility }

  /// Creates a deck that is not yet in a store.
  public init(name: String, createdAt: Date) {
    self.name = name
    self.createdAt = createdAt
  }
}

extension Deck: BankRecord {
  static let name: RecordName? = RecordName("deck", "decks", "問題集")
  static let section: String? = "decks"
  static let exchange = RecordExchange.shared
  static let identity: (@Sendable (Deck, [String]) -> [String])? = { deck, _ in
    [deck.name.precomposedStringWithCanonicalMapping]
  }

  static let uniqueName: UniqueName<Deck>? = UniqueName(field: "name", path: \.name)

  func title(in timeZone: TimeZone) -> String { name }
  var lastChange: Date { createdAt }
  var isPlausible: Bool { !FieldText.make(name).isEmpty && createdAt.isOnCalendars }

  /// The questions of the deck find it again even if it has been renamed.
  func isSame(as other: Deck) -> Bool { true }
}

/// One line in a list of decks.
public struct DeckSummary: Encodable, Equatable, Sendable {
  /// The deck's name.
  public var name: String
  /// How many questions it has.
  public var questions: Int
}
