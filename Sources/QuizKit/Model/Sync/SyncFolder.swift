import Foundation

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
  var device: DeviceIdentity
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
  /// The other devices, by identity.
  var peers: [String: Peer] = [:]

  /// Creates a folder that was never synchronized.
  init(path: String, device: DeviceIdentity, name: String) {
    (self.path, self.device, self.name) = (path, device, name)
  }

  /// Whether records of this kind are exchanged.
  func exchanges(_ kind: SyncKind) -> Bool { kind.isInGroups || !isQuestionsOnly }
}
