import Foundation

/// The directory from which relative paths are read.
package enum WorkingDirectory {
  /// The path from the root. Links in it are not followed.
  ///
  /// - Throws: ``FileSystemError`` when `path` is relative and the working directory was removed.
  ///   `FileManager` then returns an empty path, which would be taken for the root.
  package static func absolute(_ path: String) throws(FileSystemError) -> String {
    if path.hasPrefix("/") { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else {
      throw FileSystemError(.findWorkingDirectory, path, code: errno)
    }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self) + "/" + path
  }
}
