/// A staging area for a bulk insert: records are written to a separate file as they arrive, and the
/// next save copies them into the journal. Memory holds their locations but not their contents.
///
/// The file has no name, so nothing remains of it when the records are discarded or the process
/// ends.
public final class StagedRecords<R: StoredRecord> {
  private static var pieceSize: Int { 1 << 20 }

  private let file: any OpenFile
  private let workers: Workers
  private var lines = JournalLines(
    at: JournalPosition(offset: 0, check: 0, sequence: 0), encoder: RecordEncoder())
  private var written = 0
  private var put = PlacedRecords()
  private var known: IdentifierSet<R>?
  /// The records that staged records refer to, each with the first staged record that does.
  private(set) var targets: [ReferenceTarget: Identifier<R>] = [:]

  /// The target of a reference, and the position of the referring field in the kind's keys.
  struct ReferenceTarget: Hashable {
    var key: Int
    var value: AnyHashable
  }

  /// - Parameter path: the path of the journal.
  init(besides path: String, _ environment: StoreEnvironment) throws(StoreError) {
    workers = environment.workers
    file = try fromFileSystem { () throws(FileSystemError) in
      let temporary = try TemporaryFile(for: path, on: environment.fileSystem)
      try temporary.unlink()
      return temporary.file
    }
  }

  /// In ascending order.
  var identifiers: [Identifier<R>] { put.numbers.map { Identifier(rawValue: $0) } }

  /// The highest number of an identifier; `nil` when nothing is staged.
  var last: Int64? { put.last?.id }

  /// Adds records that already have permanent identifiers, higher than those before.
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
    // Callers ask for many identifiers in a row, so the set is kept until more records arrive.
    let known = known ?? IdentifierSet(identifiers)
    self.known = known
    return known.contains(id)
  }

  /// The version that a staged record will have; `nil` when it is not here.
  func version(of id: Identifier<R>) -> UInt64? { put.location(of: id.rawValue)?.version }

  /// Appends the lines to a save and returns the records' new locations.
  func copy(into writer: inout JournalWriter) throws(StoreError) -> PlacedRecords {
    try write()
    let moved = put.moved(by: writer.end)
    var reader = LineReader(file, from: 0, to: written)
    while try reader.next({ line throws(StoreError) in try writer.append(line: line) }) != nil {}
    return moved
  }

  private func write() throws(StoreError) {
    // The lines stay in memory until the write succeeds, so that the next save can try again.
    try fromFileSystem { () throws(FileSystemError) in try file.write(lines.bytes, at: written) }
    written = lines.end
    lines.removeAll()
  }
}
