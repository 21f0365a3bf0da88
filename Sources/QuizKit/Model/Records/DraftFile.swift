import QuizStore

/// The file beside a bank with what a person had typed and not saved when the program was ended
/// from outside. It belongs to this device: nothing exchanges it.
package struct DraftFile {
  /// The file's path.
  package let path: String
  private let fileSystem: any FileSystem

  /// The file that belongs to the bank at this path.
  package init(besideBankAt path: String, on fileSystem: any FileSystem) {
    self.path = path + ".draft"
    self.fileSystem = fileSystem
  }

  /// The content; `nil` when there is no file.
  func read() throws(FileSystemError) -> [UInt8]? {
    guard try fileSystem.status(of: path) != nil else { return nil }
    let file = try fileSystem.open(path, for: .reading)
    let bytes = try file.read(at: 0, count: file.size())
    try file.close()
    return bytes
  }

  /// Replaces the file in one piece.
  func replace(with bytes: [UInt8]) throws(FileSystemError) {
    // A bank that has never been saved has no folder yet.
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !folder.isEmpty { try fileSystem.createDirectory(folder) }
    try fileSystem.replace(path, with: bytes)
  }

  func remove() throws(FileSystemError) { try fileSystem.remove(path) }

  /// Gives the file another name, so that the next one does not replace it.
  func setAside() throws(FileSystemError) { try fileSystem.rename(path, to: asidePath) }

  /// The other name.
  var asidePath: String { path + ".unreadable" }
}
