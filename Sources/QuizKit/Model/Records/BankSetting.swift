import QuizStore

/// What the program remembers about a bank besides what is in it. A bank has at most one; programs
/// that do not know this kind of record leave it alone.
struct BankSetting: StoredRecord {
  static let entityName = "setting"
  static let keys: [RecordKey<BankSetting>] = []

  var id: Identifier<BankSetting> = .unassigned
  /// The deck for quizzes that name none; `nil` for the whole bank. No reference, so that the deck
  /// is selected again when its deletion is undone.
  var selectedDeckID: Identifier<Deck>?
  /// The chance of recall at which questions come back, in percent; `nil` for the usual one.
  var reviewTarget: Int?
}
