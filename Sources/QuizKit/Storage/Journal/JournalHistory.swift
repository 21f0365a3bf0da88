import Foundation
import QuizSupport

/// The log of a journal: which saves changed what, read from the lines of the file.
///
/// It is read for the first undo or look at it, and later only what was added. The text of a record
/// before a change is where the file has its line before; after a compaction, the lines behind the
/// header have it (``KeptSteps``). No record is decoded for it.
struct JournalHistory {
  /// How many changes of this device the log has.
  static let most = 50
  /// How many changes the log has in all, with those that took others back and those of others.
  private static let mostOfAll = 200

  /// One save of the log.
  struct Step {
    var change: StoreChange
    /// The records of a change that can be taken back, by entity name.
    var entries: [String: [Entry]] = [:]
    /// When it was saved, as the file says it.
    var at: String
    /// The saves that erased one of the texts.
    var erasedBy: Set<UInt64> = []

    /// Whether the texts are records that a later save has not erased.
    fileprivate var isWhole: Bool { change.isReversible && erasedBy.isEmpty }
  }

  /// One record that a save changed.
  struct Entry {
    var verb: JournalVerb
    /// Where the text from before the save is. Without one for a new record.
    var before: RecordLocation
    /// The version of the record after the save; 0 where it was deleted.
    var after: UInt64
  }

  private(set) var steps: [Step] = []
  /// The date from which on the log has all changes, as the file says it; `nil` when it has all.
  private(set) var since: String?
  private let author: String
  /// The end of the last save that was read.
  private var position: JournalPosition
  /// Where the records are at ``position``, by entity name.
  private var directories: [String: RecordDirectory] = [:]

  /// Reads the changes that a compaction has kept.
  ///
  /// - Parameter author: the device whose changes are counted.
  init(of journal: JournalFile, author: String) throws(StoreError) {
    self.author = author
    position = journal.header.end
    guard let kept = try KeptSteps.read(journal) else { return }
    steps = kept
    since = kept.first?.at
  }

  /// Whether the log has all that takes back a step.
  ///
  /// - Parameter opened: the last save before this program. What this program erased it can bring
  ///   back itself.
  func isReversible(_ step: Step, opened: UInt64) -> Bool {
    step.change.isReversible && step.erasedBy.allSatisfy { $0 > opened }
  }

  /// Reads the saves that were added to the file since.
  ///
  /// Lines that are damaged end the log before them, as does the file of a program that did not
  /// write one.
  mutating func readOn(_ journal: JournalFile, _ schema: Schema) throws(StoreError) {
    guard journal.position.sequence > position.sequence else { return }
    let entities = JournalEntities(schema.records.map { $0.entityName })
    var lines = LineReader(journal.file, from: position.offset, to: journal.position.offset)
    var chain = position.check
    var changes: [(verb: JournalVerb, entity: String, location: RecordLocation)] = []
    var isFirst = position == journal.header.end
    let isRewritten = journal.header.generation > 1
    while true {
      let start = lines.offset
      let line = try lines.next { bytes throws(StoreError) -> JournalLine? in
        guard let line = JournalLine(bytes, entities: entities) else { return nil }
        chain = line.check(bytes, seed: chain)
        if case .change(let verb, let entity, let id, let range) = line {
          let text = UnsafeRawBufferPointer(rebasing: bytes[range])
          changes.append(
            (verb, entity, RecordLocation(id: id, offset: start + range.lowerBound, text: text)))
        }
        return line
      }
      guard let line else { break }
      guard case .commit(let commit) = line else { continue }
      if chain != commit.checkValue {
        (steps, since) = ([], commit.at)
        chain = commit.checkValue
      }
      take(commit, changes)
      if let joins = commit.joins { join(joins, schema) }
      // The first save of a file that replaced another one has the records of that file.
      if isFirst, isRewritten, steps.isEmpty { since = commit.at }
      if journal.header.version < JournalFormat.firstWithHistory { since = commit.at }
      isFirst = false
      changes.removeAll(keepingCapacity: true)
      position = JournalPosition(
        offset: lines.offset, check: commit.checkValue, sequence: commit.commit)
    }
    trim()
  }

