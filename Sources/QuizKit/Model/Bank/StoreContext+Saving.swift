import QuizStore

/// Changes that are saved at once or not at all, with the failure that the models report.
extension StoreContext {
  /// Runs `work` and saves, or changes nothing.
  ///
  /// - Throws: ``SaveFailure``.
  func saving(_ work: () throws -> Void) throws(SaveFailure) {
    do {
      try transaction(work)
    } catch {
      throw SaveFailure(error)
    }
  }

  /// Runs `work`, which deletes for good, and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(_ work: () throws -> Void) throws(DeletionFailure) {
    do {
      try saving(work)
    } catch {
      throw DeletionFailure(error)
    }
  }

  /// Deletes with `work` into the trash and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(
    in world: World, _ work: (inout Disposal) throws -> Void
  ) throws(DeletionFailure) {
    try deleting {
      var disposal = Disposal(self, world: world)
      try work(&disposal)
    }
  }
}
