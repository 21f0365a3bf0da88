extension StoreContext {
  /// Takes a record in the place of the one that has the same value in the field `path`, or as a
  /// new one when none has.
  ///
  /// - Returns: the identifier of the record that is there now.
  /// - Throws: what keeps the store from being read.
  @discardableResult
  public func upsert<R: StoredRecord, V: IndexableValue>(
    _ record: R, matching path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> Identifier<R> {
    guard let existing = try records(matching: path, in: [record[keyPath: path]]).first else {
      return insert(record)
    }
    var replacement = record
    replacement.id = existing.id
    try update(replacement)
    return existing.id
  }

  /// The records whose field `path` has one of `values`, as an import asks for those that are there
  /// already; a missing value finds nothing.
  ///
  /// It takes one look at the index when the field has one, otherwise one at every record.
  public func records<R: StoredRecord, V: IndexableValue>(
    matching path: KeyPath<R, V> & Sendable, in values: some Sequence<V>
  ) throws(StoreError) -> [R] {
    try records(where: .index(path), isOneOf: Set(values.compactMap(\.presentValue)))
  }
}
