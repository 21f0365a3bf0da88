import QuizStore
import QuizSupport

/// How the members of a kind of record become fields, and fields become members.
struct ExchangeRules {
  /// The members that refer to other records, in the order of the keys.
  let references: [(name: String, kind: RecordKind)]
  /// The member whose parts are exchanged as one field each.
  let split: SplitMember?

  init<R: BankRecord>(of kind: R.Type) {
    references = R.keys.compactMap { key in
      guard let name = key.name, let target = key.target else { return nil }
      return (name, RecordKind(rawValue: target))
    }
    split = R.split
  }

  /// The kind of record to which a member refers; `nil` when it is not a reference.
  func reference(_ name: String) -> RecordKind? {
    references.first { $0.name == name }?.kind
  }
}
