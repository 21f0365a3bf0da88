import Foundation

/// The lock that keeps a second writer from a store's file.
///
/// It is a lock of the operating system on a file beside the store's, which is removed with it. A file
/// of somebody else's that has that name serves as well, and stays as it is.
final class StoreLock {
  private let fileSystem: any FileSystem
  private let path: String
  private var file: (any OpenFile)?
  private let isOurs: Bool

  /// What the file says when a store made it.
  private static let mark = Array("qa-repl lock\n".utf8)
  /// Who had the lock may remove the file while it is being opened. That this happens again and again
  /// is the work of somebody who does nothing else.
  private static let mostTries = 100

  /// Takes the lock; a reader needs none.
  ///
  /// - Parameter store: the path of the store's file.
  /// - Throws: ``StoreError/inUse(path:)`` when somebody else has it, or keeps it from being taken.
  static func take(
    _ store: String, isReadOnly: Bool, _ fileSystem: any FileSystem
  ) throws(StoreError) -> StoreLock? {
    try StoreFile.requireFile(store, on: fileSystem)
    if isReadOnly { return nil }
    let path = store + ".lock"
    try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.createDirectory(directory(of: path))
    }
    try StoreFile.requireFile(path, on: fileSystem)
    for _ in 0..<mostTries {
      let outcome = try fromFileSystem { () throws(FileSystemError) -> Outcome in
        try Self.attempt(path, fileSystem)
      }
      switch outcome {
      case .taken(let lock): return lock
      case .refused: throw StoreError.inUse(path: store)
      case .vanished: continue
      }
    }
    throw StoreError.fileSystem(FileSystemError(.lock, path, code: EAGAIN))
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

  /// The file there is or, when there is none, a new one; `nil` when both changed in between.
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

  /// Gives the lock up. Releasing twice does nothing.
  func release() {
    guard let file else { return }
    self.file = nil
    do throws(FileSystemError) {
      // While the lock is held: nobody else can have taken it, and who opened the file before will look
      // again.
      if isOurs, try fileSystem.status(of: path)?.identity == file.identity() {
        try fileSystem.remove(path)
      }
      try file.close()
    } catch {
      // A lock file that stays does no harm: the lock itself ends with the file's closing.
      return
    }
  }
}
