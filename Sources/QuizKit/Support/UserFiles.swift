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

  /// Whether there is anything of that name.
  func exists(_ path: String) -> Bool

  /// Makes a file of these bytes, or replaces the one of that name; in between there is never half of it.
  ///
  /// - Throws: ``UserFileError`` when it cannot be written; what was there is as it was then.
  func write(_ bytes: [UInt8], to path: String) throws(UserFileError)
}

/// A file of the user's that cannot be read or written.
public struct UserFileError: ReportableError, Equatable {
  /// The path as the user wrote it.
  public let path: String
  /// What the system says.
  public let reason: String
  /// Whether it could not be written, rather than read.
  public let isAboutWriting: Bool

  /// Creates an error.
  public init(path: String, reason: String, isAboutWriting: Bool = false) {
    self.path = path
    self.reason = reason
    self.isAboutWriting = isAboutWriting
  }

  public var code: String { isAboutWriting ? "unwritable-file" : "unreadable-file" }
  public var file: String? { path }
  public var isDataUnusable: Bool { true }

  public func text(in language: Language) -> String {
    isAboutWriting
      ? language.text("cannot be written: \(reason)", "書き込めません: \(reason)")
      : language.text("cannot be read: \(reason)", "読み込めません: \(reason)")
  }
}
