/// Writing the lines of a save: all of them or none.
extension JournalStore {
  /// Makes sure that the path still leads to this file and that nobody else wrote to it.
  func checkFile() throws(StoreError) {
    let isAsLeft = try fromFileSystem { () throws(FileSystemError) in
      let isThere = try journal.file.isAt(path)
      let size = try journal.file.size()
      return isThere && size == journal.size
    }
    guard isAsLeft else { throw StoreError.changedOutside(path: path) }
  }

  /// Writes the lines of a save, and has them on the disk.
  ///
  /// - Parameter complete: appends what is left, down to the commit, and may have pieces of it
  ///   written before.
  func write(
    _ lines: inout TransactionText,
    _ complete: (inout TransactionText) throws(StoreError) -> JournalPosition
  ) throws(StoreError) -> JournalPosition {
    let start = journal.position.offset
    let position: JournalPosition
    do throws(StoreError) {
      position = try complete(&lines)
      // Behind a save of many nobody waits for the next small one.
      try writePiece(&lines, room: lines.offset == start ? environment.roomAhead : 0)
    } catch {
      do throws(FileSystemError) {
        try journal.file.truncate(to: start)
        journal.size = start
      } catch {
        giveUp()
      }
      throw error
    }
    do throws(FileSystemError) {
      try journal.file.sync()
    } catch {
      // The system may have forgotten what it could not write; a second sync would succeed.
      giveUp()
      throw StoreError.fileSystem(error)
    }
    return position
  }

  /// - Parameter room: how much to write at least, where the file is to grow: zeros, into which the
  ///   next saves go.
  func writePiece(_ lines: inout TransactionText, room: Int = 0) throws(StoreError) {
    let start = lines.offset
    let bytes = lines.take()
    if !bytes.isEmpty { try writePiece(bytes, at: start, room: room) }
  }

  func writePiece(_ lines: [UInt8], at start: Int, room: Int = 0) throws(StoreError) {
    try fromFileSystem { () throws(FileSystemError) in try append(lines, at: start, room) }
  }

  private func append(
    _ lines: [UInt8], at start: Int, _ room: Int
  ) throws(FileSystemError) {
    let end = start + lines.count
    if end > journal.size, lines.count < room {
      let zeros = repeatElement(UInt8(0), count: room - lines.count)
      do throws(FileSystemError) {
        try journal.file.write(lines + zeros, at: start)
        return journal.size = start + room
      } catch {
        // There may be room for the lines alone.
        try journal.file.truncate(to: start)
        journal.size = start
      }
    }
    try journal.file.write(lines, at: start)
    journal.size = max(journal.size, end)
  }
}
