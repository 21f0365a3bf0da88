import Foundation
import TestKit
import Testing

@testable import QuizKit
@testable import QuizStore

/// The banks of a group that commit 25ad5ac has harmed. A new question got the number and the key
/// of a deleted one.
///
/// Device `a` imported the questions Old 1 to 4 and played them on 1 October 2026. On the 5th it
/// deleted Old 1 and 2. Device `b` joined on the 6th, and imported New 1 and 2 on the 20th after a
/// restart.
final class TakenGroup {
  /// The stages of the harm.
  enum Stage: String {
    /// `b` has not imported yet.
    case joined
    /// `b` has not synchronized since its import.
    case unpublished
    /// `b` has played all questions, and `a` has not synchronized since.
    case published
    /// The new questions Third 1 and 2 come from a device `c`, which does not exchange answers. On
    /// `b` they have the numbers of the deleted questions.
    case numbers
  }

  private var devices: [String: SyncDevice] = [:]
  private var files: [String: [UInt8]] = [:]

  init(_ stage: Stage) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "OldBanks/Files/taken/\(stage.rawValue)")
    let shared = folder.appending(path: "shared")
    for name in try FileManager.default.contentsOfDirectory(atPath: shared.path) {
      let file = shared.appending(path: "\(name)/\(DeviceFile.name)")
      files["\(SyncDevice.folder)/\(name)/\(DeviceFile.name)"] = Array(try Data(contentsOf: file))
    }
    // 2026-10-23 10:00 UTC.
    let now = Date(timeIntervalSince1970: 1_792_749_600)
    for (number, name) in zip(1..., ["a", "b"]) {
      let disk = SimulatedDisk()
      disk["/bank"] = Array(try Data(contentsOf: folder.appending(path: "\(name).journal")))
      devices[name] = try SyncDevice.onJournal(UInt64(number), disk: disk) { now }
    }
  }

  /// A device, with the files of all others in its copy of the folder.
  func fetched(_ name: String) throws -> SyncDevice {
    let device = try #require(devices[name])
    addFolder(to: device.disk)
    return device
  }

  /// Puts the files of all devices on a disk.
  func addFolder(to disk: SimulatedDisk) {
    for (path, bytes) in files { disk[path] = bytes }
  }

  /// Brings the file of a device to the others.
  func keepFile(of name: String) throws {
    let device = try #require(devices[name])
    files[SyncDevice.path(of: device.identity)] = device.file
  }
}