  private mutating func take(
    _ commit: JournalCommit,
    _ changes: [(verb: JournalVerb, entity: String, location: RecordLocation)]
  ) {
    guard let mark = commit.mark else {
      for (verb, entity, location) in changes {
        if verb == .delete {
          directories[entity]?.remove(location.id)
        } else {
          directories[entity, default: RecordDirectory()].put(location)
        }
      }
      return
    }
    var step = Step(
      change: StoreChange(
        sequence: commit.commit, date: commit.date, author: commit.author ?? "", mark: mark,
        isReversible: !mark.isForeign), at: commit.at)
    var saved = SavedChanges(sequence: commit.commit)
    for (verb, entity, location) in changes {
      let before = directories[entity]?[location.id]
      var none = location
      none.markDeleted()
      if verb == .delete {
        // The deletion of what was not there only says that its number is taken.
        guard let before else { continue }
        directories[entity]?.remove(location.id)
        step.entries[entity, default: []].append(Entry(verb: verb, before: before, after: 0))
      } else {
        directories[entity, default: RecordDirectory()].put(location)
        step.entries[entity, default: []].append(
          Entry(
            verb: before == nil ? .insert : .update, before: before ?? none,
            after: location.version))
      }
      saved.note(verb, entity, location.id)
    }
    step.change.take(saved)
    if mark.isForeign { step.entries = [:] }
    steps.append(step)
    if let undone = mark.undoes {
      for index in steps.indices { steps[index].erasedBy.remove(undone) }
    }
    if mark.erases { eraseTexts(by: commit.commit) }
  }

  /// Makes one change of two, with the number of the second. What outlives an undo is left out.
  private mutating func join(_ numbers: [UInt64], _ schema: Schema) {
    let places = numbers.compactMap { number in
      steps.firstIndex { $0.change.sequence == number && $0.isWhole }
    }
    guard places.count == 2, places[0] < places[1] else { return }
    var joined: [String: [Entry]] = [:]
    var saved = SavedChanges(sequence: numbers[1])
    for kind in schema.records where !kind.outlivesUndo {
      let (first, second) = (steps[places[0]].entries, steps[places[1]].entries)
      let entity = kind.entityName
      guard let entries = Self.join(first[entity] ?? [], second[entity] ?? []) else { return }
      if !entries.isEmpty { joined[entity] = entries }
      for entry in entries { saved.note(entry.verb, entity, entry.before.id) }
    }
    steps[places[1]].entries = joined
    steps[places[1]].change.take(saved)
    steps.remove(at: places[0])
  }

  private static func join(_ first: [Entry], _ second: [Entry]) -> [Entry]? {
    var later = Dictionary(uniqueKeysWithValues: second.map { ($0.before.id, $0) })
    var joined: [Entry] = []
    for var entry in first {
      if let next = later.removeValue(forKey: entry.before.id) {
        guard entry.after == (next.before.isDeleted ? 0 : next.before.version) else { return nil }
        if entry.before.isDeleted, next.after == 0 { continue }
        entry.after = next.after
        entry.verb = entry.before.isDeleted ? .insert : next.after == 0 ? .delete : .update
      }
      joined.append(entry)
    }
    return joined + second.filter { later[$0.before.id] != nil }
  }

  /// Forgets the texts of records that are nowhere any more, and what made nothing else.
  private mutating func eraseTexts(by sequence: UInt64) {
    for index in steps.indices {
      var (isNeeded, isThere) = (false, false)
      for (entity, entries) in steps[index].entries {
        let directory = directories[entity] ?? RecordDirectory()
        for entry in entries {
          let exists = directory[entry.before.id] != nil
          isThere = isThere || exists
          isNeeded = isNeeded || (!exists && !entry.before.isDeleted)
        }
      }
      if isNeeded || !isThere { steps[index].erasedBy.insert(sequence) }
    }
  }

  /// Drops the oldest steps beyond the limits.
  private mutating func trim() {
    let own = steps.indices.filter {
      steps[$0].change.author == author && steps[$0].change.mark.undoes == nil
    }
    let first = max(
      own.count > Self.most ? own[own.count - Self.most] : 0, steps.count - Self.mostOfAll)
    guard first > 0 else { return }
    steps.removeFirst(first)
    since = steps.first?.at
  }
}

/// The log of a journal.
extension JournalStore: ChangeHistory {
  /// The name that the program gave this device.
  public var author: String { environment.author }

  /// The number of the last save in the file.
  public var lastSequence: UInt64 { journal.position.sequence }

  /// Whether the log has been read.
  public var isAtHand: Bool { journal.history != nil }

  public func beginning() throws(StoreError) -> HistoryBeginning {
    try loadHistory().since.map { .since(JournalCommit.date($0)) } ?? .complete
  }

