import Foundation
import QuizSupport

/// The ways in which a store may use its file.
public enum StoreAccess: Sendable, Equatable {
  /// Read and write. No other process may write meanwhile.
  case writing
  /// Only read. Another process may write meanwhile.
  case reading
  /// Only read, and skip the damaged parts of a journal.
  case salvaging

  /// Whether saves are refused.
  public var isReadOnly: Bool { self != .writing }
}

/// The outside world that stores depend on. Tests can replace it.
public struct StoreEnvironment {
  /// Where the files are.
  public var fileSystem: any FileSystem
  /// The current date, written to files for people to read; no code depends on it.
  public var now: () -> Date
  /// Returns a random number, which distinguishes one file from another.
  public var randomNumber: () -> UInt64
  /// The name of this device, which a journal writes beside each change that can be undone. Undo
  /// takes back changes of the same device.
  public var author = usualAuthor

  /// The default of ``author``.
  public static let usualAuthor = "device"

  /// How many bytes a journal reserves at a time. A save into reserved space is faster, because the
  /// file system does not have to record a new length. The reserved space shows as zeros at the end
  /// of the file while it is open.
  public var roomAhead = 1 << 17

  /// The maximum number of threads that read a file at the same time; never more than there are
  /// processors. Use 1 for a file system that does not allow reads from several threads.
  public var processors = 16

  var workers: Workers { Workers(limit: processors) }

  /// Creates an environment; without arguments, the real one.
  public init(
    fileSystem: any FileSystem = PosixFileSystem(), now: @escaping () -> Date = { Date() },
    randomNumber: @escaping () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.fileSystem = fileSystem
    self.now = now
    self.randomNumber = randomNumber
  }
}

/// The lock that keeps a second writer away from a store's file.
///
/// It is an operating system lock on a separate file next to the store's file. Releasing the lock
/// removes that file. A file of the same name that some other program made works too, and is
/// neither changed nor removed.
///
/// A file with several names (hard links) has several such files next to it. Therefore a store also
/// locks its own file with ``claim(_:path:)``. That file is the same one under all its names.
final class StoreLock {
  private let fileSystem: any FileSystem
  private let path: String
  private var file: (any OpenFile)?
  private let isOurs: Bool
  /// The directories that were created for the lock, from the innermost on.
  private var directories: [String] = []

  /// The content of a lock file that a store made.
  private static let mark = Array("qa-repl lock\n".utf8)
  /// The process that held the lock may remove the file while this one opens it, so this one tries
  /// again. The limit stops a program that removes the file every time from blocking this one
  /// forever.
  private static let mostTries = 100

  /// Takes the lock. A reader needs none and gets `nil`.
  ///
  /// - Parameter store: the path of the store's file.
  /// - Throws: ``StoreError/inUse(path:)`` when another store has the lock, or the error that
  ///   prevented locking.
  static func take(
    _ store: String, isReadOnly: Bool, _ fileSystem: any FileSystem
  ) throws(StoreError) -> StoreLock? {
    try requireFile(store, on: fileSystem)
    if isReadOnly { return nil }
    let path = path(for: store)
    let made = try fromFileSystem { () throws(FileSystemError) in
      let missing = try missingDirectories(above: path, fileSystem)
      try fileSystem.createDirectory(directory(of: path))
      return missing
    }
    try requireFile(path, on: fileSystem)
    for _ in 0..<mostTries {
      let outcome = try fromFileSystem { () throws(FileSystemError) -> Outcome in
        try Self.attempt(path, fileSystem)
      }
      switch outcome {
      case .taken(let lock):
        lock.directories = made
        return lock
      case .refused: throw StoreError.inUse(path: store)
      case .vanished: continue
      }
    }
    throw StoreError.fileSystem(FileSystemError(.lock, path, code: EAGAIN))
  }

  /// Makes sure that `path` is a regular file or does not exist, because reading from a pipe or a
  /// device could wait forever.
  ///
  /// - Throws: ``StoreError/notAStore(path:reason:)``
  private static func requireFile(_ path: String, on fileSystem: any FileSystem) throws(StoreError)
  {
    let status = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.status(of: path)
    }
    guard let kind = status?.kind, kind != .regular else { return }
    throw StoreError.notAStore(
      path: path,
      reason: Reason("it is \(kind.english), not a file", "\(kind.japanese)で、ファイルではありません"))
  }

  /// The path of the lock file of a store's file.
  static func path(for store: String) -> String { store + ".lock" }

  /// The directories that have to be created for a file, from the innermost on.
  private static func missingDirectories(
    above path: String, _ fileSystem: any FileSystem
  ) throws(FileSystemError) -> [String] {
    var missing: [String] = []
    var current = directory(of: path)
    while try fileSystem.status(of: current) == nil {
      missing.append(current)
      let parent = directory(of: current)
      if parent == current { break }
      current = parent
    }
    return missing
  }

  /// Locks the store's own file until it is closed.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when another store has locked it under another name.
  static func claim(_ file: any OpenFile, path: String) throws(StoreError) {
    let isLocked = try fromFileSystem { () throws(FileSystemError) in try file.lock() }
    if !isLocked { throw StoreError.inUse(path: path) }
  }

  private enum Outcome {
    case taken(StoreLock)
    case refused
    case vanished
  }

  private static func attempt(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(FileSystemError) -> Outcome {
    guard let opened = try open(path, fileSystem) else { return .vanished }
    guard try opened.file.lock() else { return .refused }
    guard try fileSystem.status(of: path)?.identity == opened.file.identity() else {
      return .vanished
    }
    if opened.isNew { try opened.file.write(mark, at: 0) }
    let isOurs = try opened.file.read(at: 0, count: mark.count + 1) == mark
    return .taken(StoreLock(fileSystem, path, opened.file, isOurs: isOurs))
  }

  private typealias OpenedFile = (file: any OpenFile, isNew: Bool)

  /// Opens the existing file or creates a new one. `nil` when another process created the file in
  /// between.
  private static func open(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(FileSystemError) -> OpenedFile? {
    do throws(FileSystemError) {
      return (try fileSystem.open(path, for: .updating), false)
    } catch {
      if error.code != ENOENT { throw error }
    }
    do throws(FileSystemError) {
      return (try fileSystem.open(path, for: .creating(as: path)), true)
    } catch {
      if error.code == EEXIST { return nil }
      throw error
    }
  }

  private init(
    _ fileSystem: any FileSystem, _ path: String, _ file: any OpenFile, isOurs: Bool
  ) {
    self.fileSystem = fileSystem
    self.path = path
    self.file = file
    self.isOurs = isOurs
  }

  deinit { release() }

  /// Releases the lock. Releasing twice does nothing.
  func release() {
    guard let file else { return }
    self.file = nil
    do throws(FileSystemError) {
      // The file is removed while the lock is still held, so no other process can have locked it. A
      // process that opened the file earlier notices the removal and tries again.
      if isOurs, try fileSystem.status(of: path)?.identity == file.identity() {
        try fileSystem.remove(path)
      }
      try file.close()
      // Where nothing was saved, nothing stays.
      for directory in directories { try fileSystem.removeDirectory(directory) }
    } catch {
      // A directory that has a file stays. A lock file that remains does no harm: the system releases the lock when the file is
      // closed.
      return
    }
  }
}
