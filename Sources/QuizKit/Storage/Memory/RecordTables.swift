import QuizSupport

/// All records of a store that keeps them in memory, as one value. A save changes a copy, which
/// replaces the original only when the save succeeds.
package struct RecordTables: Sendable {
  let schema: Schema
  var sequence: UInt64 = 0
  private var tables: [String: any AnyRecordTable] = [:]

  init(schema: Schema) {
    self.schema = schema
    for record in schema.records { tables[record.entityName] = emptyTable(of: record) }
  }

  subscript<R: StoredRecord>(_ type: R.Type) -> RecordTable<R> {
    get {
      schema.check(type)
      return (tables[R.entityName] as? RecordTable<R>) ?? RecordTable<R>()
    }
    set { tables[R.entityName] = newValue }
  }

  /// The table of the kind with this entity name.
  func table(named entity: String) -> (any AnyRecordTable)? { tables[entity] }

  /// Applies all changes, which the store has checked. After an error this value must not be used
  /// any more.
  mutating func apply(
    _ request: SaveRequest, encoder: RecordEncoder
  ) throws(StoreError) -> SavedChanges {
    sequence += 1
    var saved = SavedChanges(sequence: sequence)
    for changes in request.changes {
      let (entity, identifiers) = try apply(changes, encoder)
      saved.entities[entity] = identifiers
    }
    return saved
  }

  /// See ``DataStore/reserveIdentifiers(_:for:)``.
  mutating func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64 {
    let first = self[R.self].lastIdentifier + 1
    self[R.self].lastIdentifier = min(first - 1 + Int64(count), JSONTape.largestCount)
    return first
  }

  private mutating func apply(
    _ changes: some AnyRecordChanges, _ encoder: RecordEncoder
  ) throws(StoreError) -> (String, SavedChanges.Identifiers) {
    try apply(changes.typed, encoder)
  }

  private mutating func apply<R>(
    _ changes: RecordChanges<R>, _ encoder: RecordEncoder
  ) throws(StoreError) -> (String, SavedChanges.Identifiers) {
    var table = self[R.self]
    var identifiers = SavedChanges.Identifiers()
    for update in changes.updated {
      table.put(try entry(update.record, encoder))
      identifiers.updated.append(update.record.id.rawValue)
    }
    identifiers.deleted = changes.deleted.map(\.id.rawValue)
    table.remove(Set(changes.deleted.map(\.id)))
    for record in try changes.insertedRecords(schema) {
      guard !table.contains(record.id) else {
        throw StoreError.alreadyExists(entity: R.entityName, id: record.id.rawValue)
      }
      table.put(try entry(record, encoder))
      identifiers.inserted.append(record.id.rawValue)
    }
    self[R.self] = table
    return (R.entityName, identifiers)
  }

  private func entry<R>(
    _ record: R, _ encoder: RecordEncoder
  ) throws(StoreError) -> RecordTable<R>.Entry {
    var text: [UInt8] = []
    try encoder.encode(record, to: &text)
    return RecordTable.Entry(record: record, text: text[...])
  }
}

private func emptyTable<R: StoredRecord>(of type: R.Type) -> any AnyRecordTable {
  RecordTable<R>()
}
