import Foundation
import QuizStore

/// A shared folder with which the bank is synchronized, and how far that has come.
struct SyncFolder: StoredRecord {
  static let entityName = "sync-folder"
  static let outlivesUndo = true
  /// The most characters of a device's name.
  static let mostCharacters = 100

  /// Another device, as far as it was read.
  struct Peer: Codable, Equatable, Sendable {
    /// The name that a person gave it.
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
  /// The name that a person gave this device.
  var name: String
  /// Whether decks and questions are exchanged, but no notes and no answers.
  var isQuestionsOnly = false
  /// Whether this device takes everything and gives nothing.
  var isReadOnly = false
  /// Whether the program synchronizes when it starts and ends.
  var isAutomatic = false
  /// The end of this device's file; `nil` before it is written.
  var own: ReadPlace?
  /// The mark of the bank (``SyncFolder/mark(of:)``) when everything in it was known; `nil` when that
  /// has to be found out.
  var agreement: UInt64?
  /// The ``rules`` by which everything in the bank and in this device's file was last looked at; `nil`
  /// for those before there was such a number.
  private(set) var lookedAtBy: Int?
  /// True while other devices have said what this program does not know, so that it looks again once it is
  /// updated.
  var hasUnread: Bool?
  /// The other devices, by identity.
  var peers: [String: Peer] = [:]

  /// Creates a folder that was never synchronized.
  init(path: String, device: DeviceIdentity, name: String) {
    (self.path, self.device, self.name) = (path, device, name)
  }

  /// The number of the rules for what may be known and written. A bank that was synchronized by other
  /// rules is looked at as a whole, and this device's file begun anew.
  private static let rules = 2

  /// Whether everything has to be looked at, because other rules held before.
  var isOfOtherRules: Bool { lookedAtBy != Self.rules }

  /// Notes that everything was looked at.
  mutating func noteRules() { lookedAtBy = Self.rules }

  /// This device under all of its identities.
  var identities: Set<DeviceIdentity> { Set([device] + (formerDevices ?? [])) }

  /// Whether devices were seen in the folder.
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

  /// A checksum of everything in a bank that is exchanged. As long as it stays the same, the bank has
  /// nothing to publish.
  func mark(of store: any DataStore) throws(StoreError) -> UInt64 {
    var marks: [UInt64] = []
    for kind in BankKinds(of: store.schema).ownersFirst where exchanges(kind) {
      marks.append(try store.mark(of: kind))
    }
    return marks.withUnsafeBytes { Checksum.of($0, seed: 0) }
  }
}
