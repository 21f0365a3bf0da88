import Foundation

/// Puts a new content in the place of a file in one step, and touches nothing else.
///
/// The content is first written beside the file, under a name that nobody can guess and that must not exist yet, so that neither a
/// file nor a link that somebody put there is written through.
struct FileReplacement {
  /// The path as the user wrote it.
  private let path: String
  /// What a new file may permit, before the user's mask.
  private let permissions: mode_t

  init(_ path: String, permissions: mode_t) {
    self.path = path
    self.permissions = permissions
  }

  /// - Parameter content: passes the bytes on.
  func write(_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let target = try resolved()
    let old = try status(of: target)
    let folder = directory(of: target)
    let (descriptor, temporary) = try create(in: folder, like: old)
    do {
      defer { close(descriptor) }
      try content { bytes in try append(bytes, to: descriptor) }
      if fsync(descriptor) != 0 { throw failure(errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw failure(code)
    }
    try sync(folder)
  }

  /// The file that is meant, links followed, whether it exists or not.
  private func resolved() throws(UserFileError) -> String {
    do throws(FileSystemError) {
      return try PosixFileSystem().resolve(path)
    } catch {
      throw failure(error.code)
    }
  }

  /// What is there already; `nil` if nothing is.
  private func status(of target: String) throws(UserFileError) -> stat? {
    var status = stat()
    guard lstat(target, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    let kind = FileKind(status.st_mode)
    if kind != .regular { throw UserFileError(path: path, .kind(kind), isAboutWriting: true) }
    // To replace it needs no permission; whoever took that from the file meant to keep it.
    if access(target, W_OK) != 0 { throw failure(errno) }
    return status
  }

  /// Makes an empty file that permits no more than the old one did, and no more than the user's mask allows.
  private func create(
    in folder: String, like old: stat?
  ) throws(UserFileError) -> (descriptor: Int32, path: String) {
    let mode = permissions & (old.map { $0.st_mode } ?? 0o777)
    let made = try create(in: folder, mode: mode)
    guard let old else { return made }
    // Only the superuser can give a file away; what cannot be kept is not worth a failure.
    _ = fchown(made.descriptor, old.st_uid, gid_t.max)
    if fchown(made.descriptor, uid_t.max, old.st_gid) == 0 { return made }
    var new = stat()
    if fstat(made.descriptor, &new) == 0, new.st_gid == old.st_gid { return made }
    // Its group is another one, to which the old file permitted less than to its own.
    close(made.descriptor)
    unlink(made.path)
    return try create(in: folder, mode: mode & ~0o070)
  }

  private func create(
    in folder: String, mode: mode_t
  ) throws(UserFileError) -> (descriptor: Int32, path: String) {
    var random = SystemRandomNumberGenerator()
    while true {
      let name = ".qa-repl-\(String(random.next(), radix: 36))\(String(random.next(), radix: 36))"
      let path = folder + "/" + name
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if descriptor >= 0 { return (descriptor, path) }
      if errno != EEXIST, errno != EINTR { throw failure(errno) }
    }
  }

  private func append(_ bytes: [UInt8], to descriptor: Int32) throws(UserFileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        writeBytes(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno != EINTR { throw failure(errno) }
      done += max(count, 0)
    }
  }

  /// Has the new name on the disk.
  private func sync(_ folder: String) throws(UserFileError) {
    do throws(FileSystemError) {
      try PosixFileSystem().syncDirectory(folder)
    } catch {
      // Some file systems have nothing to sync of a directory.
      if error.code != EINVAL, error.code != EACCES { throw failure(error.code) }
    }
  }

  private func failure(_ code: Int32) -> UserFileError {
    UserFileError(path: path, code: code, isAboutWriting: true)
  }
}

// The method has the name of the system's function, which it would call instead.
private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
