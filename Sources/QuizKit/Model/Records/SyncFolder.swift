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
    (self.path, self.device, self.name) = (path, device, name)
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
