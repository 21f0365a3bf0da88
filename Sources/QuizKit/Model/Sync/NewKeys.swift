import QuizStore
import QuizSupport

/// Finds keys for the records of the bank that are new to a folder.
struct NewKeys {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Returns the key itself, or the first key with a number after it that is not taken.
  ///
  /// A record of another device with the same content does not count as taking the key, because it
  /// and the new record become one. Neither does a deleted note or quiz whose key was made from its
  /// whole content, because the new record is the same one.
  func free(_ key: String, _ kind: RecordKind) throws -> String {
    for number in 1... {
      let candidate = number == 1 ? key : "\(key)-\(number)"
      let entry = run.table[candidate]
      let other = run.incoming[candidate]
      guard other.map({ $0.kind == kind }) ?? true else { continue }
      let state =
        try run.table.state(of: candidate).map { try run.seen($0, of: candidate) }
        ?? other?.kept.state()
      guard let state else {
        if entry.map({ $0.kind == kind && !$0.isInBank }) ?? true { return candidate }
        continue
      }
      if entry?.isInBank != true, entry.map({ $0.kind == kind }) ?? true,
        state.isAlive || canComeBack(state, kind), ownKey(of: state, kind) == key
      {
        return candidate
      }
    }
    return key
  }

  private func canComeBack(_ state: RecordState, _ kind: RecordKind) -> Bool {
    run.kinds[kind]?.hasKeyOfAll == true && run.clock(after: state) != nil
  }

  /// The key that a record would get if it were new.
  private func ownKey(of state: RecordState, _ kind: RecordKind) -> String? {
    if kind == .attempt { return RecordKeyMaker.key(of: kind, state.values) }
    guard let kind = run.kinds[kind] else { return nil }
    do throws(JSONFault) {
      return try ownKey(of: state, kind)
    } catch {
      return nil
    }
  }

  private func ownKey<R: BankRecord>(
    of state: RecordState, _ kind: R.Type
  ) throws(JSONFault) -> String {
    let record = try run.coder.record(kind, state.values, .unassigned) { _, _ in 0 }
    let owners = run.coder.owners(of: kind, state.values).map(\.key)
    return RecordKeyMaker.key(of: record, owners: owners, state.values)
  }
}

extension BankRecord {
  /// Whether the key of a new record is made from its whole content.
  fileprivate static var hasKeyOfAll: Bool { identity == nil }
}
