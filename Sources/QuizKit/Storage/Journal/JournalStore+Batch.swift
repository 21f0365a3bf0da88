/// What is done with many records of which none need be read.
extension JournalStore {
  /// The records whose field `key` has one of `values`, from the field's index where that is exact.
  public func identifiers<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [Identifier<R>] {
    guard let index = R.keys.firstIndex(where: { $0.path == key.path }), R.keys[index].isExact
    else {
      return try records(where: key, isOneOf: values).map(\.id)
    }
    try checkOpen()
    return try entries(index, key, values).map(Identifier.init(rawValue:))
  }

  /// The numbers of the records that an index has for the values, in ascending order.
  func entries<R: StoredRecord>(
    _ index: Int, _ key: RecordKey<R>, _ values: Set<AnyHashable>
  ) throws(StoreError) -> [Int64] {
    let index = table(R.self).indexes[index]
    var ids: [Int64] = []
    for value in values {
      guard let number = key.indexKeyOfValue(value.base) else { continue }
      ids += index.identifiers(of: number)
    }
    return ids.sorted()
  }

  /// The checksum of the record's text.
  public func fingerprint<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64? {
    try checkOpen()
    return table(R.self).directory[id.rawValue]?.fingerprint
  }

  /// Notes where the texts are. They stay there: a journal is only appended to, and a compaction
  /// makes another file beside it.
  public func keep<R: StoredRecord>(
    _ ids: [Identifier<R>]
  ) throws(StoreError) -> KeptRecords<R> {
    try checkOpen()
    let directory = table(R.self).directory
    let locations = ids.compactMap { directory[$0.rawValue] }
    // Without its tables, which the next save would have to copy.
    var journal = journal
    journal.tables = [:]
    return KeptRecords { [self, journal] () throws(StoreError) in
      try checkOpen()
      return try values(at: locations, in: journal)
    }
  }
}
