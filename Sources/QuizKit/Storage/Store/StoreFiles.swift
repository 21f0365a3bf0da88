/// Passes an error of the file system on as one of the store.
func fromFileSystem<T>(_ body: () throws(FileSystemError) -> T) throws(StoreError) -> T {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw StoreError.fileSystem(error)
  }
}
