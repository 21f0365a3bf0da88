import QuizStore

/// Properties that only stores in files have, for tests that run with all stores.
extension DataStore {
  /// The warnings from opening the store.
  package var notices: [StoreNotice] { (self as? any FileStore)?.notices ?? [] }

  /// Loads the changes that another process has saved.
  package func refresh() throws(StoreError) { try (self as? any FileStore)?.refresh() }
}
