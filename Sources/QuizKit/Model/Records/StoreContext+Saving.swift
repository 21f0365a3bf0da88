import QuizStore

/// Changes that are saved at once or not at all, under the name that undo shows.
extension StoreContext {
  /// Runs `work` and saves, or changes nothing.
  ///
  /// - Parameter change: what undo calls the save; `nil` where nothing can be undone.
  /// - Throws: ``SaveFailure``.
  func saving(_ change: BankChange?, _ work: () throws -> Void) throws(SaveFailure) {
    do {
      try transaction(named: change?.rawValue, work)
    } catch {
      throw SaveFailure(error, kinds)
    }
  }

  /// Runs `work`, which deletes, and saves, or changes nothing.
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
