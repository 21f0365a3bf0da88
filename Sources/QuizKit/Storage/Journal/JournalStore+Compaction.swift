/// Writing the journal anew without what is obsolete.
extension JournalStore {
  /// Below this many bytes a journal is not worth the work.
  private static let smallestWaste = 1 << 16

  /// Writes a new generation of the file that holds the newest text of each record, and puts it in
  /// the place of the old one. The history ends with it.
  ///
  /// - Throws: whatever keeps it from writing; then the store goes on with the old file.
  public func compact() throws(StoreError) {
    try checkWritable()
    try checkFile()
    do throws(StoreError) {
      replace(
        by: try JournalCompaction(journal, schema: schema, environment: environment).run())
    } catch {
      // Once the new file has the name, an error leaves open which of the two a crash would bring
      // back.
      if case .fileSystem(let reason) = error, reason.path == directory(of: path) { giveUp() }
      throw error
    }
    checkpointFile.write(&journal)
  }

  /// Compacts when more is obsolete than not, and brings the side index up to date.
  func tidyUp() {
    let waste = journal.position.offset - journal.liveBytes
    do throws(StoreError) {
      if waste > Self.smallestWaste, waste > journal.liveBytes { return try compact() }
    } catch {
      // The old file is as good as before.
    }
    if journal.position.offset - journal.indexedOffset > Self.smallestWaste {
      checkpointFile.write(&journal)
    }
  }

  private var checkpointFile: CheckpointFile {
    CheckpointFile(path: path, schema: schema, environment: environment)
  }
}
