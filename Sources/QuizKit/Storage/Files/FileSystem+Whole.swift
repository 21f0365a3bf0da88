import QuizSupport

extension FileSystem {
  /// The content of the file, or `nil` when there is no file.
  func contents(of path: String) throws(FileSystemError) -> [UInt8]? {
    guard try status(of: path) != nil else { return nil }
    return try open(path, for: .reading).contents()
  }

  /// Replaces a file atomically: after a crash there is either the old file or the new one.
  package func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    try replace(path) { file throws(FileSystemError) in try file.write(bytes, at: 0) }
  }

  /// Replaces a file atomically with the content that `write` produces.
  ///
  /// The new file is written next to the old one and synced before it gets the old one's name. Then
  /// the directory is synced, because otherwise a crash may undo the renaming.
  func replace(
    _ path: String, _ write: (any OpenFile) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    try self.write(beside: path, as: path, write)
  }

  /// Writes a file that gets its name only when it is complete and synced.
  ///
  /// - Parameters:
  ///   - path: the file of the store to which it belongs, which errors mention.
  ///   - name: the path that it gets, in the same folder.
  ///   - write: produces the content.
  func write(
    beside path: String, as name: String,
    _ write: (any OpenFile) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let temporary = try TemporaryFile(for: path, on: self)
    do throws(FileSystemError) {
      try write(temporary.file)
      try temporary.file.sync()
      try temporary.file.close()
      try temporary.take(name)
    } catch {
      temporary.discard()
      throw error
    }
  }
}

extension OpenFile {
  func contents() throws(FileSystemError) -> [UInt8] {
    try read(at: 0, count: size())
  }

  package func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withMutableBytes { buffer throws(FileSystemError) in
      try self.read(into: buffer, at: offset)
    }
    bytes.removeLast(count - read)
    return bytes
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    try bytes.withBytes { buffer throws(FileSystemError) in try write(buffer, at: offset) }
  }
}
