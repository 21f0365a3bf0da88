import QuizStore

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
}
