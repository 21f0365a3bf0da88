import QuizStore

/// Changes that are saved at once or not at all, with the failure that the models report.
extension StoreContext {
  /// Runs `work` and saves, or changes nothing.
  ///
  /// - Parameter change: what undo calls the save; `nil` where nothing can be undone.
  /// - Throws: ``SaveFailure``.
  func saving(_ change: BankChange?, _ work: () throws -> Void) throws(SaveFailure) {
    do {
      try transaction(named: change?.rawValue, work)
    } catch {
      throw SaveFailure(error)
    }
  }
}
