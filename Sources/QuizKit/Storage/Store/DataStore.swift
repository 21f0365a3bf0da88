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
