import QuizSupport

/// Recovers the intact part of a damaged journal.
///
/// It recovers every save before the damage. If the checkpoint file covers later saves, it
/// continues from there and leaves out the records whose texts were changed. In both cases it
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
    let damage = try read(&journal, until: acknowledged)
    var leftOut = 0
    if damage != nil, indexed.position.offset > journal.position.offset {
      journal = indexed
      leftOut = try dropDamagedRecords(from: &journal)
      _ = try read(&journal)
    }
    for record in schema.records { try dropUnreadable(record, from: &journal) }
    guard let damage = damage ?? journal.unreadable.first.map({ ($0.place, $0.reason) }) else {
      return journal
    }
    journal.notices.append(.salvaged(try report(damage, journal, leftOut: leftOut)))
    return journal
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

  /// Counts what remains unread after the last recovered save.
  private func report(
    _ damage: Damage, _ journal: JournalFile, leftOut: Int
  ) throws(StoreError) -> SalvageReport {
    var report = SalvageReport(place: damage.place, reason: damage.reason, leftOut: leftOut)
    report.unreadable = journal.unreadable.map { "\($0.entity) \($0.id)" }
    let end = try journal.endOfText()
    report.bytes = max(0, end - journal.position.offset)
    var lines = LineReader(journal.file, from: journal.position.offset, to: end)
    while let isCommit = try lines.next({ line throws(StoreError) in
      line.starts(with: JournalVerb.commit.beginning)
    }) {
      report.lines += 1
      if isCommit { report.saves += 1 }
    }
    let rest = try lines.rest { line throws(StoreError) in line.count }
    if rest > 0 { report.lines += 1 }
    // The damage may be in the commit line itself, so count at least one save.
    if report.bytes > 0 { report.saves = max(1, report.saves) }
    if report.place.line == nil {
      report.place.line = try LineReader.number(
        ofLineAt: damage.place.offset, in: journal.file)
    }
    return report
  }
}
