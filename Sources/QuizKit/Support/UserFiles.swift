import Foundation

/// The files that people name in commands, to bring questions in.
public protocol UserFiles: Sendable {
  /// The files that `path` means: itself, or for a folder the files in it, by name, without hidden ones.
  ///
  /// - Throws: ``UserFileError`` when there is nothing of that name.
  func files(at path: String) throws(UserFileError) -> [String]

  /// All bytes of a file.
  ///
  /// - Throws: ``UserFileError`` when it cannot be read.
  func bytes(of path: String) throws(UserFileError) -> [UInt8]
}

/// A file of the user's that cannot be read.
public struct UserFileError: ReportableError, Equatable {
  /// The path as the user wrote it.
  public let path: String
  /// What the system says.
  public let reason: String

  /// Creates an error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var code: String { "unreadable-file" }
  public var file: String? { path }
  public var isDataUnusable: Bool { true }

  public func text(in language: Language) -> String {
    language.text("cannot be read: \(reason)", "読み込めません: \(reason)")
  }
}

/// The files of this computer.
public struct DiskFiles: UserFiles {
  /// Creates access to the files of this computer.
  public init() {}

  public func files(at path: String) throws(UserFileError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UserFileError(path: path, reason: String(cString: strerror(ENOENT)))
    }
    guard isFolder.boolValue else { return [path] }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      let visible = names.filter { !$0.hasPrefix(".") }.sorted().map { path + "/" + $0 }
      return visible.filter {
        FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
      }
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription)
    }
  }

  public func bytes(of path: String) throws(UserFileError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription)
    }
  }
}
