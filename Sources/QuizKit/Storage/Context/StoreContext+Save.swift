extension StoreContext {
  /// Puts all changes into the store in one step. Without changes nothing is done.
  ///
  /// - Throws: whatever keeps the store from taking them; then they are all still pending, and the
  ///   store is as it was.
  @discardableResult
  public func save() throws(StoreError) -> SavedChanges? {
    guard hasChanges else { return nil }
    let (saved, inverse) = try saveUnannounced()
    if undoLimit > 0, let inverse {
      undoSteps = undoSteps.suffix(undoLimit - 1) + [inverse]
      redoSteps = []
    }
    announce(saved)
    return saved
  }

  /// Saves, and says how to take it back.
  func saveUnannounced() throws(StoreError) -> (SavedChanges, UndoStep?) {
    let complete = try SaveCompletion(self).completed()
    let request = SaveRequest(
      changes: changes(in: complete), earlierReplacements: replacements)
    let kept = undoLimit > 0 ? try UndoStep.keep(request, in: store) : [:]
    let saved = try store.save(request)
    pending = [:]
    replacements.merge(saved.replacements)
    guard undoLimit > 0 else { return (saved, nil) }
    do throws(StoreError) {
      return (saved, try UndoStep(of: request, kept, saved.replacements, in: store))
    } catch {
      // It is saved all the same; it only cannot be taken back.
      return (saved, nil)
    }
  }

  /// Only after this context is in order: observers are to find in it what they are told about.
  func announce(_ saved: SavedChanges) {
    store.announcements.emit(saved)
  }

  private func changes(in tables: [String: any AnyPendingTable]) -> [any AnyRecordChanges] {
    store.schema.records.compactMap { record in
      guard let table = tables[record.entityName], !table.isEmpty else { return nil }
      return changes(of: table)
    }
  }

  private func changes(of table: some AnyPendingTable) -> any AnyRecordChanges {
    table.typed.changes
  }
}
