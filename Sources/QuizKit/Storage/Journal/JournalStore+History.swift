/// The history is the journal itself, as far back as the last compaction.
extension JournalStore: HistoryProviding {
  /// The point that the store is at now.
  public var historyToken: HistoryToken { HistoryToken(sequence: journal.position.sequence) }

  /// Reads the journal from its beginning; see ``HistoryProviding/history(after:)``.
  public func history(after token: HistoryToken?) throws(StoreError) -> [HistoryTransaction] {
    try checkOpen()
    let header = journal.header
    // What compaction kept counts as one save and says nothing of how it came about.
    let start = header.generation > 1 ? header.sequence + 1 : header.sequence
    if let token, token.sequence < start { throw StoreError.historyExpired }
    var reader = JournalReader(
      journal.file, path: path, size: journal.position.offset, schema: Schema(), from: header.end)
    var texts: [String: [Int64: RecordLocation]] = [:]
    var history: [HistoryTransaction] = []
    while let transaction = try reader.next() {
      let isWanted = transaction.commit.commit > max(start, token?.sequence ?? 0)
      var changes: [HistoryChange] = []
      for change in transaction.changes {
        let (entity, id) = (change.entity, change.location.id)
        if isWanted { changes.append(try self.change(change, last: texts[entity]?[id])) }
        texts[entity, default: [:]][id] = change.verb == .delete ? nil : change.location
      }
      guard isWanted else { continue }
      let author = transaction.commit.author
      history.append(
        HistoryTransaction(
          token: HistoryToken(sequence: transaction.commit.commit), date: transaction.commit.at,
          author: author.isEmpty ? nil : author, changes: changes))
    }
    return history
  }

  private func change(
    _ change: JournalTransaction.Change, last: RecordLocation?
  ) throws(StoreError) -> HistoryChange {
    let kind: HistoryChange.Kind =
      change.verb == .delete ? .delete : change.verb == .update ? .update : .insert
    var result = HistoryChange(kind: kind, entity: change.entity, id: change.location.id)
    if kind == .delete, let last, let record = schema.record(named: change.entity) {
      result.tombstone = try tombstone(record, last)
    }
    return result
  }

  private func tombstone<R: StoredRecord>(
    _ type: R.Type, _ location: RecordLocation
  ) throws(StoreError) -> any StoredRecord {
    try decode(type, location, from: single)
  }
}
