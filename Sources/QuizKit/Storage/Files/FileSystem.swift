import Foundation
import QuizSupport

/// The file system operations that stores need.
///
/// Tests replace it with a simulated disk. That disk fails, fills up and crashes on demand, and
/// knows which bytes and which directory entries have reached the disk.
public protocol FileSystem: AnyObject {
  /// Opens a file. Child processes do not inherit it. A symbolic link at the end of `path` is
  /// refused; see ``resolve(_:)``.
  func open(_ path: String, for access: FileAccess) throws(FileSystemError) -> any OpenFile

  /// The status of the file at `path`, following links; `nil` when there is none.
  func status(of path: String) throws(FileSystemError) -> FileStatus?

  /// The absolute path of the file at `path` after following links. The file need not exist.
  func resolve(_ path: String) throws(FileSystemError) -> String

  /// Renames `source` to `target`, and replaces an existing `target`. This is atomic: other
  /// processes always see a file at `target` if there was one.
  func rename(_ source: String, to target: String) throws(FileSystemError)

  /// Removes a file.
  func remove(_ path: String) throws(FileSystemError)

  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws(FileSystemError)

  /// Creates a directory and its missing parents.
  func createDirectory(_ path: String) throws(FileSystemError)

  /// Makes sure that renames, creations and removals in this directory are on the disk.
  func syncDirectory(_ path: String) throws(FileSystemError)

  /// The names of the entries of a directory, in any order.
  func names(in directory: String) throws(FileSystemError) -> [String]
}

/// The purpose of opening a file.
public enum FileAccess {
  /// Reads an existing file.
  case reading
  /// Reads and writes an existing file.
  case updating
  /// Reads and writes a new file. Fails with `EEXIST` when the name is taken, even by a broken
  /// link.
  ///
  /// - Parameters:
  ///   - as: the path that errors mention, for a file that will replace the file at that path.
  ///   - like: the file that the new file will replace, if the new file should take over its owner
  ///     and its group, and should not get more permissions, as far as the system allows.
  case creating(as: String, like: (any OpenFile)? = nil)
}

/// The properties of a file or of another entry in the file system.
public struct FileStatus: Sendable, Equatable {
  /// The kind of the entry.
  public var kind: FileKind
  /// The length in bytes.
  public var size: Int
  /// The identity of the file, which does not depend on its name.
  public var identity: FileIdentity
  /// When the content last changed, in nanoseconds since 1970.
  public var modified: Int64

  /// Creates a status.
  public init(kind: FileKind, size: Int, identity: FileIdentity, modified: Int64) {
    self.kind = kind
    self.size = size
    self.identity = identity
    self.modified = modified
  }
}

/// Identifies a file independently of its name.
public struct FileIdentity: Sendable, Hashable {
  /// The number of the file system that contains it.
  public var device: UInt64
  /// The file's number in that file system.
  public var number: UInt64

  /// Creates an identity.
  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// An open file.
public protocol OpenFile: AnyObject {
  /// The length in bytes.
  func size() throws(FileSystemError) -> Int

  /// Fills `buffer` with the bytes from `offset` on, and returns their number, which is smaller
  /// than the buffer only at the end of the file. Several threads may read at the same time
  /// (``StoreEnvironment/processors``).
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int

  /// Writes all of `bytes` at `offset`. After a failure, some of them may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError)

  /// Makes sure that the content is on the disk. After a failure it is unknown what is on the disk;
  /// do not try again.
  func sync() throws(FileSystemError)

  /// Shortens or extends the file to `size` bytes.
  func truncate(to size: Int) throws(FileSystemError)

  /// The file's identity.
  func identity() throws(FileSystemError) -> FileIdentity

  /// How many names (hard links) the file has.
  func nameCount() throws(FileSystemError) -> Int

  /// Whether this file is still at its path.
  ///
  /// - Parameter path: the path with which it was opened, or to which it was renamed.
  func isAt(_ path: String) throws(FileSystemError) -> Bool

  /// Locks this file, unless another process has locked it. The lock ends when the file is closed
  /// or the process ends.
  ///
  /// - Returns: whether the file was locked.
  func lock() throws(FileSystemError) -> Bool

  /// Closes the file. Closing twice does nothing.
  func close() throws(FileSystemError)
}

/// An error from the operating system's file functions.
public struct FileSystemError: Error, Sendable, Equatable {
  /// The operation that failed.
  public enum Operation: String, Sendable {
    case open
    case read
    case write
    case sync
    case truncate
    case rename
    case remove
    case inspect
    case lock
    case close
    case createDirectory = "create"
    case findWorkingDirectory = "find the working directory for"
  }

  /// The operation that failed.
  public var operation: Operation
  /// The file that it failed on.
  public var path: String
  /// The operating system's error number (`errno`).
  public var code: Int32

  /// Creates an error.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileSystemError: CustomStringConvertible {
  /// The operation, the file and the reason, such as `cannot write /data/bank.json: No space left
  /// on device`.
  public var description: String {
    "cannot \(operation.rawValue) \(path): \(reason.text(in: .english))"
  }

  /// The operating system's description of the error, such as `No space left on device`.
  package var reason: Reason { .system(code) }

