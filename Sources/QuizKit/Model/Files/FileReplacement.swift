import Foundation
import QuizStore
import QuizSupport

/// Replaces the content of a user's file atomically and keeps its permissions. Does not touch any
/// other file.
struct FileReplacement {
  /// The path as the user wrote it.
  private let path: String
  /// Whether only the owner may read a new file.
  private let isPrivate: Bool

  init(_ path: String, isPrivate: Bool) {
    self.path = path
    self.isPrivate = isPrivate
  }

  /// - Parameter content: passes the bytes to `write`, in any number of pieces.
  func write(_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let target = try resolved()
    do {
      let old = try existing(target)
      let fileSystem = PosixFileSystem(for: isPrivate ? .owner : .everybody)
      let temporary = try TemporaryFile(for: target, like: old, on: fileSystem)
      do {
        var offset = 0
        try content { bytes in
          try temporary.file.write(bytes, at: offset)
          offset += bytes.count
        }
        try temporary.file.sync()
        try temporary.file.close()
      } catch {
        temporary.discard()
        throw error
      }
      try take(temporary, target)
    } catch let error as FileSystemError {
      throw UserFileError(path: path, code: error.code, isAboutWriting: true)
    }
  }

  /// The path with links resolved. The file need not exist.
  private func resolved() throws(UserFileError) -> String {
    do throws(FileSystemError) {
      return try PosixFileSystem().resolve(path)
    } catch {
      throw UserFileError(path: path, .fileSystem(error), isAboutWriting: true)
    }
  }

  /// The existing file, opened for writing; `nil` if it does not exist.
  private func existing(_ target: String) throws -> (any OpenFile)? {
    guard let status = try PosixFileSystem().status(of: target) else { return nil }
    if status.kind != .regular {
      throw UserFileError(path: path, .kind(status.kind), isAboutWriting: true)
    }
    // Renaming over a file does not require the permission to write to it. The file is opened for
    // writing nevertheless, because a user who makes a file read-only wants to protect it.
    let file = try PosixFileSystem().open(target, for: .updating)
    let names = try file.nameCount()
    // The other names would keep the old content.
    if names > 1 { throw UserFileError(path: path, .severalNames(names), isAboutWriting: true) }
    return file
  }

  private func take(_ temporary: TemporaryFile, _ target: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      try temporary.takePlaceOfTarget()
    } catch {
      // Some file systems cannot sync a directory. At this point the file already has its new name.
      if error.operation == .rename {
        temporary.discard()
        throw error
      }
      if error.code != EINVAL, error.code != EACCES { throw error }
    }
  }
}
