import Foundation
import Signals

/// Methods that a store may leave to this extension. A store that has a faster way implements its
/// own.
extension DataStore {
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
    var text: [UInt8] = []
    try RecordEncoder().encode(record, to: &text)
    return text.withUnsafeBytes(RecordVersion.of)
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
