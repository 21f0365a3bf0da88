import Foundation
import Signals

/// Keeps records. It answers fetch requests and save requests.
///
/// A store is confined to the thread that made it. Programs use it through a ``StoreContext``,
/// which adds pending changes and temporary identifiers, and filters or sorts records when the
/// store declines to.
public protocol DataStore: AnyObject {
  /// The kinds of records in it.
  var schema: Schema { get }

  /// Whether saves are refused.
  var isReadOnly: Bool { get }

  /// Warnings from opening the store, such as a damaged file.
  var notices: [StoreNotice] { get }

  /// Publishes every save. The context that saved emits here, and so does a store that notices a
  /// save by another process.
  var announcements: PublishSubject<SavedChanges> { get }

  /// The records that `descriptor` asks for. It ignores pending changes, which are the context's
  /// responsibility.
  ///
  /// - Throws: ``StoreError/preferInMemoryFilter`` or ``StoreError/preferInMemorySort`` when the
  ///   store wants to be asked again without the predicate, or without order, limit and offset; or
  ///   the error that prevented reading.
  func fetch<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> [R]

  /// How many records ``fetch(_:)`` would return. Throws the same errors.
  func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int

  /// The identifiers of the records that ``fetch(_:)`` would return. Throws the same errors.
  func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>]

  /// The records with these identifiers, in the order of `ids`. Missing records are left out.
  func records<R: StoredRecord>(for ids: [Identifier<R>]) throws(StoreError) -> [R]

  /// Parts of the records with these identifiers, in the order of `ids`. Missing records are left
  /// out.
  func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P]

  /// A number for what the record contains, by which a save notices that another writer has changed
  /// it. It may be a hash: equal contents have equal numbers, and different ones almost certainly
  /// different numbers. `nil` when there is no such record.
  func version<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64?

  /// The version that a record has once it is saved as it is.
  func version<R: StoredRecord>(of record: R) throws(StoreError) -> UInt64

  /// A checksum of the identifiers and versions of all records of a kind: equal as long as nothing
  /// is changed.
  func mark<R: StoredRecord>(of type: R.Type) throws(StoreError) -> UInt64

  /// Prepares for undo: returns a way to read these records as they are now, even after the next
  /// save changes or deletes them. Missing records are left out.
  func keep<R: StoredRecord>(_ ids: [Identifier<R>]) throws(StoreError) -> KeptRecords<R>

  /// How many records there are for each value of a field.
  func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int]

  /// The identifiers of the records, grouped by the value of a field. Each group is in ascending
  /// order.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - ids: looks at these records only; `nil` for all.
  func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]]

  /// A staging area for a bulk insert, which the next save commits. `nil` when the store would only
  /// keep the records in memory.
  ///
  /// - Throws: the error that prevented writing.
  func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>?

  /// Reserves identifiers for new records. No other record ever gets them.
  ///
  /// - Returns: the first of `count` consecutive numbers.
  func reserveIdentifiers<R: StoredRecord>(_ count: Int, for type: R.Type) -> Int64

  /// Writes all of `request` or nothing. When it returns, the changes are on the disk.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when a record differs from the expected one, or the
  ///   error that prevented writing. After an error the store is unchanged.
  func save(_ request: SaveRequest) throws(StoreError) -> SavedChanges

  /// Loads what another process has saved, and announces it. A store that is open for writing does
  /// nothing, because its lock excludes other writers.
  ///
  /// - Throws: the error that prevented reading; then the records stay as they were.
  func refresh() throws(StoreError)

  /// Closes files and releases locks. Every later request fails. Closing twice does nothing.
  func close() throws(StoreError)
}

extension DataStore {
  /// Emits every save, no matter which context or process made it.
  public var saves: Signal<SavedChanges> { announcements.signal }

  /// No warnings.
  public var notices: [StoreNotice] { [] }

  /// No staging area: the records stay in memory.
  public func stage<R: StoredRecord>(_ type: R.Type) throws(StoreError) -> StagedRecords<R>? { nil }

  /// Does nothing: no other process writes to the store.
  public func refresh() throws(StoreError) {}

  /// Fetches the records and counts them.
  public func count<R: StoredRecord>(_ descriptor: FetchDescriptor<R>) throws(StoreError) -> Int {
    try fetch(descriptor).count
  }

  /// Fetches the records and returns their identifiers.
  public func identifiers<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>
  ) throws(StoreError) -> [Identifier<R>] {
    try fetch(descriptor).map(\.id)
  }

  /// The record with this identifier, or `nil` when there is none or it was deleted.
  public func record<R: StoredRecord>(for id: Identifier<R>) throws(StoreError) -> R? {
    try records(for: [id]).first
  }

  /// Reads the whole records.
  public func parts<P: RecordPart>(of ids: [Identifier<P.Whole>]) throws(StoreError) -> [P] {
    try records(for: ids).map { P($0) }
  }

  /// The checksum of the record's text, for which the record is read.
  public func version<R: StoredRecord>(of id: Identifier<R>) throws(StoreError) -> UInt64? {
    guard let record = try record(for: id) else { return nil }
    return try version(of: record)
  }

  /// The checksum of the record's text.
  public func version<R: StoredRecord>(of record: R) throws(StoreError) -> UInt64 {
    var text: [UInt8] = []
    try RecordEncoder().encode(record, to: &text)
    return Checksum.of(text, seed: 0)
  }

  /// Asks for the version of each record.
  public func mark<R: StoredRecord>(of type: R.Type) throws(StoreError) -> UInt64 {
    var words: [UInt64] = []
    for id in try identifiers(FetchDescriptor<R>()) {
      words += [UInt64(bitPattern: id.rawValue), try version(of: id) ?? 0]
    }
    return words.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }

  /// Keeps the records in memory.
  public func keep<R: StoredRecord>(
    _ ids: [Identifier<R>]
  ) throws(StoreError) -> KeptRecords<R> {
    let records = try records(for: ids)
    return KeptRecords { [records] () throws(StoreError) in records }
  }

  /// Groups the records and counts each group.
  public func counts<R: StoredRecord, V: IndexableValue>(
    by path: KeyPath<R, V> & Sendable
  ) throws(StoreError) -> [V: Int] {
    try identifiers(by: path, among: nil).mapValues(\.count)
  }

  /// Reads every record.
  public func identifiers<R: StoredRecord, V: Hashable & Decodable & Sendable>(
    by path: KeyPath<R, V> & Sendable, among ids: [Identifier<R>]?
  ) throws(StoreError) -> [V: [Identifier<R>]] {
    let ids = ids.map { IdentifierSet($0) }
    return try fetch(FetchDescriptor<R>()).filter { ids?.contains($0.id) ?? true }
      .identifiers(by: path)
  }
}

/// Records that a save changes or deletes, kept for undo.
///
/// They need not be in memory: a journal keeps only their positions in its file.
public struct KeptRecords<R: StoredRecord> {
  private let read: () throws(StoreError) -> [R]

  /// - Parameter read: reads the records as they were before the save. It may be called at any time
  ///   after it.
  public init(_ read: @escaping () throws(StoreError) -> [R]) {
    self.read = read
  }

  /// The records as they were before the save.
  ///
  /// - Throws: the error that prevented the store from reading them.
  public func records() throws(StoreError) -> [R] { try read() }
}
