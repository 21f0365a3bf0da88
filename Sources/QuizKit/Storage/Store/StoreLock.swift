/// The lock that keeps a second writer from a store's file.
enum StoreLock {
  /// Takes the lock; a reader needs none.
  ///
  /// - Throws: ``StoreError/inUse(path:)`` when somebody else has it.
  static func take(
    _ path: String, isReadOnly: Bool, _ fileSystem: any FileSystem
  ) throws(StoreError) -> (any FileLock)? {
    if isReadOnly { return nil }
    let lock = try fromFileSystem { () throws(FileSystemError) in
      try fileSystem.createDirectory(directory(of: path))
      return try fileSystem.lock(path + ".lock")
    }
    guard let lock else { throw StoreError.inUse(path: path) }
    return lock
  }
}
