extension JournalFile {
  /// Takes over what was appended since; returns what it was.
  @discardableResult
  mutating func readTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in try reader.next() }
  }

  /// The same while somebody may just be writing: an end that does not fit together yet is left for
  /// the next time.
  mutating func readNewTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in
      do throws(StoreError) {
        return try reader.next()
      } catch .damaged {
        return nil
      } catch {
        throw error
      }
    }
  }

  private mutating func readTransactions(
    _ schema: Schema, _ next: (inout JournalReader) throws(StoreError) -> JournalTransaction?
  ) throws(StoreError) -> [SavedChanges] {
    var reader = JournalReader(file, path: path, size: size, schema: schema, from: position)
    var saved: [SavedChanges] = []
    while let transaction = try next(&reader) {
      saved.append(try apply(transaction, schema: schema))
      position = reader.position
    }
    return saved
  }
}
