import Foundation
import Signals

/// Keeps records. It answers fetch requests and save requests.
///
/// A store is confined to the thread that made it. Programs use it through a ``StoreContext``,
/// which adds pending changes and temporary identifiers, and selects, filters or sorts records when
/// the store declines to.
public protocol DataStore: AnyObject {
  /// The kinds of records in the store.
  var schema: Schema { get }

  /// Whether saves are refused.
  var isReadOnly: Bool { get }

  /// Publishes every save. The context that saved emits here once it is up to date itself. A store
  /// that notices a save by another process emits as well.
  var announcements: PublishSubject<SavedChanges> { get }

  /// The bytes that records name and that lie beside them, such as pictures.
  var attachments: any AttachmentStore { get }

  /// The records that `descriptor` asks for. It ignores pending changes, which are the context's
  /// responsibility.
  ///
  /// - Throws: ``StoreError/preferInMemoryFilter`` when the store wants to be asked again without
  ///   the predicate, and, if it throws that again, for all records;
  ///   ``StoreError/preferInMemorySort`` when it wants to be asked again without order, limit and
  ///   offset; or the error that prevented reading.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R]

  /// The identifiers of the records that ``fetch(_:)`` would return. Throws the same errors.
  func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>]

  /// The identifiers of the records, grouped by the value of a key. Each group is in ascending
  /// order. Records without a value may be missing.
  func groups<R: StoredRecord>(by key: RecordKey<R>) throws(StoreError) -> [[Identifier<R>]]

  /// Parts of the records with these identifiers, in the order of `ids`. Missing records are left
  /// out.
  func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P]

  /// The version (a checksum of its text) of each record, by which a save notices that another
  /// writer has changed the record; `nil` for a record that does not exist.
  func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?]

  /// Reserves identifiers for new records. No other record ever gets them.
  ///
  /// - Returns: the first of `count` consecutive numbers.
  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64

  /// Writes all of `request` or nothing. When it returns, the changes are on the disk.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when a record differs from the expected one, or the
  ///   error that prevented writing. After an error the store is unchanged.
  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges

  /// Closes files and releases locks. Every later request fails. Closing twice does nothing.
  func close() throws(StoreError)
}

/// The changes that a context asks a store to write in one transaction.
///
/// All identifiers in it are permanent, even those of new records
/// (``DataStore/reserveIdentifiers(_:for:)``).
public struct SaveRequest: Sendable {
  /// The changes, one element per kind of record.
  public var changes: [any AnyRecordChanges]

  /// The mark of the save in the log; `nil` for a save that is not for the log. A store without a
  /// log ignores it.
  public var mark: ChangeMark?

  /// Creates a request.
  public init(changes: [any AnyRecordChanges]) {
    self.changes = changes
  }

  /// How many records are written, without those that are encoded already.
  var writtenCount: Int { changes.reduce(0) { $0 + $1.writtenCount } }
}

extension AnyRecordChanges {
  fileprivate var writtenCount: Int { typed.inserted.count + typed.updated.count }
}

/// The changes to one kind of record.
public struct RecordChanges<R: StoredRecord>: Sendable {
  /// New records. There may be others, which are encoded already (``insertedRecords(_:)``).
  public var inserted: [R] = []

  /// New records of a bulk insert.
  var staged = StagedRecords<R>()

  /// Records to change.
  public var updated: [RecordUpdate<R>] = []

  /// Records to delete.
  public var deleted: [RecordDeletion<R>] = []

  /// Creates an empty set of changes.
  public init() {}

  /// All new records.
  ///
  /// - Parameter schema: the schema of the store.
  public func insertedRecords(_ schema: Schema) throws(StoreError) -> [R] {
    staged.parts.isEmpty ? inserted : inserted + (try staged.records(schema))
  }
}

/// A record's new fields, and the version that they replace.
public struct RecordUpdate<R: StoredRecord>: Sendable {
  /// The record with its new fields.
  public var record: R

  /// The version that the writer saw (`DataStore.version(of:)`). The save fails when the store
  /// has a different one. `nil` when the record had changed before the writer was done; the save
  /// then always fails.
  public var version: UInt64?

  /// Creates an update.
  public init(_ record: R, version: UInt64?) {
    self.record = record
    self.version = version
  }
}

