extension FileSystem {
  /// All bytes of the file, or `nil` when there is none.
  func contents(of path: String) throws(FileSystemError) -> [UInt8]? {
    guard try status(of: path) != nil else { return nil }
    return try open(path, for: .reading).contents()
  }

  /// Puts a file with these bytes in the place of another, so that after a crash there is one of
  /// the two.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    try replace(path) { file throws(FileSystemError) in try file.write(bytes, at: 0) }
  }

  /// The same with what `write` puts into the new file.
  ///
  /// The new one is written beside the old one and synced before it takes its name; then the
  /// directory is synced, for without that the old name may come back.
  func replace(
    _ path: String, _ write: (any OpenFile) throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let temporary = try TemporaryFile(for: path, on: self)
    do throws(FileSystemError) {
      try write(temporary.file)
      try temporary.file.sync()
      try temporary.file.close()
      try temporary.takePlaceOfTarget()
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

  func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withMutableBytes { buffer throws(FileSystemError) in
      try self.read(into: buffer, at: offset)
    }
    bytes.removeLast(count - read)
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    try bytes.withBytes { buffer throws(FileSystemError) in try write(buffer, at: offset) }
  }
}
