import QuizSupport

/// The new contents of the files of a shared folder. They keep the order in which they were read,
/// so that new questions stay in order.
struct SyncArrivals: Sendable {
  private var records: [String: (kind: RecordKind, kept: KeptState)] = [:]
  private var keys: [String] = []

  var isEmpty: Bool { keys.isEmpty }

  subscript(key: String) -> (kind: RecordKind, kept: KeptState)? { records[key] }

  /// Adds the line of a file. Also adds lines of kinds that this program does not know, so that
  /// nothing is missing after an update.
  ///
  /// - Parameters:
  ///   - unwanted: the names of the kinds that the folder does not exchange.
  ///   - known: the names of the kinds that this program knows.
  mutating func take(
    _ line: SyncLine, unless unwanted: Set<String>, knowing known: Set<String>
  ) throws(JSONFault) {
    guard !unwanted.contains(line.kind) else { return }
    let kind = RecordKind(rawValue: line.kind)
    guard let earlier = records[line.key] else {
      let isKnown = known.contains(line.kind)
      records[line.key] = (kind, isKnown ? .fields(line.state) : .line(line.bytes))
      keys.append(line.key)
      return
    }
    guard earlier.kind == kind else { return }
    var state = try earlier.kept.state()
    state.merge(line.state)
    records[line.key] = (kind, .fields(state))
  }
}

extension SyncArrivals: Sequence {
  func makeIterator() -> AnyIterator<(key: String, kind: RecordKind, kept: KeptState)> {
    var keys = keys.makeIterator()
    return AnyIterator {
      guard let key = keys.next(), let record = records[key] else { return nil }
      return (key, record.kind, record.kept)
    }
  }
}
