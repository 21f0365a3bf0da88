import QuizStore
import QuizSupport

/// The knowledge of a shared folder about one record, and the place of the record in this bank.
struct SyncedRecord: StoredRecord {
  static let entityName = "synced"
  static let outlivesUndo = true
  static let keys: [RecordKey<SyncedRecord>] = [
    .reference(\.folderID, named: "folderID", onDelete: .cascade)
  ]

  var id: Identifier<SyncedRecord> = .unassigned
  /// The folder.
  var folderID: Identifier<SyncFolder>
  /// The kind of record.
  var kind: RecordKind
  /// The key that identifies the record on all devices.
  var key: String
  /// The number of the record in this bank. It is reserved when something first refers to the
  /// record, and is 0 before.
  var localID: Int64
  /// Whether the bank has the record. It does not if the record was deleted, or if it refers to a
  /// record that has not arrived yet.
  var isInBank: Bool
  /// The version of the record in the bank that agrees with ``state``; `nil` when it is unknown.
  var version: UInt64?
  /// The state of the record; `nil` while other records refer to it but it has not arrived.
  var state: KeptState?
  /// The names of the fields that this program did not know when it last looked at ``state``, or of
  /// all fields if it did not know the kind; `nil` for none.
  var unread: [String]?

  var fault: Reason? {
    (0...JSONTape.largestCount).contains(localID)
      ? nil : Reason("no record of a bank has this number", "この番号のデータはあり得ません")
  }
}

extension SyncedRecord {
  /// The fields by which a synchronization finds a record, without its texts.
  struct Entry: RecordPart {
    var id: Identifier<SyncedRecord>
    var kind: RecordKind
    var key: String
    var localID: Int64
    var isInBank: Bool
    var version: UInt64?
    var unread: [String]?

    init(_ record: SyncedRecord) {
      id = record.id
      kind = record.kind
      key = record.key
      localID = record.localID
      isInBank = record.isInBank
      version = record.version
      unread = record.unread
    }
  }
}
