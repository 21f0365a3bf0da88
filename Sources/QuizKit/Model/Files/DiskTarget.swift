import Foundation
import QuizStore
import QuizSupport

/// The file or folder at a path on this computer, for a command that writes there.
struct DiskTarget {
  let path: String
  /// The status of what is there, following links; `nil` where nothing is.
  private let status: stat?

  /// - Parameter path: the path as the user named it.
  init(_ path: String) {
    self.path = path
    status = path == DiskFiles.standardOutput ? Self.status(ofDescriptor: 1) : Self.status(of: path)
  }

  /// Its kind, which decides whether the command writes there.
  ///
  /// - Parameter own: the paths of the bank's own files and folders.
  func kind(own: [String]) -> WritingTarget {
    if own.contains(where: isSame) { return .own }
    if isOutput { return .output }
    guard let status else { return .free }
    switch FileKind(status.st_mode) {
    case .pipe, .characterDevice: return .stream
    case .regular: return StoreFile.isBank(path) ? .bank : .file
    case .directory, .blockDevice, .socket: return .file
    }
  }

  /// Whether it is standard output, under whatever name.
  var isOutput: Bool {
    if path == DiskFiles.standardOutput { return true }
    guard let status, let output = Self.status(ofDescriptor: 1) else { return false }
    return FileIdentity(status) == FileIdentity(output)
  }

  /// Whether it is `other`, by device and inode, so that links and other spellings make no
  /// difference, or in the folder `other`. Files that do not exist are compared by their folders and
  /// names.
  private func isSame(as other: String) -> Bool {
    if let mine = status, let theirs = Self.status(of: other),
      FileIdentity(mine) == FileIdentity(theirs)
    {
      return true
    }
    if path == DiskFiles.standardOutput { return false }
    guard let mine = Self.place(of: path) else { return false }
    if let folder = Self.status(of: other), FileIdentity(folder) == mine.folder { return true }
    guard let theirs = Self.place(of: other) else { return false }
    return mine.folder == theirs.folder && mine.name == theirs.name
  }

  /// The folder in which a file is or would be, with links resolved, and its name there.
  private static func place(of path: String) -> (folder: FileIdentity, name: String)? {
    do throws(FileSystemError) {
      let resolved = URL(filePath: try PosixFileSystem().resolve(path))
      let folder = resolved.deletingLastPathComponent().path(percentEncoded: false)
      guard let status = status(of: folder) else { return nil }
      return (FileIdentity(status), resolved.lastPathComponent)
    } catch {
      // A path that leads nowhere leads to none of the bank's files; writing there says why not.
      return nil
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func status(ofDescriptor descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }
}

extension FileIdentity {
  fileprivate init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// Writes to a pipe, a device or standard output, where nothing can be replaced.
struct StreamWriting {
  let path: String
  /// Where to write; `nil` to open the path.
  let descriptor: Int32?

  func write(_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let target = descriptor ?? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    if target < 0 { throw UserFileError(path: path, code: errno, isAboutWriting: true) }
    defer { if descriptor == nil { close(target) } }
    try content { bytes in
      if let code = FileDescriptor(target).writeAll(bytes) {
        if code == EPIPE, descriptor != nil {
          throw UserFileError(path: path, .outputClosed, isAboutWriting: true)
        }
        throw UserFileError(path: path, code: code, isAboutWriting: true)
      }
    }
  }
}
