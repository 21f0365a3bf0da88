import Foundation

/// The files that users name in commands, for import and export.
public protocol UserFiles: Sendable {
  /// The files at `path`. This is the file itself, or the files in a folder and in all folders in
  /// it, sorted by name, without those that cannot have questions.
  ///
  /// - Throws: ``UserFileError`` when nothing exists at `path`.
  func files(at path: String) throws(UserFileError) -> FoundFiles

  /// All bytes of a file.
  ///
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(of path: String) throws(UserFileError) -> [UInt8]

  /// The bytes of a file, which may be a pipe.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - longestLine: Reading stops after a line with more bytes, which is then the last line of
  ///     the result. Ignored for JSON and XML, where line breaks have no meaning.
  ///   - goesOn: Called at intervals while waiting for a pipe. Return `false` to give up and keep
  ///     what has been read so far.
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8]

  /// Whether reading `path` again gives the same bytes. This is not the case for a pipe or standard
  /// input.
  func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool

  /// Whether anything exists at `path`.
  func exists(_ path: String) -> Bool

  /// The kind of file at `path`, for a command that writes there.
  ///
  /// - Parameters:
  ///   - path: the path as the user wrote it.
  ///   - own: the paths of the bank's own files and folders, which need not exist.
  func target(at path: String, own: [String]) -> WritingTarget

  /// Creates or replaces a file atomically: a half-written file is never visible. What is written
  /// to a pipe, a device or standard output goes straight there.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - isPrivate: Whether only the owner may read the file.
  ///   - content: Called once; passes the bytes to `write` in any number of pieces.
  /// - Throws: ``UserFileError`` when it cannot be written, and what `content` throws. An existing
  ///   file is then unchanged, unless only making the replacement durable failed.
  func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws
}

/// The kind of file that a command would write over.
public enum WritingTarget: Equatable, Sendable {
  /// Nothing.
  case free
  /// A file that may be replaced.
  case file
  /// A question bank, which may be replaced too.
  case bank
  /// A file of the bank that is open, or in one of its folders.
  case own
  /// A pipe or a device.
  case stream
  /// Standard output, whatever it leads to.
  case output
  /// Standard output, to which the program writes something else.
  case takenOutput
}

extension UserFiles {
  /// Files in memory are files, and their path is all that tells them apart.
  public func target(at path: String, own: [String]) -> WritingTarget {
    own.contains(path) ? .own : exists(path) ? .file : .free
  }

  /// Files in memory can always be read again.
  public func canBeReadAgain(_ path: String) throws(UserFileError) -> Bool { true }

  /// Reads the whole file: for implementations that have its bytes in memory.
  public func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    try bytes(of: path)
  }

  /// Creates or replaces a file with these bytes.
  public func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws {
    try write(to: path, isPrivate: isPrivate) { write in try write(bytes) }
  }
}
