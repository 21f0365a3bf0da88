import QuizStore

/// Changes that are saved all at once or not at all, with the name that undo shows.
extension StoreContext {
  /// Runs `work` and saves, or changes nothing.
  ///
  /// - Parameter change: the name of the save in the undo history; `nil` if it cannot be undone.
  /// - Throws: ``SaveFailure``.
  func saving(_ change: BankChange?, _ work: () throws -> Void) throws(SaveFailure) {
    do {
      try transaction(named: change?.rawValue, work)
    } catch {
      throw SaveFailure(error, kinds)
    }
  }

  /// Runs `work`, which deletes records, and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(_ change: BankChange, _ work: () throws -> Void) throws(DeletionFailure) {
    do {
      try saving(change, work)
    } catch {
      throw DeletionFailure(error)
    }
  }

  /// Saves the changes of a context that was created beside this one.
  ///
  /// - Throws: ``SaveFailure``.
  func save(takingOver other: StoreContext, as change: BankChange) throws(SaveFailure) {
    do throws(StoreError) {
      try save(takingOver: other, named: change.rawValue)
    } catch {
      throw SaveFailure(error, kinds)
    }
  }
}
