import Foundation
import QuizSupport

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system of the operating system.
public final class PosixFileSystem: FileSystem {
  /// More links in a row than this are treated as a cycle, as in Linux.
  private static let mostLinks = 40

  /// The users who may use new files and directories.
  public enum Audience: Sendable {
    /// Their owner only.
    case owner
    /// All users that the user's umask allows.
    case everybody
  }

  private let audience: Audience

  /// Creates a file system.
  ///
  /// - Parameter audience: who may use new files and directories.
  public init(for audience: Audience = .owner) {
    self.audience = audience
  }

  public func open(_ path: String, for access: FileAccess) throws(FileSystemError) -> any OpenFile {
    let (flags, name) =
      switch access {
      case .reading: (O_RDONLY, path)
      case .updating: (O_RDWR, path)
      case .creating(let name, _): (O_RDWR | O_CREAT | O_EXCL, name)
      }
    var old: PosixFile?
    if case .creating(_, let file) = access { old = file as? PosixFile }
    let permissions = try mode(of: old)
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    let descriptor = try retrying(.open, name) {
      openFile(
        path, flags | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, permissions)
    }
    let file = PosixFile(descriptor, path: name)
    if let old { try file.takeOwner(of: old) }
    return file
  }

  /// The permissions of a new file, before the system applies the user's umask.
  private func mode(of old: PosixFile?) throws(FileSystemError) -> mode_t {
    let mode: mode_t = audience == .owner ? 0o600 : 0o666
    return try old.map { old throws(FileSystemError) in try mode & old.permissions() } ?? mode
  }

  public func status(of path: String) throws(FileSystemError) -> FileStatus? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw FileSystemError(.inspect, path, code: errno)
    }
    return FileStatus(info)
  }

  public func resolve(_ path: String) throws(FileSystemError) -> String {
    var current = try WorkingDirectory.absolute(path)
    for _ in 0..<Self.mostLinks {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(current, &target, target.count)
      guard length >= 0 else {
        // EINVAL: not a link. ENOENT: does not exist yet.
        if errno == EINVAL || errno == ENOENT { return current }
        throw FileSystemError(.inspect, path, code: errno)
      }
      let next = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
      current = next.hasPrefix("/") ? next : directory(of: current) + "/" + next
    }
    throw FileSystemError(.inspect, path, code: ELOOP)
  }

  public func rename(_ source: String, to target: String) throws(FileSystemError) {
    try retrying(.rename, target) { renameFile(source, target) }
  }

  public func remove(_ path: String) throws(FileSystemError) {
    try retrying(.remove, path) { unlink(path) }
  }

  public func removeDirectory(_ path: String) throws(FileSystemError) {
    try retrying(.remove, path) { rmdir(path) }
  }

  public func createDirectory(_ path: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      return try createLastDirectory(path)
    } catch {
      let parent = directory(of: path)
      guard error.code == ENOENT, parent != path else { throw error }
      try createDirectory(parent)
    }
    // Tries only once, because some file systems, such as /proc, report ENOENT even below an
    // existing directory.
    try createLastDirectory(path)
  }

  /// Creates a directory whose parent exists.
  private func createLastDirectory(_ path: String) throws(FileSystemError) {
    if mkdir(path, audience == .owner ? 0o700 : 0o777) == 0 {
      return try syncDirectory(directory(of: path))
    }
    let code = errno
    if code == EEXIST, try status(of: path)?.kind == .directory { return }
    throw FileSystemError(.createDirectory, path, code: code)
  }

  public func syncDirectory(_ path: String) throws(FileSystemError) {
    let descriptor = try retrying(.open, path) {
      openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    }
    defer { _ = closeFile(descriptor) }
    try retrying(.sync, path) { fsync(descriptor) }
  }

  public func names(in directory: String) throws(FileSystemError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch let error as CocoaError {
      let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
      throw FileSystemError(.inspect, directory, code: code)
    } catch {
      throw FileSystemError(.inspect, directory, code: EIO)
    }
  }
}

/// Repeats a call that was interrupted. A negative result means an error in `errno`.
@discardableResult
func retrying<Result: SignedInteger>(
  _ operation: FileSystemError.Operation, _ path: String, _ call: () -> Result
) throws(FileSystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw FileSystemError(operation, path, code: errno) }
  }
}

/// Repeats a call until `count` bytes are transferred or a call transfers none, and returns the
/// number of bytes.
///
/// - Parameter call: receives the remaining range, and returns how many bytes of it were
///   transferred. A negative result means an error in `errno`.
func transferring(
  _ operation: FileSystemError.Operation, _ path: String, count: Int, _ call: (Range<Int>) -> Int
) throws(FileSystemError) -> Int {
  var done = 0
  while done < count {
    let part = try retrying(operation, path) { call(done..<count) }
    if part == 0 { break }
    done += part
  }
  return done
}

