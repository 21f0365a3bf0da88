import Foundation
import QuizSupport

/// An error from the operating system's file functions.
public struct FileSystemError: Error, Sendable, Equatable {
  /// The operation that failed.
  public enum Operation: String, Sendable {
    case open
    case read
    case write
    case sync
    case truncate
    case rename
    case remove
    case inspect
    case lock
    case close
    case createDirectory = "create"
    case findWorkingDirectory = "find the working directory for"
  }

  /// The operation that failed.
  public var operation: Operation
  /// The file that it failed on.
  public var path: String
  /// The operating system's error number (`errno`).
  public var code: Int32

  /// Creates an error.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileSystemError: CustomStringConvertible {
  /// The operation, the file and the reason, such as `cannot write /data/bank.json: No space left
  /// on device`.
  public var description: String {
    "cannot \(operation.rawValue) \(path): \(reason.text(in: .english))"
  }

  /// The operating system's description of the error, such as `No space left on device`.
  package var reason: Reason { .system(code) }

  /// The error and its remedy, for people. The text does not name the file.
  package var sentences: Reason {
    if operation == .findWorkingDirectory {
      return Reason(
        "The directory from which this path is read is not there any more (",
        "今いるフォルダーがないため、相対パスは使えません(")
        + reason
        + Reason(
          "). Change to another one, or write the path from / on.",
          ")。別のフォルダーに移るか、/ から始まるパスを指定してください。")
    }
    return Reason("The operating system says: ", "OS のエラー: ") + reason
      + Reason(" (\(operation.rawValue)).", "(\(operation.rawValue))")
  }
}

/// Converts file system errors to store errors.
func fromFileSystem<T>(_ body: () throws(FileSystemError) -> T) throws(StoreError) -> T {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw StoreError.fileSystem(error)
  }
}