/// ``RecordChanges`` with its type erased. Pass it to a generic function to get the type back.
public protocol AnyRecordChanges: Sendable {
  /// The kind of record.
  associatedtype Record: StoredRecord

  /// The changes with their concrete type.
  var typed: RecordChanges<Record> { get }
}

extension RecordChanges: AnyRecordChanges {
  /// Itself.
  public var typed: RecordChanges<R> { self }
}

/// The deletion of a record, and the version that it deletes.
public struct RecordDeletion<R: StoredRecord>: Sendable {
  /// The record to delete.
  public var id: Identifier<R>

  /// The version that the writer saw, as in ``RecordUpdate/version``.
  public var version: UInt64?

  /// Creates a deletion.
  public init(_ id: Identifier<R>, version: UInt64?) {
    self.id = id
    self.version = version
  }
}

extension DataStore {
  /// Makes sure that the records to change and delete are the versions that their writers saw.
  /// Every store calls this before it applies a request.
  ///
  /// - Throws: ``StoreError/conflict(_:)``, ``StoreError/notFound(entity:id:)``
  public func check(_ request: SaveRequest) throws(StoreError) {
    for changes in request.changes { try check(changes) }
  }

  private func check(_ changes: some AnyRecordChanges) throws(StoreError) {
    try check(changes.typed)
  }

  func check<R>(_ changes: RecordChanges<R>) throws(StoreError) {
    for update in changes.updated {
      try check(update.record.id, update.version, mine: update.record)
    }
    let there = try versions(of: changes.deleted.map(\.id))
    for (deletion, version) in zip(changes.deleted, there) {
      guard let version else {
        throw StoreError.notFound(entity: R.entityName, id: deletion.id.rawValue)
      }
      if version != deletion.version { try check(deletion.id, deletion.version, mine: nil) }
    }
  }

  private func check<R: StoredRecord>(
    _ id: Identifier<R>, _ seen: UInt64?, mine: R?
  ) throws(StoreError) {
    if let seen, try version(of: id) == seen { return }
    throw StoreError.conflict(
      Conflict(
        entity: R.entityName, id: id.rawValue, mine: mine, theirs: try record(for: id)))
  }
}

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

/// Methods that a store may leave to this extension. A store that has a faster way implements its
/// own.
extension DataStore {
  /// None: the store refuses to keep any.
  public var attachments: any AttachmentStore { NoAttachments() }

  /// Fetches the records and returns their identifiers.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    try fetch(descriptor).map(\.id)
  }

  /// Reads every record.
  public func groups<R: StoredRecord>(
    by key: RecordKey<R>
  ) throws(StoreError) -> [[Identifier<R>]] {
    try groupsOfAllRecords(by: key)
  }

  /// Reads every record. A store with indexes calls this for a key that has none.
  func groupsOfAllRecords<R: StoredRecord>(
    by key: RecordKey<R>
  ) throws(StoreError) -> [[Identifier<R>]] {
    var groups: [AnyHashable: [Identifier<R>]] = [:]
    for record in try fetch(FetchDescriptor<R>()) {
      if let value = key.value(record) { groups[value, default: []].append(record.id) }
    }
    return groups.values.map { $0.sorted() }
  }

  /// Reads the whole records.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try records(for: ids).map { P($0) }
  }

  /// Reads the records.
  public func versions<R: StoredRecord>(of ids: [Identifier<R>]) throws(StoreError) -> [UInt64?] {
    var versions: [Identifier<R>: UInt64] = [:]
    for record in try records(for: ids) { versions[record.id] = try version(of: record) }
    return ids.map { versions[$0] }
  }
}

/// Methods for every store, built on its required methods.
extension DataStore {
  /// Emits every save, no matter which context or process made it.
  public var saves: Signal<SavedChanges> { announcements.signal }