  public func changes(after sequence: UInt64) throws(StoreError) -> [StoreChange] {
    let history = try loadHistory()
    return history.steps.filter { $0.change.sequence > sequence }.map { step in
      var change = step.change
      change.isReversible = history.isReversible(step, opened: openedAt)
      return change
    }
  }

  /// Reads the texts only now. Very many are not decoded: they stay as they are in the file.
  public func inverse(of change: StoreChange) throws(StoreError) -> SaveRequest {
    let entries = try entries(of: change)
    var request = SaveRequest(changes: [])
    for record in schema.records {
      guard let entries = entries[record.entityName] else { continue }
      request.changes.append(try inverse(of: entries, record))
    }
    return request
  }

  public func records<R: StoredRecord>(
    for ids: [Identifier<R>], before change: StoreChange
  ) throws(StoreError) -> [R] {
    let wanted = IdentifierSet(ids)
    let texts = try entries(of: change)[R.entityName, default: []].map(\.before)
      .filter { !$0.isDeleted && wanted.contains(Identifier<R>(rawValue: $0.id)) }
    return try values(at: texts)
  }

  private func entries(
    of change: StoreChange
  ) throws(StoreError) -> [String: [JournalHistory.Entry]] {
    try loadHistory().steps.last { $0.change.sequence == change.sequence }?.entries ?? [:]
  }

  private func inverse<R: StoredRecord>(
    of entries: [JournalHistory.Entry], _ type: R.Type
  ) throws(StoreError) -> any AnyRecordChanges {
    var changes = RecordChanges<R>()
    if R.outlivesUndo { return changes }
    var updated: [RecordLocation] = []
    var versions: [UInt64] = []
    var gone: [RecordLocation] = []
    let directory = table(R.self).directory
    for entry in entries {
      switch entry.verb {
      case .insert:
        changes.deleted.append(
          RecordDeletion(Identifier(rawValue: entry.before.id), version: entry.after))
      case .update:
        updated.append(entry.before)
        versions.append(entry.after)
      case .delete where directory[entry.before.id] == nil: gone.append(entry.before)
      case .delete, .commit: continue
      }
    }
    changes.updated = zip(try values(at: updated) as [R], versions)
      .map { RecordUpdate($0, version: $1) }
    gone.sort { $0.id < $1.id }
    if gone.count > EncodedRecords.few, !R.keys.contains(where: { $0.rule == .unique }) {
      changes.staged = try staged(gone)
    } else {
      changes.inserted = try values(at: gone)
    }
    return changes
  }

  /// The log, up to the last save.
  func loadHistory() throws(StoreError) -> JournalHistory {
    try checkOpen()
    guard var history = journal.history else {
      var history = try JournalHistory(of: journal, author: environment.author)
      try history.readOn(journal, schema)
      journal.history = history
      return history
    }
    // Out of the journal, so that it is not copied while it is changed.
    journal.history = nil
    defer { journal.history = history }
    try history.readOn(journal, schema)
    return history
  }
}

/// The changes that a compaction keeps, in lines of their own between the header and the records.
///
/// ```json
/// {"before":"question","after":"0000012c89abcdef","record":{"id":7,…}}
/// {"before":"question","record":{"id":8,…}}
/// {"before":"deck","none":[3,4],"after":"000000407654321000000041…"}
/// {"step":12,"at":"2026-11-28T11:00:00Z","author":"laptop","name":"import","check":"…"}
/// ```
///
/// The first is a record that was changed, and its version after the change; the second one that was
/// deleted; the third are new records with consecutive numbers, and the version of each. A step that
/// can no longer be taken back has no such lines, and says how many records it changed:
/// `"counts":{"question":[0,1,2]}`, which are new, changed and deleted ones.
enum KeptSteps {
  private static let beforeBeginning = Array("{\"before\":\"".utf8)
  /// At most this many new records in one line.
  private static let longestRun = 500
  private static let versionLength = 16
  /// The length of `{"before":"","record":}` with its line feed.
  private static let smallestLine = 24
  /// The length of `,"after":""` with a version.
  private static let versionMember = 27

  /// The steps of a journal that fit into `limit` bytes, the last ones first.
  private static func fitting(
    _ history: JournalHistory, limit: Int
  ) -> ArraySlice<JournalHistory.Step> {
    var first = history.steps.endIndex
    var size = 0
    while first > 0 {
      size += Self.size(of: history.steps[first - 1])
      if size > limit { break }
      first -= 1
    }
    return history.steps[first...]
  }

