import QuizStore
import QuizSupport

/// The rules for converting the members of a kind of record to fields and back.
struct ExchangeRules {
  /// The members that refer to other records, in the order of the keys.
  let references: [(name: String, kind: RecordKind)]
  /// The member that is exchanged as one field for each of its parts.
  let split: SplitMember?

  init<R: BankRecord>(of kind: R.Type) {
    references = R.keys.compactMap { key in
      guard let name = key.name, let target = key.target else { return nil }
      return (name, RecordKind(rawValue: target))
    }
    split = R.split
  }

  /// The kind of record that a member refers to; `nil` when it is not a reference.
  func reference(_ name: String) -> RecordKind? {
    references.first { $0.name == name }?.kind
  }
}
