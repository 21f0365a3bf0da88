/// Taking new records before they are saved.
extension JournalStore {
  /// A file beside the journal.
  public func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>? {
    try checkWritable()
    schema.check(type)
    return try StagedRecords(besides: path, environment)
  }
}
