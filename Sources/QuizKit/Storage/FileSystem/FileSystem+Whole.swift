extension FileSystem {
  /// All bytes of the file, or `nil` when there is none.
  func contents(of path: String) throws(FileSystemError) -> [UInt8]? {
    guard try status(of: path) != nil else { return nil }
    return try open(path, for: .reading).contents()
  }

  /// Puts a file with these bytes in the place of another, so that after a crash there is one of
  /// the two.
  ///
  /// The new one is written beside the old one and synced before it takes its name; then the
  /// directory is synced, for without that the old name may come back. A rest of an earlier attempt
  /// is overwritten.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let sibling = path + ".new"
    do throws(FileSystemError) {
      let file = try open(sibling, for: .replacing)
      try file.write(bytes, at: 0)
      try file.sync()
      try file.close()
      try rename(sibling, to: path)
    } catch {
      discard(sibling)
      throw error
    }
    try syncDirectory(directory(of: path))
  }

  /// Removes a file that nobody will miss: if that fails, the next attempt overwrites it.
  func discard(_ path: String) {
    do throws(FileSystemError) {
      try remove(path)
    } catch {
      return
    }
  }
}

extension OpenFile {
  func contents() throws(FileSystemError) -> [UInt8] {
    try read(at: 0, count: size())
  }

  func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    var failure: FileSystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(FileSystemError) {
        initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    var failure: FileSystemError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileSystemError) {
        try write(buffer, at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
