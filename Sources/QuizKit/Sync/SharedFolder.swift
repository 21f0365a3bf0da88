import Foundation
import QuizStore
import QuizSupport

/// A folder that another program copies between devices. It contains one folder for each device, in
/// which only that device writes.
struct SharedFolder {
  /// The path of the folder.
  let path: String

  private let fileSystem: any FileSystem

  init(_ path: String, on fileSystem: any FileSystem) {
    (self.path, self.fileSystem) = (path, fileSystem)
  }

  /// Tells git to leave the line ends of the files alone, unless somebody has told it something
  /// already.
  func addAttributes() throws(FileSystemError) {
    let attributes = "\(path)/.gitattributes"
    guard try fileSystem.status(of: attributes) == nil else { return }
    try fileSystem.replace(attributes, with: Array("* -text\n".utf8))
  }

  /// The file of a device.
  func file(of device: DeviceIdentity) -> DeviceFile {
    DeviceFile(of: device, in: path, on: fileSystem)
  }

  /// Makes sure that the folder of `device`, if it exists, is not a symbolic link, so that nothing
  /// is written outside the shared folder.
  ///
  /// - Throws: ``SyncRefusal``.
  func checkOwnFolder(of device: DeviceIdentity) throws(SyncRefusal) {
    let own = directory(of: file(of: device).path)
    do throws(FileSystemError) {
      if try fileSystem.resolve(own) == own { return }
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    throw .linked(own)
  }

  /// Makes sure that the folder exists.
  ///
  /// - Throws: ``SyncRefusal``.
  func check() throws(SyncRefusal) {
    do throws(FileSystemError) {
      guard try fileSystem.status(of: path)?.kind != .directory else { return }
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    throw .noFolder(path)
  }

  /// The devices that have a folder here, in the order of their identities.
  ///
  /// - Parameter problems: receives the conflict copies that synchronization programs have made.
  /// - Throws: ``SyncRefusal``.
  func devices(_ problems: inout SyncProblems) throws(SyncRefusal) -> [DeviceIdentity] {
    try check()
    let names: [String]
    do throws(FileSystemError) {
      names = try fileSystem.names(in: path).sorted()
    } catch {
      throw .unreachable(error.path, error.reason)
    }
    var devices: [DeviceIdentity] = []
    for name in names {
      if Self.isConflictCopy(name) {
        problems.count(SyncProblem(.conflictCopy, file: "\(path)/\(name)"))
      } else if let device = DeviceIdentity(name) {
        devices.append(device)
        do throws(FileSystemError) {
          try nameConflictCopies(in: "\(path)/\(name)", &problems)
        } catch {
          problems.append(SyncProblem(.system(error.reason), file: error.path))
        }
      }
    }
    return devices
  }

  private func nameConflictCopies(
    in folder: String, _ problems: inout SyncProblems
  ) throws(FileSystemError) {
    guard try fileSystem.status(of: folder)?.kind == .directory else { return }
    for name in try fileSystem.names(in: folder).sorted() where Self.isConflictCopy(name) {
      problems.count(SyncProblem(.conflictCopy, file: "\(folder)/\(name)"))
    }
  }

  /// Whether Syncthing (`NAME.sync-conflict-DATE-TIME-ID.jsonl`) or Dropbox
  /// (`NAME (laptop's conflicted copy DATE).jsonl`) gave a file this name because there were two
  /// versions of it.
  private static func isConflictCopy(_ name: String) -> Bool {
    name.contains(".sync-conflict-") || name.contains("conflicted copy")
  }
}
