/// Following a journal that another process writes.
extension JournalStore {
  /// Takes over what was appended since, and makes each save known; a journal that was written anew
  /// is opened anew.
  public func refresh() throws(StoreError) {
    try checkOpen()
    guard isReadOnly else { return }
    let (extent, status) = try fromFileSystem { () throws(FileSystemError) in
      (
        try environment.fileSystem.extent(of: path),
        journal.snapshot == nil ? nil : try environment.fileSystem.status(of: path)
      )
    }
    guard let extent else { throw StoreError.changedOutside(path: path) }
    let opening = JournalOpening(path: path, schema: schema, environment: environment)
    // What was salvaged or migrated in memory is not read on, but read again when it changes.
    if let snapshot = journal.snapshot, snapshot == status { return }
    guard journal.snapshot == nil, extent.identity == journal.identity else {
      replace(by: try opening.open(access))
      return announcements.emit(.unknown(sequence: journal.position.sequence, in: schema))
    }
    journal.size = extent.size
    for saved in try journal.readNewTransactions(schema) { announcements.emit(saved) }
  }
}
