import Foundation
import QuizSupport

/// How far devices have come.
package struct SyncStatus: Equatable, Sendable {
  /// The shared folders, in the order in which they were added.
  package var folders: [Folder]

  /// A shared folder.
  package struct Folder: Equatable, Sendable {
    /// Where it is.
    package var path: String
    /// This device's identity and name.
    package var device, name: String
    /// Whether notes and answers stay here.
    package var isQuestionsOnly: Bool
    /// Whether this device only takes.
    package var isReadOnly: Bool
    /// Whether the program synchronizes when it starts and ends.
    package var isAutomatic: Bool
    /// How many records wait to be published; `nil` when the folder or bank cannot be read.
    package var publishing: Int?
    /// The other devices.
    package var devices: [Device]
    /// What is passed over, and what waits.
    package var problems: [SyncProblem] = []
    /// Why the folder cannot be read; `nil` when it can.
    package var refusal: SyncRefusal?
  }

  /// Another device.
  package struct Device: Encodable, Equatable, Sendable {
    /// Its identity.
    package var device: String
    /// The name that a person gave it; empty when that is not known yet.
    package var name: String
    /// When something of it was last read; `nil` if never.
    @Nullable package var lastSeen: Stamp?
    /// How many lines of it wait to be read.
    package var waiting: Int
  }
}

extension SyncStatus.Folder {
  init(
    _ folder: SyncFolder, _ reading: FolderReading, in timeZone: TimeZone, publishing: Int?
  ) {
    self.init(
      folder, publishing: publishing,
      devices: reading.peers.map { device, found in
        let known = folder.peers[device.text]
        return SyncStatus.Device(
          device: device.text, name: found.header?.name ?? known?.name ?? "",
          lastSeen: known.map { Stamp($0.seenAt, in: timeZone) },
          waiting: reading.lines(of: device))
      })
    problems = reading.problems
  }

  init(_ folder: SyncFolder, _ refusal: SyncRefusal, in timeZone: TimeZone) {
    self.init(
      folder, publishing: nil,
      devices: folder.peers.sorted { $0.key < $1.key }.map { device, peer in
        SyncStatus.Device(
          device: device, name: peer.name, lastSeen: Stamp(peer.seenAt, in: timeZone), waiting: 0)
      })
    self.refusal = refusal
  }

  private init(_ folder: SyncFolder, publishing: Int?, devices: [SyncStatus.Device]) {
    self.init(
      path: folder.path, device: folder.device.text, name: folder.name,
      isQuestionsOnly: folder.isQuestionsOnly, isReadOnly: folder.isReadOnly,
      isAutomatic: folder.isAutomatic, publishing: publishing, devices: devices)
  }
}