// The methods above have the same names as the system's functions and would call themselves without
// these.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func renameFile(_ source: String, _ target: String) -> Int32 {
  rename(source, target)
}

private func closeFile(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}

/// A file of the operating system, open through a file descriptor.
final class PosixFile: OpenFile {
  private var descriptor: Int32
  private let path: String
  /// The kernel's name for the file while the file is still at its path.
  private var knownName: String?
  private var isLocked = false

  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if descriptor >= 0 {
      unlock()
      _ = closeDescriptor(descriptor)
    }
  }

  func size() throws(FileSystemError) -> Int {
    // Does not use `fstat`, for the reason given at `isAt`.
    Int(try retrying(.inspect, path) { lseek(descriptor, 0, SEEK_END) })
  }

  func identity() throws(FileSystemError) -> FileIdentity {
    FileStatus(try status()).identity
  }

  func nameCount() throws(FileSystemError) -> Int {
    Int(try status().st_nlink)
  }

  /// On Linux, calls `stat` once and from then on compares the kernel's name for the descriptor,
  /// which changes when the file is moved, removed or replaced. `stat` also asks for the file's
  /// times. After that, Linux keeps finer times for the file (multigrain timestamps, since 6.13),
  /// so the next write records a new time and its sync takes longer.
  func isAt(_ path: String) throws(FileSystemError) -> Bool {
    if let knownName { return currentName() == knownName }
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw FileSystemError(.inspect, path, code: errno)
    }
    guard FileStatus(info).identity == (try identity()) else { return false }
    knownName = currentName()
    return true
  }

  private func currentName() -> String? {
    #if canImport(Glibc)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
      guard length > 0 else { return nil }
      return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return nil
    #endif
  }

  func lock() throws(FileSystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw FileSystemError(.lock, path, code: errno) }
    }
    isLocked = true
    return true
  }

  /// Releases the lock. Closing the file alone would keep it for the moment in which another thread
  /// starts a program: until that runs, it shares the open file.
  private func unlock() {
    if isLocked { _ = flock(descriptor, LOCK_UN) }
    isLocked = false
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return try transferring(.read, path, count: buffer.count) { part in
      pread(descriptor, base + part.lowerBound, part.count, off_t(offset + part.lowerBound))
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    guard let base = bytes.baseAddress else { return }
    // An almost full disk accepts only a part. The next call then fails with the reason.
    let done = try transferring(.write, path, count: bytes.count) { part in
      pwrite(descriptor, base + part.lowerBound, part.count, off_t(offset + part.lowerBound))
    }
    if done < bytes.count { throw FileSystemError(.write, path, code: EIO) }
  }

  func sync() throws(FileSystemError) {
    #if canImport(Darwin)
      // On macOS, `fsync` leaves the bytes in the drive's cache.
      try retrying(.sync, path) { fcntl(descriptor, F_FULLFSYNC) }
    #else
      try retrying(.sync, path) { fdatasync(descriptor) }
    #endif
  }

  func truncate(to size: Int) throws(FileSystemError) {
    try retrying(.truncate, path) { ftruncate(descriptor, off_t(size)) }
  }

  /// The permissions, which a file that replaces this one must not exceed.
  func permissions() throws(FileSystemError) -> mode_t { try status().st_mode & 0o777 }

  /// Gives this new file the owner and the group of another file. If the group cannot be changed,
  /// the group gets no permissions, because the other file's permissions were meant for another
  /// group.
  func takeOwner(of old: PosixFile) throws(FileSystemError) {
    let (wanted, own) = (try old.status(), try status())
    // Only the superuser can change the owner. Keeping it is optional.
    _ = fchown(descriptor, wanted.st_uid, gid_t.max)
    if wanted.st_gid == own.st_gid || fchown(descriptor, uid_t.max, wanted.st_gid) == 0 { return }
    try retrying(.open, path) { fchmod(descriptor, own.st_mode & 0o777 & ~0o070) }
  }

  func close() throws(FileSystemError) {
    guard descriptor >= 0 else { return }
    unlock()
    let closing = descriptor
    descriptor = -1
    // The descriptor is closed even when the call fails, so do not repeat the call.
    if closeDescriptor(closing) != 0 { throw FileSystemError(.close, path, code: errno) }
  }

  private func status() throws(FileSystemError) -> stat {
    var info = stat()
    try retrying(.inspect, path) { fstat(descriptor, &info) }
    return info
  }
}

extension FileStatus {
  init(_ info: stat) {
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    self.init(
      kind: FileKind(info.st_mode), size: Int(info.st_size),
      identity: FileIdentity(device: UInt64(info.st_dev), number: UInt64(info.st_ino)),
      modified: Int64.nanoseconds(Int64(time.tv_sec), Int64(time.tv_nsec)))
  }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}
