extension JournalFile {
  /// Takes over what was appended since; returns what it was.
  @discardableResult
  mutating func readTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in try reader.next() }
  }

  /// The same while somebody may just be writing: an end that does not fit together yet is left for
  /// the next time.
  mutating func readNewTransactions(_ schema: Schema) throws(StoreError) -> [SavedChanges] {
    try readTransactions(schema) { reader throws(StoreError) in
      do throws(StoreError) {
        return try reader.next()
      } catch .damaged {
        return nil
      } catch {
        throw error
      }
    }
  }

  private mutating func readTransactions(
    _ schema: Schema, _ next: (inout JournalReader) throws(StoreError) -> JournalTransaction?
  ) throws(StoreError) -> [SavedChanges] {
    var reader = JournalReader(file, path: path, size: size, schema: schema, from: position)
    var saved: [SavedChanges] = []
    while let transaction = try next(&reader) {
      saved.append(try apply(transaction, schema: schema))
      position = reader.position
    }
    return saved
  }

  /// Where the text ends: behind it there are only zeros, which are room for more.
  func endOfText() throws(StoreError) -> Int {
    var end = size
    while end > position.offset {
      let start = max(position.offset, end - (1 << 16))
      let bytes = try fromFileSystem { () throws(FileSystemError) in
        try file.read(at: start, count: end - start)
      }
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + last + 1 }
      end = start
    }
    return end
  }

  /// Which line begins at `offset`, counted from 1.
  func lineNumber(at offset: Int) throws(StoreError) -> Int {
    var lines = LineReader(file, from: 0, to: offset)
    var number = 1
    while try lines.next({ _ throws(StoreError) in () }) != nil { number += 1 }
    return number
  }

  /// Makes sure that no save is missing at the end that somebody was told is saved.
  ///
  /// - Parameter acknowledged: where the side index of this very journal says that a save ends.
  /// - Throws: ``StoreError/damaged(_:reason:)``, with how much is missing.
  func requireAll(until acknowledged: JournalPosition?) throws(StoreError) {
    guard let acknowledged, acknowledged.sequence > position.sequence else { return }
    let saves = acknowledged.sequence - position.sequence
    let bytes = acknowledged.offset - position.offset
    let place = FilePlace(
      path: path, line: try lineNumber(at: position.offset), offset: position.offset)
    throw StoreError.damaged(place, reason: .missingSaves(saves, bytes: bytes, path: path))
  }
}
