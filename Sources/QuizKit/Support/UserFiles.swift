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

  /// Makes a file of these bytes, or replaces the one of that name; in between there is never half of it.
  ///
  /// - Throws: ``UserFileError`` when it cannot be written; what was there is as it was then.
  func write(_ bytes: [UInt8], to path: String) throws(UserFileError)

  /// The same, for what is nobody's business but the owner's.
  ///
  /// - Throws: ``UserFileError`` when it cannot be written; what was there is as it was then.
  func writePrivately(_ bytes: [UInt8], to path: String) throws(UserFileError)
}

extension UserFiles {
  /// Reads all of it: for files that are at hand as a whole.
  public func bytes(
    of path: String, longestLine: Int, while goesOn: () -> Bool
  ) throws(UserFileError) -> [UInt8] {
    try bytes(of: path)
  }

  /// Writes as ever: for files that have no permissions.
  public func writePrivately(_ bytes: [UInt8], to path: String) throws(UserFileError) {
    try write(bytes, to: path)
  }
}
