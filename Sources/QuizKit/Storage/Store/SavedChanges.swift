/// What one save changed: the answer to the one who saved, and the news for everybody else.
public struct SavedChanges: Sendable, Equatable {
  /// The identifiers of one kind of record, each in one list only.
  public struct Identifiers: Sendable, Equatable {
    /// Records that are new.
    public var inserted: [Int64] = []
    /// Records that changed.
    public var updated: [Int64] = []
    /// Records that are gone.
    public var deleted: [Int64] = []

    /// Creates empty lists.
    public init() {}
  }

  /// Counts the saves of a store; it grows by one with each.
  public var sequence: UInt64

  /// The changes by entity name; kinds without a change are absent. A kind with empty lists may
  /// have changed in any way.
  public var entities: [String: Identifiers]

  /// Which permanent identifiers new records got in the place of their temporary ones. The context says
  /// it; a store leaves it empty.
  public var replacements: IdentifierReplacements

  /// Creates a description of a save.
  public init(
    sequence: UInt64, entities: [String: Identifiers] = [:],
    replacements: IdentifierReplacements = IdentifierReplacements()
  ) {
    self.sequence = sequence
    self.entities = entities
    self.replacements = replacements
  }

  /// What is said when only the result of several saves is known: everything may have changed.
  static func unknown(sequence: UInt64, in schema: Schema) -> SavedChanges {
    var changes = SavedChanges(sequence: sequence)
    for record in schema.records { changes.entities[record.entityName] = Identifiers() }
    return changes
  }

  /// Whether a record of this kind was inserted, updated or deleted.
  public func concerns<R: StoredRecord>(_ type: R.Type) -> Bool {
    entities[R.entityName] != nil
  }
}
