import Foundation

/// A folder that a program for moving files carries between devices. It has one folder for each
/// device, in which only that device writes.
struct SharedFolder {
  /// Where it is.
  let path: String

  private let fileSystem: any FileSystem

  init(_ path: String, on fileSystem: any FileSystem) {
    (self.path, self.fileSystem) = (path, fileSystem)
  }

  /// The file of a device.
  func file(of device: DeviceIdentity) -> DeviceFile {
    DeviceFile(of: device, in: path, on: fileSystem)
  }

  /// The devices that have a folder here, in the order of their identities.
  ///
  /// - Parameter problems: gets the copies that programs for moving files have made.
  /// - Throws: ``SyncRefusal/noFolder(_:)``; the error of the file system.
  func devices(_ problems: inout [SyncProblem]) throws -> [DeviceIdentity] {
    guard try fileSystem.status(of: path)?.kind == .directory else {
      throw SyncRefusal.noFolder(path)
    }
    var devices: [DeviceIdentity] = []
    for name in try fileSystem.names(in: path).sorted() {
      if Self.isConflictCopy(name) {
        problems.append(SyncProblem(.conflictCopy, file: "\(path)/\(name)"))
      } else if let device = DeviceIdentity(name) {
        devices.append(device)
        try nameConflictCopies(in: "\(path)/\(name)", &problems)
      }
    }
    return devices
  }

  private func nameConflictCopies(in folder: String, _ problems: inout [SyncProblem]) throws {
    guard try fileSystem.status(of: folder)?.kind == .directory else { return }
    for name in try fileSystem.names(in: folder).sorted() where Self.isConflictCopy(name) {
      problems.append(SyncProblem(.conflictCopy, file: "\(folder)/\(name)"))
    }
  }

  /// Whether Syncthing (`NAME.sync-conflict-DATE-TIME-ID.jsonl`) or Dropbox
  /// (`NAME (laptop's conflicted copy DATE).jsonl`) gave a file this name, because it saw two
  /// versions of it.
  private static func isConflictCopy(_ name: String) -> Bool {
    name.contains(".sync-conflict-") || name.contains("conflicted copy")
  }
}

/// Why a folder could not be synchronized at all, or a value not be put back.
public enum SyncRefusal: ReportableError, Equatable {
  /// There is no such folder.
  case noFolder(String)
  /// The record to which the value belongs was deleted.
  case recordGone

  public var code: String {
    switch self {
    case .noFolder: "sync-no-folder"
    case .recordGone: "sync-record-gone"
    }
  }

  public var file: String? {
    switch self {
    case .noFolder(let path): path
    case .recordGone: nil
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .noFolder:
      language.text(
        "The folder is not there. Make it, or connect the drive, and try again.",
        "フォルダーがありません。作成するか、ドライブを接続してから、もう一度試してください。")
    case .recordGone:
      language.text(
        "The text belongs to something that was deleted; bring that back from the trash first.",
        "このテキストの元は削除されています。先にごみ箱から戻してください。")
    }
  }
}