  /// How many bytes the lines of a step take, and not much less.
  private static func size(of step: JournalHistory.Step) -> Int {
    guard step.isWhole else { return closing(step).count + JournalFormat.checkLength }
    var size = closing(step).count + JournalFormat.checkLength
    for (entity, entries) in step.entries {
      let line = text(of: entity).count + smallestLine
      for entry in entries where entry.verb != .insert {
        size += line + entry.before.length + (entry.verb == .update ? versionMember : 0)
      }
      for run in runs(of: entries.filter { $0.verb == .insert }) {
        size += line + versionMember + versionLength * run.count
      }
    }
    return size
  }

  /// Writes the lines of the steps.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that they may take.
  ///   - salt: the salt of the new journal.
  ///   - write: takes the lines in pieces.
  static func write(
    _ history: JournalHistory, of journal: JournalFile, limit: Int, salt: UInt64,
    to write: ([UInt8]) throws(StoreError) -> Void
  ) throws(StoreError) {
    var chain = salt
    for step in fitting(history, limit: limit) {
      if step.isWhole {
        for (entity, entries) in step.entries.sorted(by: { $0.key < $1.key }) {
          try self.write(entries, of: entity, journal, &chain, to: write)
        }
      }
      let line = closing(step)
      chain = Checksum.of(line, seed: chain)
      try write(line + JournalCommit.end(check: chain))
    }
  }

  private static func write(
    _ entries: [JournalHistory.Entry], of entity: String, _ journal: JournalFile,
    _ chain: inout UInt64, to write: ([UInt8]) throws(StoreError) -> Void
  ) throws(StoreError) {
    var lines: [UInt8] = []
    func end(_ line: [UInt8]) throws(StoreError) {
      chain = Checksum.of(line, seed: chain)
      lines += line
      lines.append(0x0A)
      guard lines.count > 1 << 20 else { return }
      try write(lines)
      lines.removeAll(keepingCapacity: true)
    }
    let beginning = beforeBeginning + text(of: entity)
    for run in runs(of: entries.filter { $0.verb == .insert }) {
      let versions = run.map { JournalCommit.digits($0.after) }.joined()
      let ids = "\(run[0].before.id),\(run[run.count - 1].before.id)"
      try end(beginning + Array("\",\"none\":[\(ids)],\"after\":\"\(versions)\"}".utf8))
    }
    let texts = entries.filter { $0.verb != .insert }
    var next = texts.startIndex
    try RecordScan(journal, texts.map(\.before)).visit { location, text throws(StoreError) in
      var line = beginning + [UInt8(ascii: "\"")]
      if texts[next].verb == .update {
        line += Array(",\"after\":\"\(JournalCommit.digits(texts[next].after))\"".utf8)
      }
      if JournalLine.identifier(ofRecord: text[...]) != location.id {
        line += Array(",\"id\":\(location.id)".utf8)
      }
      line += Array(",\"record\":".utf8)
      line += text
      line.append(UInt8(ascii: "}"))
      try end(line)
      next += 1
      return true
    }
    try write(lines)
  }

  /// The new records in parts with consecutive numbers.
  private static func runs(
    of entries: [JournalHistory.Entry]
  ) -> [[JournalHistory.Entry]] {
    var runs: [[JournalHistory.Entry]] = []
    for entry in entries {
      if let last = runs.last?.last, last.before.id + 1 == entry.before.id,
        runs[runs.count - 1].count < longestRun
      {
        runs[runs.count - 1].append(entry)
      } else {
        runs.append([entry])
      }
    }
    return runs
  }

  /// The line that ends a step, up to its checksum.
  private static func closing(_ step: JournalHistory.Step) -> [UInt8] {
    var line = "{\"step\":\(step.change.sequence),\"at\":\(JSONText.quoted(step.at)),"
    line += JournalCommit.members(of: step.change.mark, by: step.change.author)
    if !step.isWhole {
      line += "\"counts\":{"
      line += step.change.counts.sorted { $0.key < $1.key }.map { entity, counts in
        "\(JSONText.quoted(entity)):[\(counts.inserted),\(counts.updated),\(counts.deleted)]"
      }.joined(separator: ",")
      line += "},"
    }
    return Array(line.utf8) + JournalFormat.checkStart
  }

  private static func text(of entity: String) -> [UInt8] {
    var text: [UInt8] = []
    JSONText.append(entity, to: &text)
    return text
  }

