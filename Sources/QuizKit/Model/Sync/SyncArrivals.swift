/// The new contents of the files of a shared folder. They keep the order in which they were read,
/// so that new questions stay in order.
struct SyncArrivals: Sendable {
  private var records: [String: (kind: RecordKind, state: RecordState)] = [:]
  private var keys = OrderedKeys()

  var isEmpty: Bool { keys.isEmpty }

  subscript(key: String) -> (kind: RecordKind, state: RecordState)? { records[key] }

  /// Adds the line of a file. Also adds lines of kinds that this program does not know, so that
  /// nothing is missing after an update.
  ///
  /// - Parameter unwanted: the names of the kinds that the folder does not exchange.
  mutating func take(_ line: SyncLine, unless unwanted: Set<String>) {
    guard !unwanted.contains(line.kind) else { return }
    let kind = RecordKind(rawValue: line.kind)
    if let known = records[line.key] {
      if known.kind == kind { records[line.key]?.state.merge(line.state) }
    } else {
      records[line.key] = (kind, line.state)
      keys.insert(line.key)
    }
  }
}

extension SyncArrivals: Sequence {
  func makeIterator() -> AnyIterator<(key: String, kind: RecordKind, state: RecordState)> {
    var keys = keys.makeIterator()
    return AnyIterator {
      guard let key = keys.next(), let record = records[key] else { return nil }
      return (key, record.kind, record.state)
    }
  }
}
