import Foundation
import QuizStore
import QuizSupport

/// A shared folder that the bank is synchronized with, and how far the synchronization has come.
struct SyncFolder: StoredRecord {
  static let entityName = "sync-folder"
  static let outlivesUndo = true
  /// The maximum number of characters of a device's name.
  static let mostCharacters = 100

  /// Another device, with the state in which its file was last read.
  struct Peer: Codable, Equatable, Sendable {
    /// The name that its user gave it.
    var name: String
    /// How far its file was read.
    var place: ReadPlace
    /// When lines of it were last read.
    var seenAt: Date
  }

  var id: Identifier<SyncFolder> = .unassigned
  /// Where the folder is.
  var path: String
  /// This device in the folder.
  private(set) var device: DeviceIdentity
  /// The identities that this device had before; `nil` for none.
  private(set) var formerDevices: [DeviceIdentity]?
  /// The name that the user gave this device.
  var name: String
  /// Whether decks and questions are exchanged, but not notes and answers.
  var isQuestionsOnly = false
  /// Whether this device receives changes but does not publish any.
  var isReadOnly = false
  /// Whether the program synchronizes when it starts and ends.
  var isAutomatic = false
  /// The end of this device's file; `nil` before it is written.
  var own: ReadPlace?
  /// The mark of the bank (``SyncFolder/checksum(of:)``) when the folder last knew everything in
  /// it; `nil` if the bank has to be compared first.
  var agreement: UInt64?
  /// True while there is data of other devices that this program does not know. The program looks
  /// at it again after an update.
  var hasUnread: Bool?
  /// The other devices, by identity.
  var peers: [String: Peer] = [:]

  var fault: Reason? {
    let places = peers.values.map(\.place) + (own.map { [$0] } ?? [])
    return places.allSatisfy(\.isPlausible)
      ? nil : Reason("a place in a file is not one", "ファイル内の位置があり得ない値です")
  }

  /// Creates a folder that was never synchronized.
  init(path: String, device: DeviceIdentity, name: String) {
    self.path = path
    self.device = device
    self.name = name
  }

  /// All identities of this device.
  var identities: Set<DeviceIdentity> { Set([device] + (formerDevices ?? [])) }

  /// Whether any device was seen in the folder before.
  var isKnown: Bool { own != nil || !peers.isEmpty }

  /// Gives this device another identity, with a file that is still to be written.
  mutating func renewIdentity(_ device: DeviceIdentity) {
    formerDevices = (formerDevices ?? []) + [self.device]
    self.device = device
    own = nil
  }

  /// Whether records of this kind are exchanged.
  func exchanges<R: BankRecord>(_ kind: R.Type) -> Bool {
    switch kind.exchange {
    case .never: false
    case .withOwner, .personal: !isQuestionsOnly
    case .shared: true
    }
  }

  /// A checksum of everything in the bank that is exchanged. As long as it stays the same, the bank
  /// has nothing to publish.
  func checksum(of store: any DataStore) throws(StoreError) -> UInt64 {
    var marks: [UInt64] = []
    for kind in BankKinds(of: store.schema).ownersFirst where exchanges(kind) {
      marks.append(try store.checksum(of: kind))
    }
    return marks.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }
}

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
  /// The fields in which the bank deliberately differs from ``state``, because a followed file decides
  /// them here, with the digests of their values in the bank; `nil` for none.
  var held: [String: String]?

  /// The digest of a field; of one without a value, too.
  static func digest(of value: String?) -> String {
    value.map(SaidFields.digest) ?? ""
  }

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
    var held: [String: String]?

    init(_ record: SyncedRecord) {
      id = record.id
      kind = record.kind
      key = record.key
      localID = record.localID
      isInBank = record.isInBank
      version = record.version
      unread = record.unread
      held = record.held
    }
  }
}

/// A value that was written on this device and then replaced by a later change on another device.
struct OverwrittenText: StoredRecord {
  static let entityName = "lost-text"
  static let keys: [RecordKey<OverwrittenText>] = [
    .reference(\.folderID, named: "folderID", onDelete: .cascade)
  ]

  var id: Identifier<OverwrittenText> = .unassigned
  /// The folder through which the change came.
  var folderID: Identifier<SyncFolder>
  /// The kind of record.
  var kind: RecordKind
  /// The key that identifies the record on all devices.
  var key: String
  /// The name of the field.
  var field: String
  /// The value as JSON text.
  var value: String
  /// The device that replaced it.
  var device: DeviceIdentity
  /// When it was replaced on this device.
  var replacedAt: Date
}

/// The things that synchronization takes from outside the bank.
public struct SyncSurroundings {
  /// The real date. Other devices compare it with theirs, so it is the date of the calendar even in
  /// a script, where the script's own clock does not run.
  package let now: () -> Date
  /// Returns a random number, which distinguishes this device from all others.
  package let randomNumber: () -> UInt64
  /// The name of this computer, used for a device to which the user has not given a name.
  package let deviceName: String
  /// The folder that `~` means; `nil` for none.
  package let home: String?
  /// Creates access to the files, on any thread.
  package let makeFileSystem: @Sendable () -> any FileSystem

  /// Creates the surroundings.
  package init(
    now: @escaping () -> Date, randomNumber: @escaping () -> UInt64, deviceName: String,
    home: String? = nil,
    makeFileSystem: @escaping @Sendable () -> any FileSystem = {
      PosixFileSystem(for: .everybody)
    }
  ) {
    self.now = now
    self.randomNumber = randomNumber
    self.deviceName = deviceName
    (self.home, self.makeFileSystem) = (home, makeFileSystem)
  }
}
