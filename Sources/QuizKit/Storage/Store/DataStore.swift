import Foundation
import Signals

/// Where records are kept: it answers fetch requests and save requests, and knows nothing of who
/// asks.
///
/// A store is confined to the thread that made it. Programs talk to it through a ``StoreContext``,
/// which adds pending changes, temporary identifiers, and whatever the store says it would rather
/// not do itself.
public protocol DataStore: AnyObject {
  /// The kinds of records in it.
  var schema: Schema { get }

  /// Whether saves are refused.
  var isReadOnly: Bool { get }

  /// What is to be said of the store as it was opened, such as that its file is damaged.
  var notices: [StoreNotice] { get }

  /// Where saves are made known, by the context that asked for them, and by a store that notices
  /// those of another process.
  var announcements: PublishSubject<SavedChanges> { get }

  /// The records that `descriptor` asks for. Pending changes are the context's affair.
  ///
  /// - Throws: ``StoreError/preferInMemoryFilter`` or ``StoreError/preferInMemorySort`` when the
  ///   store wants to be asked again without predicate, or without order, limit and offset; or
  ///   whatever keeps it from reading.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R]

  /// How many records ``fetch(_:)`` would return. Throws the same.
  func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int

  /// The identifiers of the records that ``fetch(_:)`` would return. Throws the same.
  func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>]

  /// The record of that identifier, or `nil` when there is none (any more).
  func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R?

  /// The records of those identifiers, in their order, without those that there are not (any more).
  func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R]

  /// Parts of the records of those identifiers, in their order, without those that there are not (any
  /// more).
  func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P]

  /// The records whose field `key` has one of `values`.
  func records<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [R]

  /// The identifiers of the records whose field `key` has one of `values`.
  func identifiers<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [Identifier<R>]

  /// A number that is another one when the record is another one, known without reading it: two
  /// texts of the same length have the same one once in four billion times. `nil` from a store that
  /// has none, and where there is no such record.
  func fingerprint<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64?

  /// A way to read records again that the next save changes or deletes; those that are not there are
  /// left out.
  func keep<R: StoredRecord>(_ ids: [Identifier<R>]) throws(StoreError) -> KeptRecords<R>

  /// How many records there are for each value of a field; a missing value does not count.
  func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int]

  /// The identifiers of the records of each value of a field, in ascending order.
  ///
  /// - Parameter ids: only these records; `nil` for all.
  func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]]

  /// A place for many new records until the next save, or `nil` when the store would keep them in
  /// memory as well.
  ///
  /// - Throws: whatever keeps it from writing.
  func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>?

  /// Gives identifiers for new records, which are given to no others.
  ///
  /// - Returns: the number of the first of `count` identifiers that follow each other.
  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64

  /// Writes all of `request` or nothing, and has it on the disk when it returns.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when a record is not the one that was expected, and
  ///   whatever keeps it from writing; in any case the store is as it was.
  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges

  /// Takes over what another process saved since, and makes it known. A store that is open for
  /// writing has nobody beside it and does nothing.
  ///
  /// - Throws: what keeps it from reading; then the records stay as they were.
  func refresh() throws(StoreError)

  /// Gives up files and locks; whatever is asked afterwards fails. Closing twice does nothing.
  func close() throws(StoreError)
}

extension DataStore {
  /// Every save, whoever saved.
  public var saves: Signal<SavedChanges> { announcements.signal }

  /// There is nothing to be said.
  public var notices: [StoreNotice] { [] }

  /// Records are kept in memory.
  public func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>? { nil }

  /// There is nobody beside it.
  public func refresh() throws(StoreError) {}

  /// Fetches and counts.
  public func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int {
    try fetch(descriptor).count
  }

  /// Fetches and takes the identifiers.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    try fetch(descriptor).map(\.id)
  }

  /// Reads one after the other.
  public func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R] {
    var records: [R] = []
    for id in ids {
      if let record = try record(for: id) { records.append(record) }
    }
    return records
  }

  /// Reads the records.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try records(for: ids).map { P($0) }
  }

  /// Looks at every record.
  public func records<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [R] {
    try fetch(FetchDescriptor()).filter { record in
      key.value(record).map(values.contains) ?? false
    }
  }

  /// Fetches and takes the identifiers.
  public func identifiers<R: StoredRecord>(
    where key: RecordKey<R>, isOneOf values: Set<AnyHashable>
  ) throws(StoreError) -> [Identifier<R>] {
    try records(where: key, isOneOf: values).map(\.id)
  }

  /// There is none: the records are compared.
  public func fingerprint<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64? {
    nil
  }

  /// Keeps the records themselves.
  public func keep<R: StoredRecord>(
    _ ids: [Identifier<R>]
  ) throws(StoreError) -> KeptRecords<R> {
    let records = try records(for: ids)
    return KeptRecords { [records] () throws(StoreError) in records }
  }

  /// Looks at every record.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    try fetch(FetchDescriptor<R>()).counts(by: path)
  }

  /// Looks at every record.
  public func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    let ids = ids.map { IdentifierSet($0) }
    return try fetch(FetchDescriptor<R>()).filter { ids?.contains($0.id) ?? true }
      .identifiers(by: path)
  }
}

/// Records that a save changes or deletes, in case that it is taken back.
///
/// Whoever keeps them need not have them in memory: a journal only notes where they are in its file.
public struct KeptRecords<R: StoredRecord> {
  private let read: () throws(StoreError) -> [R]

  /// - Parameter read: reads the records as they were before the save, at any time after it.
  public init(_ read: @escaping () throws(StoreError) -> [R]) {
    self.read = read
  }

  /// The records as they were.
  ///
  /// - Throws: what keeps the store from reading them.
  public func records() throws(StoreError) -> [R] { try read() }
}
