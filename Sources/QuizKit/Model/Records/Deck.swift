import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A named set of questions. Deleting a deck deletes its questions.
public struct Deck: StoredRecord {
  public static let entityName = "deck"
  public static let keys: [RecordKey<Deck>] = [.unique(\.name, named: "name")]

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
  /// How many problems the file has that the deck follows on this device; `nil` where it follows
  /// none.
  @Nullable package var problemCount: Int? = nil
}

/// The settings of a bank. A bank has at most one such record. Programs that do not know this kind
/// of record leave it unchanged.
struct BankSetting: StoredRecord {
  static let entityName = "setting"
  static let keys: [RecordKey<BankSetting>] = []

  var id: Identifier<BankSetting> = .unassigned
  /// The deck for quizzes whose options do not name one; `nil` for the whole bank. This is not a
  /// reference, so that the deck is selected again when its deletion is undone.
  var selectedDeckID: Identifier<Deck>?
  /// The chance of recall at which questions come back, in percent; `nil` for the default.
  var reviewTarget: Int?
  /// The ways in which decks were played last; `nil` when none was chosen.
  var ways: [DeckWay]?

  /// The way in which a deck was played last.
  struct DeckWay: Codable, Equatable, Sendable {
    /// The deck; `nil` for the whole bank.
    var deckID: Identifier<Deck>?
    /// The ``QuizWay``. A text, because a newer version may know other ways.
    var way: String
    /// The most questions of a quiz; 0 for all. `nil` for the usual number.
    var count: Int?
  }
}

/// Reads and changes the settings of a bank. A read-only bank keeps its changes until the program
/// ends.
final class BankSettings {
  /// A separate unit of work, because undo does not affect settings.
  private let store: StoreContext
  /// The settings of a read-only bank after a change.
  private var held: BankSetting?

  init(store: StoreContext) {
    self.store = store
  }

  /// The current settings.
  ///
  /// - Throws: The store's error when they cannot be read.
  func current() throws -> BankSetting { try held ?? stored() ?? BankSetting() }

  /// Changes the settings. Settings that stay as they are are not written.
  ///
  /// - Throws: ``SaveFailure``; the settings then stay as they were.
  func change(_ change: (inout BankSetting) -> Void) throws {
    if store.store.isReadOnly {
      var settings = try current()
      change(&settings)
      return held = settings
    }
    try store.saving(nil) {
      let known = try stored()
      var settings = known ?? BankSetting()
      change(&settings)
      guard settings != known ?? BankSetting() else { return }
      if known == nil { store.insert(settings) } else { try store.update(settings) }
    }
  }

  private func stored() throws -> BankSetting? {
    try store.fetch(FetchDescriptor<BankSetting>()).last
  }
}