  /// The records with these identifiers, in the order of `ids`. Missing records are left out.
  public func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R] {
    try arranged(FetchDescriptor(.identifiers(ids)))
  }

  /// The record with this identifier, or `nil` when there is none or it was deleted.
  public func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R? {
    try records(for: [id]).first
  }

  /// The version of a record, by which a save notices that another writer has changed the record;
  /// `nil` when the record does not exist.
  public func version<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64? {
    try versions(of: [id])[0]
  }

  /// The version that a record has once it is saved unchanged: a hash of its JSON text, which is
  /// the same in every store. Equal contents have equal versions, and different contents almost
  /// certainly have different versions.
  public func version<R: StoredRecord>(of record: R) throws(StoreError) -> UInt64 {
    try RecordEncoder().version(of: record)
  }

  /// A checksum of the identifiers and versions of all records of a kind. It stays the same as long
  /// as no record changes.
  package func checksum<R: StoredRecord>(of type: R.Type) throws(StoreError) -> UInt64 {
    let ids = try identifiers(FetchDescriptor<R>())
    var words: [UInt64] = []
    words.reserveCapacity(2 * ids.count)
    for (id, version) in zip(ids, try versions(of: ids)) {
      words += [UInt64(bitPattern: id.rawValue), version ?? 0]
    }
    return words.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }

  /// The identifiers of the records, grouped by the value of a field. Each group is in ascending
  /// order. Reads one record for each value when the field is indexed, and all records otherwise.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - ids: looks at these records only; `nil` for all.
  func identifiers<R: StoredRecord, V: Hashable & IndexableValue>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]? = nil
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    let wanted = ids.map { IdentifierSet($0) }
    var found = try groups(by: .index(path))
    if let wanted { found = found.map { $0.filter { wanted.contains($0) } }.filter { !$0.isEmpty } }
    var groups: [V: [Identifier<R>]] = [:]
    for (group, record) in zip(found, try records(for: found.map { $0[0] })) {
      groups[record[keyPath: path], default: []] += group
    }
    return groups
  }
}

/// A store that keeps its records in a file, to which other processes may write.
public protocol FileStore: DataStore {
  /// The file, from the root on and not by a link.
  var path: String { get }

  /// Warnings from opening the file, such as that it is damaged.
  var notices: [StoreNotice] { get }

  /// Loads what another process has saved, and announces it. A store that is open for writing does
  /// nothing, because its lock excludes other writers.
  ///
  /// - Throws: the error that prevented reading; then the records stay as they were.
  func refresh() throws(StoreError)
}

extension FileStore {
  /// Removes the attachments that the file does not name and that were written before a date, as
  /// ``AttachmentFolder/removeUnnamed(in:before:)`` does. A store that was opened for reading is
  /// locked for that time.
  ///
  /// - Returns: the attachments that were removed; none where another program has the store, or
  ///   where they do not lie in a folder beside it.
  package func removeUnnamedAttachments(
    before limit: Int64
  ) throws(StoreError) -> [KeptAttachment] {
    guard let folder = attachments as? AttachmentFolder else { return [] }
    if !isReadOnly { return try folder.removeUnnamed(in: [path], before: limit) }
    let lock: StoreLock?
    do throws(StoreError) {
      lock = try StoreLock.take(path, isReadOnly: false, folder.fileSystem)
    } catch {
      if case .inUse = error { return [] }
      throw error
    }
    defer { lock?.release() }
    return try AttachmentFolder(at: folder.path, on: folder.fileSystem)
      .removeUnnamed(in: [path], before: limit)
  }
}

/// Selecting, filtering and sorting in memory, for a store that declines to do it.
extension DataStore {
  /// The records that `descriptor` asks for. Selects, filters or sorts them here when the store
  /// declines to.
  ///
  /// - Throws: the error that prevented the store from reading, or the store's refusal when
  ///   nothing is left to leave out of the request.
  func arranged<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R] {
    let query = MemoryQuery(descriptor)
    do throws(StoreError) {
      return try fetch(descriptor)
    } catch .preferInMemorySort where descriptor.isArranging {
      return query.arrange(try arranged(descriptor.withoutOrder))
    } catch .preferInMemoryFilter {
      if descriptor.predicate != nil {
        return query.arrange(
          try query.filter(arranged(FetchDescriptor(descriptor.selection.unordered))))
      }
      return query.arrange(try query.filter(fetch(FetchDescriptor())))
    } catch {
      throw error
    }
  }
}

extension Selection {
  /// The same records in the order of insertion.
  fileprivate var unordered: Self {
    if case .ordered = self { .all } else { self }
  }
}

extension FetchDescriptor {
  /// Whether the descriptor asks for an order or for a part of the selected records.
  fileprivate var isArranging: Bool { !sortBy.isEmpty || limit != nil || offset != 0 }

  /// The selected records that meet the condition.
  fileprivate var withoutOrder: Self {
    FetchDescriptor(sortBy.isEmpty ? selection : selection.unordered, predicate: predicate)
  }
}
