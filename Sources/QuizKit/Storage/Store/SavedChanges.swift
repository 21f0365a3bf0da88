/// The changes of one save. `save()` returns them, and observers of the store receive them.
public struct SavedChanges: Sendable, Equatable {
  /// The identifiers of one kind of record. Each is in one list only.
  public struct Identifiers: Sendable, Equatable {
    /// New records.
    public var inserted: [Int64] = []
    /// Changed records.
    public var updated: [Int64] = []
    /// Deleted records.
    public var deleted: [Int64] = []

    /// Creates empty lists.
    public init() {}
  }

  /// The number of this save; each save of a store adds one.
  public var sequence: UInt64

  /// The changes by entity name; unchanged kinds are absent. Empty lists mean that the details are
  /// unknown: any record of this kind may have changed.
  public var entities: [String: Identifiers]

  /// The permanent identifiers that replaced the temporary ones of new records. The context fills
  /// this in; a store leaves it empty.
  public var replacements: IdentifierReplacements

  /// The name that the caller of `save` gave; `nil` without one. The context fills this in; a store
  /// leaves it empty.
  public var name: String?

  /// Creates a description of a save.
  public init(
    sequence: UInt64, entities: [String: Identifiers] = [:],
    replacements: IdentifierReplacements = IdentifierReplacements()
  ) {
    self.sequence = sequence
    self.entities = entities
    self.replacements = replacements
  }

  /// The description to use when only the result of several saves is known: any record may have
  /// changed.
  static func unknown(sequence: UInt64, in schema: Schema) -> SavedChanges {
    var changes = SavedChanges(sequence: sequence)
    for record in schema.records { changes.entities[record.entityName] = Identifiers() }
    return changes
  }

  /// Whether records of this kind were inserted, updated or deleted.
  public func concerns<R: StoredRecord>(_ type: R.Type) -> Bool {
    entities[R.entityName] != nil
  }
}
