import QuizStore

/// What a shared folder knows of one record, and where it is in this bank.
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
  /// Identifies the record on all devices.
  var key: String
  /// The number of the record in this bank, reserved when something first refers to it; 0 before.
  var localID: Int64
  /// Whether the bank has the record. It does not when the record is deleted, or when it refers to
  /// one that is still to come.
  var isInBank: Bool
  /// The version of the record in the bank that agrees with ``state``; `nil` when it is not known.
  var version: UInt64?
  /// What is known of the record; `nil` while it is only referred to.
  var state: RecordState?
  /// The names of the fields that this program did not know when it last looked at ``state``, or of all where
  /// it did not know the kind; `nil` for none.
  var unread: [String]?
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
