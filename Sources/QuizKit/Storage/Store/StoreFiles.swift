/// What stores that live in a file have in common.
extension FileSystem {
  /// Takes the lock of the store at `path`, whose directory is made when it is missing; `nil` when
  /// somebody has it.
  func lockForWriting(_ path: String) throws(FileSystemError) -> (any FileLock)? {
    try createDirectory(directory(of: path))
    return try lock(path + ".lock")
  }
}

/// Passes an error of the file system on as one of the store.
func fromFileSystem<T>(_ body: () throws(FileSystemError) -> T) throws(StoreError) -> T {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw StoreError.fileSystem(error)
  }
}
