/// Reads what is whole of a damaged journal.
///
/// That is every save before the damage. A side index may know of later ones: then the journal is
/// as it was at the last of these, without the records whose texts are not what was written.
struct JournalSalvage {
  let schema: Schema
  let sideIndex: SideIndex

  /// - Parameter empty: the journal with its header read and nothing else.
  func run(_ empty: JournalFile) throws(StoreError) -> JournalFile {
    // From the beginning: an index does not see what happened to the bytes before its end.
    var journal = empty
    guard let damage = try read(&journal) else { return journal }
    var indexed = try indexed(empty)
    guard indexed.position.offset > journal.position.offset else {
      journal.notices.append(.salvaged(try report(damage, journal, leftOut: 0)))
      return journal
    }
    let leftOut = try dropDamagedRecords(from: &indexed)
    _ = try read(&indexed)
    indexed.notices.append(.salvaged(try report(damage, indexed, leftOut: leftOut)))
    return indexed
  }

  /// What a side index says, if all of it is as it was written.
  private func indexed(_ empty: JournalFile) throws(StoreError) -> JournalFile {
    var journal = empty
    sideIndex.load(into: &journal)
    do throws(StoreError) {
      for table in journal.tables.values { try table.prepare(for: .max) }
      return journal
    } catch .damaged {
      return empty
    } catch {
      throw error
    }
  }

  private typealias Damage = (place: FilePlace, reason: Reason)

  /// Reads as far as the journal is whole, and returns why not further.
  private func read(_ journal: inout JournalFile) throws(StoreError) -> Damage? {
    do throws(StoreError) {
      try journal.readTransactions(schema)
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
      if !damaged.isEmpty { try journal.tables[entity]?.drop(damaged) }
      count += damaged.count
    }
    return count
  }

  /// Counts what is left behind the last save that was read.
  private func report(
    _ damage: Damage, _ journal: JournalFile, leftOut: Int
  ) throws(StoreError) -> SalvageReport {
    var report = SalvageReport(place: damage.place, reason: damage.reason, leftOut: leftOut)
    let end = try endOfText(journal)
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
    // The line of the commit itself may be what is damaged.
    if report.bytes > 0 { report.saves = max(1, report.saves) }
    if report.place.line == nil {
      report.place.line = try line(at: damage.place.offset, journal)
    }
    return report
  }

  /// Where the zeros begin that are room for more.
  private func endOfText(_ journal: JournalFile) throws(StoreError) -> Int {
    var end = journal.size
    while end > journal.position.offset {
      let start = max(journal.position.offset, end - (1 << 16))
      let bytes = try fromFileSystem { () throws(FileSystemError) in
        try journal.file.read(at: start, count: end - start)
      }
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + last + 1 }
      end = start
    }
    return end
  }

  private func line(at offset: Int, _ journal: JournalFile) throws(StoreError) -> Int {
    var lines = LineReader(journal.file, from: 0, to: offset)
    var number = 1
    while try lines.next({ _ throws(StoreError) in () }) != nil { number += 1 }
    return number
  }
}
