/// What the files of a shared folder say that was not read before, in the order in which it was read,
/// so that new questions keep theirs.
struct SyncArrivals: Sendable {
  private var records: [String: (kind: SyncKind, state: RecordState)] = [:]
  private var keys = OrderedKeys()

  var isEmpty: Bool { keys.isEmpty }

  subscript(key: String) -> (kind: SyncKind, state: RecordState)? { records[key] }

  /// Takes a line of a file, unless the folder does not exchange such records.
  mutating func take(_ line: SyncLine, of folder: SyncFolder) {
    guard let kind = SyncKind(rawValue: line.kind), folder.exchanges(kind) else { return }
    if let known = records[line.key] {
      if known.kind == kind { records[line.key]?.state.merge(line.state) }
    } else {
      records[line.key] = (kind, line.state)
      keys.insert(line.key)
    }
  }
}

extension SyncArrivals: Sequence {
  func makeIterator() -> AnyIterator<(key: String, kind: SyncKind, state: RecordState)> {
    var keys = keys.makeIterator()
    return AnyIterator {
      guard let key = keys.next(), let record = records[key] else { return nil }
      return (key, record.kind, record.state)
    }
  }
}
