import Foundation
import QuizSupport

/// The status of synchronization: how far each device has come.
package struct SyncStatus: Equatable, Sendable {
  /// The shared folders, in the order in which they were added.
  package var folders: [Folder]

  /// A shared folder.
  package struct Folder: Equatable, Sendable {
    /// The path of the folder.
    package var path: String
    /// This device's identity and name.
    package var device, name: String
    /// Whether notes and answers stay on this device.
    package var isQuestionsOnly: Bool
    /// Whether this device only receives changes.
    package var isReadOnly: Bool
    /// Whether the program synchronizes when it starts and ends.
    package var isAutomatic: Bool
    /// The number of records that wait to be published; `nil` when the folder or the bank cannot be
    /// read.
    package var publishing: Int?
    /// The other devices.
    package var devices: [Device]
    /// The parts that were skipped, and those that wait to be read.
    package var problems: [SyncProblem] = []
    /// The reason why the folder cannot be read; `nil` when it can.
    package var refusal: SyncRefusal?
  }

  /// Another device.
  package struct Device: Encodable, Equatable, Sendable {
    /// Its identity.
    package var deviceID: String
    /// The name that its user gave it; `nil` when it is not known yet.
    @Nullable package var name: String?
    /// When anything of it was last read; `nil` if never.
    @Nullable package var seenAt: Stamp?
    /// The number of its lines that wait to be read.
    package var unread: Int
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
          deviceID: device.text, name: found.header?.name ?? known?.name,
          seenAt: known.map { Stamp($0.seenAt, in: timeZone) },
          unread: reading.lines(of: device))
      })
    problems = reading.problems
  }

  init(_ folder: SyncFolder, _ refusal: SyncRefusal, in timeZone: TimeZone) {
    self.init(
      folder, publishing: nil,
      devices: folder.peers.sorted { $0.key < $1.key }.map { device, peer in
        SyncStatus.Device(
          deviceID: device, name: peer.name.unlessEmpty, seenAt: Stamp(peer.seenAt, in: timeZone),
          unread: 0)
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
