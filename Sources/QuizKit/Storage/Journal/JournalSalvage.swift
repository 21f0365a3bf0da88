/// Recovers the intact part of a damaged journal.
///
/// It recovers every save before the damage. If the checkpoint file covers later saves, it
/// continues from there and leaves out the records whose texts were changed.
struct JournalSalvage {
  let schema: Schema
  let checkpointFile: CheckpointFile

  /// - Parameter empty: the journal with only its header read.
  func run(_ empty: JournalFile) throws(StoreError) -> JournalFile {
    // Read from the beginning: the checkpoint cannot detect damage to the bytes it covers.
    var journal = empty
    var indexed = empty
    let acknowledged = checkpointFile.load(into: &indexed)
    guard let damage = try read(&journal, until: acknowledged) else { return journal }
    guard indexed.position.offset > journal.position.offset else {
      journal.notices.append(.salvaged(try report(damage, journal, leftOut: 0)))
      return journal
    }
    let leftOut = try dropDamagedRecords(from: &indexed)
    _ = try read(&indexed)
    indexed.notices.append(.salvaged(try report(damage, indexed, leftOut: leftOut)))
    return indexed
  }

  private typealias Damage = (place: FilePlace, reason: Reason)

  /// Reads up to the damage, and returns where and what it is; `nil` when there is none.
  private func read(
    _ journal: inout JournalFile, until acknowledged: JournalPosition? = nil
  ) throws(StoreError) -> Damage? {
    do throws(StoreError) {
      try journal.readTransactions(schema)
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
