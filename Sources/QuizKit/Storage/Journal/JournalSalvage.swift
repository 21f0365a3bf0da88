import QuizSupport

/// Recovers the intact parts of a damaged journal.
///
/// It recovers every save before the damage. If the checkpoint file covers later saves, it
/// continues from there and leaves out the records whose texts were changed. Behind other damage it
/// continues at the first save whose check fits the check that the save before it claims. It always
/// leaves out intact records that cannot be decoded, such as those of a program with a bug.
struct JournalSalvage {
  let schema: Schema
  let checkpointFile: CheckpointFile

  /// - Parameter empty: the journal with only its header read.
  func run(_ empty: JournalFile) throws(StoreError) -> JournalFile {
    // Read from the beginning: the checkpoint cannot detect damage to the bytes it covers.
    var journal = empty
    var indexed = empty
    let acknowledged = checkpointFile.load(into: &indexed)
    var fault = try read(&journal, until: acknowledged)
    var damage = fault
    var leftOut = 0
    if fault != nil, indexed.position.offset > journal.position.offset {
      journal = indexed
      leftOut = try dropDamagedRecords(from: &journal)
      fault = try read(&journal, until: acknowledged)
    }
    var parts: [Unread] = []
    while fault != nil, parts.count < Self.mostParts, let part = try passOverDamage(in: &journal) {
      parts.append(part)
      fault = try read(&journal, until: acknowledged)
    }
    for record in schema.records { try dropUnreadable(record, from: &journal) }
    damage = damage ?? journal.unreadable.first.map { ($0.place, $0.reason) }
    guard let damage else { return journal }
    if let rest = try rest(of: journal) { parts.append(rest) }
    journal.notices.append(.salvaged(try report(damage, journal, parts, leftOut: leftOut)))
    return journal
  }

  /// The limit on parts that are passed over, because the rest of the file is read again for each.
  private static let mostParts = 100

  /// Saves that were not read.
  private struct Unread {
    var offset: Int
    var bytes: Int
    var lines: Int
    var saves: Int
  }

  /// Moves the journal to the first save behind its position that is certainly whole: its check
  /// fits the check that the line of the save before it claims. `nil` where there is none.
  private func passOverDamage(in journal: inout JournalFile) throws(StoreError) -> Unread? {
    let start = journal.position
    let entities = JournalEntities([])
    var lines = LineReader(journal.file, from: start.offset, to: try journal.endOfText())
    // The end of the last save that was seen, with the number of lines up to it.
    var before: (position: JournalPosition, lines: Int)?
    var check: UInt64 = 0
    var isWhole = false
    var count = 0
    while let commit = try lines.next({ bytes throws(StoreError) -> JournalCommit? in
      guard let line = JournalLine(bytes, entities: entities) else {
        isWhole = false
        return nil
      }
      check = line.check(bytes, seed: check)
      if case .commit(let commit) = line { return commit }
      return nil
    }) {
      count += 1
      guard let commit else { continue }
      if let before, isWhole, commit.checkValue == check,
        before.position.sequence > start.sequence, commit.commit > before.position.sequence,
        commit.commit - before.position.sequence == 1
      {
        journal.position = before.position
        return Unread(
          offset: start.offset, bytes: before.position.offset - start.offset, lines: before.lines,
          saves: Int(clamping: before.position.sequence - start.sequence))
      }
      check = commit.checkValue
      isWhole = true
      before = (
        JournalPosition(offset: lines.offset, check: check, sequence: commit.commit), count
      )
    }
    return nil
  }

  /// What remains unread after the last recovered save.
  private func rest(of journal: JournalFile) throws(StoreError) -> Unread? {
    let start = journal.position.offset
    let end = try journal.endOfText()
    guard end > start else { return nil }
    var part = Unread(offset: start, bytes: end - start, lines: 0, saves: 0)
    var lines = LineReader(journal.file, from: start, to: end)
    while let isCommit = try lines.next({ line throws(StoreError) in
      line.starts(with: JournalVerb.commit.beginning)
    }) {
      part.lines += 1
      if isCommit { part.saves += 1 }
    }
    let unfinished = try lines.rest { line throws(StoreError) in line.count }
    if unfinished > 0 { part.lines += 1 }
    // The damage may be in the commit line itself, so count at least one save.
    part.saves = max(1, part.saves)
    return part
  }

  /// Leaves out the records of a kind that cannot be decoded, and notes them.
  private func dropUnreadable<R: StoredRecord>(
    _ type: R.Type, from journal: inout JournalFile
  ) throws(StoreError) {
    let (source, decoder) = (
      journal.source(readAhead: 1 << 18), JSONTextDecoder(userInfo: schema.userInfo)
    )
    var dropped: Set<Int64> = []
    for location in journal.tables[R.entityName]?.directory.live ?? [] {
      do throws(StoreError) {
        _ = try source.withText(location) { text throws(StoreError) in
          try decoder.value(type, location, text, path: journal.path)
        }
      } catch .damaged(let place, let reason) {
        dropped.insert(location.id)
        journal.unreadable.append(
          JournalTransaction.Unreadable(
            entity: R.entityName, id: location.id, place: place, reason: reason))
      } catch {
        throw error
      }
    }
    if !dropped.isEmpty { journal.tables[R.entityName]?.drop(dropped) }
  }

  private typealias Damage = (place: FilePlace, reason: Reason)

  /// Reads up to the damage, and returns where and what it is; `nil` when there is none.
  private func read(
    _ journal: inout JournalFile, until acknowledged: JournalPosition? = nil
  ) throws(StoreError) -> Damage? {
    do throws(StoreError) {
      try journal.readTransactions(schema, passesOverUnreadable: true)
      try journal.requireAll(until: acknowledged)
      return nil
    } catch .damaged(let place, let reason) {
      return (place, reason)
    } catch {
      throw error
    }
  }

  private func dropDamagedRecords(from journal: inout JournalFile) throws(StoreError) -> Int {
    let source = journal.source(readAhead: 1 << 18)
    var count = 0
    for entity in journal.tables.keys.sorted() {
      var damaged: Set<Int64> = []
      for location in journal.tables[entity]?.directory.live ?? [] {
        do throws(StoreError) {
          try source.withText(location) { _ in }
        } catch .damaged {
          damaged.insert(location.id)
        } catch {
          throw error
        }
      }
      if !damaged.isEmpty { journal.tables[entity]?.drop(damaged) }
      count += damaged.count
    }
    return count
  }

  private func report(
    _ damage: Damage, _ journal: JournalFile, _ parts: [Unread], leftOut: Int
  ) throws(StoreError) -> SalvageReport {
    var report = SalvageReport(place: damage.place, reason: damage.reason, leftOut: leftOut)
    report.unreadable = journal.unreadable.map { "\($0.entity) \($0.id)" }
    for part in parts {
      report.saves += part.saves
      report.lines += part.lines
      report.bytes += part.bytes
      guard report.gaps.count < SalvageReport.mostGaps, part.lines > 0 else { continue }
      let first = try LineReader.number(ofLineAt: part.offset, in: journal.file)
      report.gaps.append(first...first + part.lines - 1)
    }
    if report.place.line == nil {
      report.place.line = try LineReader.number(
        ofLineAt: damage.place.offset, in: journal.file)
    }
    return report
  }
}
