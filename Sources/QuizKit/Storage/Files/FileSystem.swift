/// What the stores need of a file system, and nothing more.
///
/// It is a seam: tests put a simulated disk in its place, which fails, fills up and crashes at will
/// and knows which bytes and which directory entries have reached the disk.
public protocol FileSystem: AnyObject {
  /// Opens a file; it is not passed on to child processes. A link at the end of `path` is refused:
  /// see ``resolve(_:)``.
  func open(_ path: String, for access: FileAccess) throws(FileSystemError) -> any OpenFile

  /// What lies at `path`, links followed; `nil` when nothing does.
  func status(of path: String) throws(FileSystemError) -> FileStatus?

  /// The absolute path of the file that `path` means, links followed, whether it exists or not.
  func resolve(_ path: String) throws(FileSystemError) -> String

  /// Puts the file `source` in the place of `target`, which exists or not. It is one step: nobody
  /// sees neither.
  func rename(_ source: String, to target: String) throws(FileSystemError)

  /// Removes a file.
  func remove(_ path: String) throws(FileSystemError)

  /// Makes a directory and those above it that are missing, readable by their owner only.
  func createDirectory(_ path: String) throws(FileSystemError)

  /// Has renames, creations and removals in this directory on the disk.
  func syncDirectory(_ path: String) throws(FileSystemError)

  /// The names of what is in a directory, in any order.
  func names(in directory: String) throws(FileSystemError) -> [String]
}

/// What a file is opened for.
public enum FileAccess: Sendable {
  /// To read a file that exists.
  case reading
  /// To read and write a file that exists.
  case updating
  /// To read and write a new file that only its owner may read. It is an error (`EEXIST`) when
  /// anything has that name, be it a link to nothing.
  ///
  /// - Parameter as: the path by which errors call it, when it is to replace the file of that name.
  case creating(as: String)
}

/// What lies at a path.
public struct FileStatus: Sendable, Equatable {
  /// What it is.
  public var kind: FileKind
  /// The length in bytes.
  public var size: Int
  /// The same number for the same file, whatever it is called.
  public var identity: FileIdentity
  /// When its content changed last, in nanoseconds since 1970.
  public var modified: Int64

  /// Describes what lies at a path.
  public init(kind: FileKind, size: Int, identity: FileIdentity, modified: Int64) {
    self.kind = kind
    self.size = size
    self.identity = identity
    self.modified = modified
  }
}

/// Tells one file from another, whatever they are called.
public struct FileIdentity: Sendable, Hashable {
  /// The file system it is on.
  public var device: UInt64
  /// Its number there.
  public var number: UInt64

  /// Describes a file.
  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// A file that is open.
public protocol OpenFile: AnyObject {
  /// The length in bytes.
  func size() throws(FileSystemError) -> Int

  /// Fills `buffer` from `offset` on and returns how many bytes there were: fewer only at the end
  /// of the file. Several threads may read at the same time (``StoreEnvironment/processors``).
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int

  /// Writes all of `bytes` at `offset`. After a failure some of them may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError)

  /// Has the content on the disk. After a failure nobody knows what is; do not try again.
  func sync() throws(FileSystemError)

  /// Cuts or extends to `size` bytes.
  func truncate(to size: Int) throws(FileSystemError)

  /// Which file it is.
  func identity() throws(FileSystemError) -> FileIdentity

  /// Whether the path by which it was opened, or that it was given since, still leads to it.
  ///
  /// - Parameter path: that path.
  func isAt(_ path: String) throws(FileSystemError) -> Bool

  /// Takes the lock on this file, unless somebody else has it. The lock ends when the file is closed
  /// or the process ends.
  ///
  /// - Returns: whether the lock was taken.
  func lock() throws(FileSystemError) -> Bool

  /// Gives the file up. Closing twice does nothing.
  func close() throws(FileSystemError)
}
