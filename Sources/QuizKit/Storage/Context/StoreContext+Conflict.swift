/// What to do with a change of a record that somebody else changed meanwhile.
public enum ConflictAnswer: Sendable, CaseIterable {
  /// Save mine in the place of theirs.
  case overwrite
  /// Give mine up.
  case reload
  /// Leave theirs and make mine a new record; a delete is given up.
  case keepBoth
}

extension StoreContext {
  /// Settles a conflict that ``save()`` threw; then save again.
  ///
  /// - Throws: what keeps the store from being read.
  public func settle(_ conflict: Conflict, by answer: ConflictAnswer) throws(StoreError) {
    if let mine = conflict.mine {
      try settle(mine, conflict, answer)
    } else if let theirs = conflict.theirs {
      try settleDelete(of: theirs, answer)
    }
  }

  private func settle<R: StoredRecord>(
    _ mine: R, _ conflict: Conflict, _ answer: ConflictAnswer
  ) throws(StoreError) {
    change(R.self) { $0.forget(mine.id) }
    switch answer {
    case .reload:
      return
    case .overwrite:
      if let theirs = conflict.theirs as? R {
        try update(mine, from: theirs)
      } else {
        insert(mine)
      }
    case .keepBoth:
      var copy = mine
      copy.id = .unassigned
      insert(copy)
    }
  }

  private func settleDelete<R: StoredRecord>(
    of theirs: R, _ answer: ConflictAnswer
  ) throws(StoreError) {
    change(R.self) { $0.forget(theirs.id) }
    if answer == .overwrite { try delete(theirs.id) }
  }
}
