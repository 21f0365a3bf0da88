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