  /// Reads the steps of a journal; `nil` when it has no place for any. Steps that are damaged are as
  /// if there were none.
  static func read(_ journal: JournalFile) throws(StoreError) -> [JournalHistory.Step]? {
    guard let count = journal.header.kept, count > 0 else { return nil }
    let end = journal.header.end.offset
    var lines = LineReader(journal.file, from: end - count, to: end)
    var (chain, steps) = (journal.header.salt, [JournalHistory.Step]())
    var entries: [String: [JournalHistory.Entry]] = [:]
    let decoder = JSONTextDecoder()
    while true {
      let start = lines.offset
      let isSound = try lines.next { line throws(StoreError) -> Bool in
        do throws(JSONFault) {
          if line.starts(with: beforeBeginning) {
            try read(line, at: start, decoder, into: &entries)
            chain = Checksum.of(line, seed: chain)
            return true
          }
          guard JournalCommit.endsWithCheck(line) else { return false }
          let step = try decoder.decode(KeptStep.self, from: line)
          chain = JournalCommit.check(of: line, seed: chain)
          guard step.check == JournalCommit.digits(chain) else { return false }
          steps.append(step.step(entries))
          entries = [:]
          return true
        } catch {
          return false
        }
      }
      guard let isSound else { return steps }
      if !isSound { return [] }
    }
  }

  /// A line of a record before a step.
  private struct Before: Decodable {
    var before: String
    var none: [Int64]?
    var after: String?
    var id: Int64?
  }

  private static func read(
    _ line: UnsafeRawBufferPointer, at start: Int, _ decoder: JSONTextDecoder,
    into entries: inout [String: [JournalHistory.Entry]]
  ) throws(JSONFault) {
    let before = try decoder.decode(Before.self, from: line)
    func version(_ number: Int) -> UInt64 {
      let digits = before.after?.utf8.dropFirst(number * versionLength).prefix(versionLength)
      return digits.flatMap { UInt64(Substring($0), radix: 16) } ?? 0
    }
    if let none = before.none {
      guard none.count == 2, none[0] <= none[1], none[1] - none[0] < longestRun else {
        throw JSONFault(0, .foreignLine)
      }
      for (position, id) in (none[0]...none[1]).enumerated() {
        let nothing = UnsafeRawBufferPointer(rebasing: line[..<0])
        var location = RecordLocation(id: id, offset: 0, text: nothing)
        location.markDeleted()
        entries[before.before, default: []].append(
          JournalHistory.Entry(verb: .insert, before: location, after: version(position)))
      }
      return
    }
    let member = Array(",\"record\":".utf8)
    guard let text = line.indices.first(where: { line[$0...].starts(with: member) }),
      line.last == UInt8(ascii: "}")
    else { throw JSONFault(0, .foreignLine) }
    let range = text + member.count..<line.count - 1
    guard let id = before.id ?? JournalLine.identifier(ofRecord: line[range]) else {
      throw JSONFault(0, .foreignLine)
    }
    let location = RecordLocation(
      id: id, offset: start + range.lowerBound, text: UnsafeRawBufferPointer(rebasing: line[range]))
    entries[before.before, default: []].append(
      JournalHistory.Entry(
        verb: before.after == nil ? .delete : .update, before: location,
        after: before.after == nil ? 0 : version(0)))
  }

  /// The line that ends a step.
  private struct KeptStep: Decodable {
    var step: UInt64
    var at: String
    var author: String
    var name: String?
    var undoes: UInt64?
    var erases: Bool?
    var counts: [String: [Int]]?
    var check: String

    func step(_ entries: [String: [JournalHistory.Entry]]) -> JournalHistory.Step {
      let mark = JournalCommit.mark(
        named: name ?? "", by: author, undoes: undoes, erases: erases)
      var change = StoreChange(
        sequence: step, date: JournalCommit.date(at), author: author, mark: mark,
        isReversible: counts == nil && !author.isEmpty)
      var saved = SavedChanges(sequence: step)
      for (entity, entries) in entries {
        for entry in entries { saved.note(entry.verb, entity, entry.before.id) }
      }
      change.take(saved)
      for (entity, numbers) in counts ?? [:] where numbers.count == 3 {
        var counts = StoreChange.Counts()
        (counts.inserted, counts.updated, counts.deleted) = (numbers[0], numbers[1], numbers[2])
        change.counts[entity] = counts
      }
      return JournalHistory.Step(change: change, entries: entries, at: at)
    }
  }
}
