import Foundation

/// The files that people name in commands, to bring questions in and out.
public protocol UserFiles: Sendable {
  /// The files that `path` means: itself, or for a folder the files in it, by name, without hidden ones.
  ///
  /// - Throws: ``UserFileError`` when there is nothing of that name.
  func files(at path: String) throws(UserFileError) -> [String]

  /// All bytes of a file.
  ///
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(of path: String) throws(UserFileError) -> [UInt8]

  /// The bytes of a file, which may be a pipe.
  ///
  /// - Parameters:
  ///   - longestLine: Behind a line of more bytes nothing more is read; it is the last one in the result then. Does not hold
  ///     for documents of JSON and XML, whose lines mean nothing.
  ///   - goesOn: Asked now and then while a pipe has nothing to say; `false` gives up, with what has come so far.
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8]

  /// Whether there is anything of that name.
  func exists(_ path: String) -> Bool

  /// Makes a file, or replaces the one of that name; in between there is never half of it.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether nobody but the owner may read it.
  ///   - content: Is called once, and passes the file's bytes on in any number of pieces.
  /// - Throws: ``UserFileError`` when it cannot be written, and what `content` throws; what was there is as it was then.
  func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws
}

extension UserFiles {
  /// Reads all of it: for files that are at hand as a whole.
  public func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    try bytes(of: path)
  }

  /// Makes a file of these bytes.
  public func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws {
    try write(to: path, isPrivate: isPrivate) { write in try write(bytes) }
  }
}
