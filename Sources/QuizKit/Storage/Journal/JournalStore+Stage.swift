/// Taking new records before they are saved.
extension JournalStore {
  /// A file beside the journal.
  public func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>? {
    try checkWritable()
    schema.check(type)
    return try StagedRecords(besides: path, environment)
  }

  /// The next number. When the record is given up, no other gets it.
  public func reserveIdentifier<R: StoredRecord>(for type: R.Type) -> Identifier<R>? {
    schema.check(type)
    let number = table(R.self).lastIdentifier + 1
    journal.tables[R.entityName]?.lastIdentifier = number
    return Identifier(rawValue: number)
  }
}
