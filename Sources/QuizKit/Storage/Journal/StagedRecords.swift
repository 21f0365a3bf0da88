/// New records that are written as they come, to a file beside the journal, and become part of it
/// with the next save: an import needs memory for where they are, not for what they say.
///
/// The file has no name, so that nothing is left of it when they are given up or the process ends.
public final class StagedRecords<R: StoredRecord> {
  private static var pieceSize: Int { 1 << 20 }

  private let file: any OpenFile
  private let workers: Workers
  private var lines = JournalLines(
    at: JournalPosition(offset: 0, check: 0, sequence: 0), encoder: RecordEncoder())
  private var written = 0
  private var put = PlacedRecords()
  private var known: IdentifierSet<R>?
  /// The records that are referred to, each with the first one that refers to it.
  private(set) var targets: [ReferenceTarget: Identifier<R>] = [:]

  /// What a record refers to.
  struct ReferenceTarget: Hashable {
    var key: Int
    var value: AnyHashable
  }

  /// - Parameter path: the journal.
  init(besides path: String, _ environment: StoreEnvironment) throws(StoreError) {
    workers = environment.workers
    file = try fromFileSystem { () throws(FileSystemError) in
      let temporary = try TemporaryFile(for: path, on: environment.fileSystem)
      try temporary.unlink()
      return temporary.file
    }
  }

  var count: Int { put.count }

  /// In ascending order.
  var identifiers: [Identifier<R>] { put.numbers.map { Identifier(rawValue: $0) } }

  /// Takes records that have their permanent identifiers.
  func append(_ records: [R]) throws(StoreError) {
    var parts: [EncodedRecords] = []
    try EncodedRecords.encode(
      records, workers: workers
    ) { parts.append($0) }
    for (index, key) in R.keys.enumerated() {
      guard case .reference = key.rule else { continue }
      for record in records {
        guard let value = key.value(record) else { continue }
        let target = ReferenceTarget(key: index, value: value)
        if targets[target] == nil { targets[target] = record.id }
      }
    }
    known = nil
    for part in parts { lines.append(part, to: &put) }
    if lines.bytes.count > Self.pieceSize { try write() }
  }

  func contains(_ id: Identifier<R>) -> Bool {
    // Whoever asks asks for many; a save does not change what is here.
    let known = known ?? IdentifierSet(identifiers)
    self.known = known
    return known.contains(id)
  }

  /// Appends the lines to those of a save, and says where the records will be.
  func copy(into writer: inout JournalWriter) throws(StoreError) -> PlacedRecords {
    try write()
    let moved = put.moved(by: writer.end)
    var reader = LineReader(file, from: 0, to: written)
    while try reader.next({ line throws(StoreError) in try writer.append(line: line) }) != nil {}
    return moved
  }

  private func write() throws(StoreError) {
    // They are let go only when they are in the file: the next save tries again.
    try fromFileSystem { () throws(FileSystemError) in try file.write(lines.bytes, at: written) }
    written = lines.end
    lines.removeAll()
  }
}
