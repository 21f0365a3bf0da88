import QuizSupport

/// Recognizes files that a store made.
package enum StoreFile {
  /// Makes sure that `path` is a regular file or does not exist, because reading from a pipe or a
  /// device could wait forever.
  ///
  /// - Throws: ``StoreError/notAStore(path:reason:)``
  static func requireFile(_ path: String, on fileSystem: any FileSystem) throws(StoreError) {
    let status = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.status(of: path)
    }
    guard let kind = status?.kind, kind != .regular else { return }
    throw StoreError.notAStore(
      path: path,
      reason: Reason("it is \(kind.english), not a file", "\(kind.japanese)で、ファイルではありません"))
  }

  /// Whether the file at `path` begins like a store's file or with only zeros.
  static func isOurs(
    _ path: String, on fileSystem: any FileSystem
  ) throws(FileSystemError) -> Bool {
    guard try fileSystem.status(of: path)?.kind == .regular else { return false }
    let file = try fileSystem.open(path, for: .reading)
    let beginning = try file.read(at: 0, count: longestBeginning)
    try file.close()
    // A crash may have preserved the length of a file but not its content.
    if beginning.allSatisfy({ $0 == 0 }) { return true }
    return beginnings.contains { mark in
      beginning.dropFirst(mark.offset).starts(with: mark.bytes)
    }
  }

  /// Whether the file at `path` begins like a bank. A file that cannot be read is none.
  package static func isBank(_ path: String) -> Bool {
    do throws(FileSystemError) {
      let file = try PosixFileSystem().open(
        PosixFileSystem().resolve(path), for: .reading)
      let beginning = try file.read(at: 0, count: longestBeginning)
      try file.close()
      return [JournalFormat.beginning, ArchiveFormat.beginning].contains {
        beginning.starts(with: $0)
      }
    } catch {
      return false
    }
  }

  private static let beginnings: [(offset: Int, bytes: [UInt8])] = [
    (0, JournalFormat.beginning), (0, ArchiveFormat.beginning),
    (Checkpoint.markOffset, Checkpoint.mark),
  ]
  private static let longestBeginning =
    beginnings.map { $0.offset + $0.bytes.count }.max() ?? 0
}
