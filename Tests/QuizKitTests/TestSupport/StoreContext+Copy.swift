@testable import QuizStore

extension StoreContext {
  /// Copies all saved records into an empty store with their identifiers, and saves.
  func copyRecords(into target: StoreContext) throws {
    for record in store.schema.records { try copy(record, into: target) }
    try target.save()
  }

  private func copy<R: StoredRecord>(_ type: R.Type, into target: StoreContext) throws {
    target.insert(
      contentsOf: try fetch(FetchDescriptor<R>(includesPendingChanges: false)))
  }
}
