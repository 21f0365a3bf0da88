import Foundation

/// What the operating system refused.
public struct FileSystemError: Error, Sendable, Equatable {
  /// What was tried.
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
  }

  /// What was tried.
  public var operation: Operation
  /// With which file.
  public var path: String
  /// The operating system's number for the reason (`errno`).
  public var code: Int32

  /// Creates an error.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileSystemError: CustomStringConvertible {
  /// Names the file and the reason, as in `cannot write /data/bank.json: No space left on device`.
  public var description: String {
    "cannot \(operation.rawValue) \(path): \(reason)"
  }

  /// The operating system's words for the reason, as in `No space left on device`.
  public var reason: String { String(cString: strerror(code)) }
}

/// Passes an error of the file system on as one of the store.
func fromFileSystem<T>(_ body: () throws(FileSystemError) -> T) throws(StoreError) -> T {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw StoreError.fileSystem(error)
  }
}