  /// The error and its remedy, for people. The text does not name the file.
  package var sentences: Reason {
    if operation == .findWorkingDirectory {
      return Reason(
        "The directory from which this path is read is not there any more (",
        "今いるフォルダーがないため、相対パスは使えません（")
        + reason
        + Reason(
          "). Change to another one, or write the path from / on.",
          "）。別のフォルダーに移るか、/ から始まるパスを指定してください。")
    }
    return Reason("The operating system says: ", "OS のエラー: ") + reason
      + Reason(" (\(operation.rawValue)).", "（\(operation.rawValue)）")
  }
}

extension FileSystem {
  /// The content of the file, or `nil` when there is no file.
  func contents(of path: String) throws(FileSystemError) -> [UInt8]? {
    guard try status(of: path) != nil else { return nil }
    return try open(path, for: .reading).contents()
  }

  /// Replaces a file atomically: after a crash there is either the old file or the new one.
  package func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    try replace(path) { file throws(FileSystemError) in try file.write(bytes, at: 0) }
  }

  /// Replaces a file atomically with the content that `write` produces.
  ///
  /// The new file is written next to the old one and synced before it gets the old one's name. Then
  /// the directory is synced, because otherwise a crash may undo the renaming.
  func replace(
    _ path: String, _ write: (any OpenFile) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    try self.write(beside: path, as: path, write)
  }

  /// Writes a file that gets its name only when it is complete and synced.
  ///
  /// - Parameters:
  ///   - path: the file of the store to which it belongs, which errors mention.
  ///   - name: the path that it gets, in the same folder.
  ///   - write: produces the content.
  func write(
    beside path: String, as name: String,
    _ write: (any OpenFile) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let temporary = try TemporaryFile(for: path, on: self)
    do throws(FileSystemError) {
      try write(temporary.file)
      try temporary.file.sync()
      try temporary.file.close()
      try temporary.take(name)
    } catch {
      temporary.discard()
      throw error
    }
  }
}

extension OpenFile {
  func contents() throws(FileSystemError) -> [UInt8] {
    try read(at: 0, count: size())
  }

  package func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withMutableBytes { buffer throws(FileSystemError) in
      try self.read(into: buffer, at: offset)
    }
    bytes.removeLast(count - read)
    return bytes
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    try bytes.withBytes { buffer throws(FileSystemError) in try write(buffer, at: offset) }
  }
}

/// Recognizes files that a store made, by what they begin with in every version of their formats.
package enum StoreFile {
  /// The first bytes of every journal.
  static let journal = Array("{\"format\":\"\(journalName)\"".utf8)
  /// The format name in the header of every journal.
  static let journalName = "qa-repl-journal"
  /// The first bytes of every archive.
  static let archive = Array("{\n  \"format\" : \"\(archiveName)\"".utf8)
  /// The member `format` of every archive.
  static let archiveName = "qa-repl-store"
  /// What every checkpoint has behind its first number. The byte that follows is the version of its layout.
  static let checkpoint = Array(" QA-IDX".utf8)
  static let checkpointOffset = MemoryLayout<UInt64>.stride

  /// Whether the file at `path` begins like a store's file or with only zeros.
  static func isOurs(
    _ path: String, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> Bool {
    guard try fileSystem.status(of: path)?.kind == .regular else { return false }
    let file = try fileSystem.open(path, for: .reading)
    let beginning = try file.read(at: 0, count: longestBeginning)
    try file.close()
    // A crash may have preserved the length of a file but not its content.
    if beginning.allSatisfy({ $0 == 0 }) { return true }
    return beginnings.contains { mark in
      beginning.dropFirst(mark.offset).starts(with: mark.bytes)
    }
  }

  /// Whether the file at `path` begins like a bank. A file that cannot be read is none.
  package static func isBank(_ path: String) -> Bool {
    do throws(FileSystemError) {
      let file = try PosixFileSystem().open(
        PosixFileSystem().resolve(path), for: .reading)
      let beginning = try file.read(at: 0, count: longestBeginning)
      try file.close()
      return [journal, archive].contains {
        beginning.starts(with: $0)
      }
    } catch {
      return false
    }
  }

  private static let beginnings: [(offset: Int, bytes: [UInt8])] = [
    (0, journal), (0, archive), (checkpointOffset, checkpoint),
  ]
  private static let longestBeginning =
    beginnings.map { $0.offset + $0.bytes.count }.max() ?? 0
}

/// Bytes in memory that can be read like a file.
package final class MemoryFile: OpenFile {
  private let bytes: [UInt8]
  private let original: FileIdentity

  /// - Parameter original: the file that it replaces for reading.
  package init(_ bytes: [UInt8], inPlaceOf original: FileIdentity) {
    self.bytes = bytes
    self.original = original
  }

  package func size() -> Int { bytes.count }

  package func identity() -> FileIdentity { original }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    preconditionFailure("what is only read is not written to")
  }

  package func nameCount() -> Int { 1 }

  package func isAt(_ path: String) -> Bool { true }

  package func lock() -> Bool { true }

  package func sync() {}

  package func truncate(to size: Int) {
    preconditionFailure("what is only read is not cut")
  }

  package func close() {}
}

/// The directory from which relative paths are read.
package enum WorkingDirectory {
  /// The path from the root. Links in it are not followed.
  ///
  /// - Throws: ``FileSystemError`` when `path` is relative and the working directory was removed.
  ///   `FileManager` then returns an empty path, which would be taken for the root.
  package static func absolute(_ path: String) throws(FileSystemError) -> String {
    if path.hasPrefix("/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else {
      throw FileSystemError(.findWorkingDirectory, path, code: errno)
    }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self) + "/" + path
  }
}
