import Foundation
import QuizStore
import QuizSupport

/// Replaces a file's content atomically and touches no other file.
///
/// Writes to a new file in the same folder first. The new file has an unpredictable name and must not exist yet, so that nobody
/// can plant a file or a link for the program to write through.
struct FileReplacement {
  /// The path as the user wrote it.
  private let path: String
  /// The permissions of a new file, before the user's umask is applied.
  private let permissions: mode_t

  init(_ path: String, permissions: mode_t) {
    self.path = path
    self.permissions = permissions
  }

  /// - Parameter content: passes the bytes to `write`, in any number of pieces.
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

  /// The path with links resolved. The file need not exist.
  private func resolved() throws(UserFileError) -> String {
    do throws(FileSystemError) {
      return try PosixFileSystem().resolve(path)
    } catch {
      throw UserFileError(path: path, .fileSystem(error), isAboutWriting: true)
    }
  }

  /// The status of the existing file; `nil` if there is none.
  private func status(of target: String) throws(UserFileError) -> stat? {
    var status = stat()
    guard lstat(target, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    let kind = FileKind(status.st_mode)
    if kind != .regular { throw UserFileError(path: path, .kind(kind), isAboutWriting: true) }
    // The other names would keep the old content.
    if status.st_nlink > 1 {
      throw UserFileError(path: path, .severalNames(Int(status.st_nlink)), isAboutWriting: true)
    }
    // Renaming over a file needs no permission to write it. Check anyway, because a user who makes a file read-only wants to
    // protect it.
    if access(target, W_OK) != 0 { throw failure(errno) }
    return status
  }

  /// Creates an empty file, with no more permissions than the old file has and the user's umask allows.
  private func create(
    in folder: String, like old: stat?
  ) throws(UserFileError) -> (descriptor: Int32, path: String) {
    let mode = permissions & (old.map { $0.st_mode } ?? 0o777)
    let made = try create(in: folder, mode: mode)
    guard let old else { return made }
    // Only the superuser can change the owner. Keeping it is optional, so ignore a failure.
    _ = fchown(made.descriptor, old.st_uid, gid_t.max)
    if fchown(made.descriptor, uid_t.max, old.st_gid) == 0 { return made }
    var new = stat()
    if fstat(made.descriptor, &new) == 0, new.st_gid == old.st_gid { return made }
    // The group could not be kept. Give the new file's group no access, because the old file's permissions were meant for another
    // group.
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

  /// Makes the rename durable.
  private func sync(_ folder: String) throws(UserFileError) {
    do throws(FileSystemError) {
      try PosixFileSystem().syncDirectory(folder)
    } catch {
      // Some file systems cannot sync a directory.
      if error.code != EINVAL, error.code != EACCES { throw failure(error.code) }
    }
  }

  private func failure(_ code: Int32) -> UserFileError {
    UserFileError(path: path, code: code, isAboutWriting: true)
  }
}

// A free function, because inside the type `write` would mean the method and not the system call.
private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
