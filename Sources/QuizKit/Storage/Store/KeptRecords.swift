/// Records that a save changes or deletes, in case that it is taken back.
///
/// Whoever keeps them need not have them in memory: a journal only notes where they are in its file.
public struct KeptRecords<R: StoredRecord> {
  private let read: () throws(StoreError) -> [R]

  /// - Parameter read: reads the records as they were before the save, at any time after it.
  public init(_ read: @escaping () throws(StoreError) -> [R]) {
    self.read = read
  }

  /// The records as they were.
  ///
  /// - Throws: what keeps the store from reading them.
  public func records() throws(StoreError) -> [R] { try read() }
}
