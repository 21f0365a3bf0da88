/// Following a journal that another process writes.
extension JournalStore {
  /// Takes over what was appended since, and makes each save known; a journal that was written anew
  /// is opened anew.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly else { return }
    if journal.snapshot == nil, try isAtPath() {
      journal.size = try fromFileSystem { () throws(FileSystemError) in try journal.file.size() }
      for saved in try journal.readNewTransactions(schema) { announcements.emit(saved) }
      return
    }
    let status = try fromFileSystem { () throws(FileSystemError) in
      try environment.fileSystem.status(of: path)
    }
    guard let status else { throw StoreError.changedOutside(path: path) }
    // What was salvaged or migrated in memory is not read on, but read again when it changes.
    if journal.snapshot == status { return }
    let opening = JournalOpening(path: path, schema: schema, environment: environment)
    replace(by: try opening.open(access))
    announcements.emit(.unknown(sequence: journal.position.sequence, in: schema))
  }

  private func isAtPath() throws(StoreError) -> Bool {
    try fromFileSystem { () throws(FileSystemError) in try journal.file.isAt(path) }
  }
}
