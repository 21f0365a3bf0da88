import QuizStore

/// What only stores in files have, for tests that run over all stores.
extension DataStore {
  /// The warnings from opening the store.
  package var notices: [StoreNotice] { (self as? any FileStore)?.notices ?? [] }

  /// Loads what another process has saved.
  package func refresh() throws(StoreError) { try (self as? any FileStore)?.refresh() }
}
