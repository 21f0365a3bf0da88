import Foundation

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// The rules for the log of changes, and for undo by a later program.
extension SimulatedDevice {
  /// Checks that the next program takes the whole change of a line back, and makes it again, however
  /// this one ends: as a person ends it, killed, or after a compaction.
  func reverseLater(_ line: String, chance: UInt64) throws {
    guard let program else { return }
    let before = try snapshot().content
    let history = program.shell.models.undoHistory
    let (last, saves) = (try history.entries().first?.change.sequence, saveCount)
    program.run(line)
    let after = try snapshot().content
    guard saveCount == saves + 1, let new = try history.entries().first, new.canUndo,
      new.change.sequence != last
    else { return }
    if chance % 3 == 0 { try (program.store as? JournalStore)?.compact() }
    if chance % 3 == 1 { kill() } else { end() }
    try requireStart()
    guard let later = self.program?.shell.models.undoHistory else { return }
    // Another program cannot bring back what was erased, and an archive has no log.
    let isKept = !nature.isArchive && new.description.change != .emptying
    let entry = try later.entries().first { $0.change.sequence == new.change.sequence }
    guard entry?.canUndo ?? false == isKept else {
      throw SimulationFailure(
        rule: "the log outlasts the program", detail: "\(line): \(isKept) \(entry as Any)")
    }
    guard isKept, try snapshot().content == after else { return }
    try reverse(
      later, .undoChange(new.change.sequence), of: line, from: before, to: after, \.content,
      rules: (
        "undo after a restart takes all of a change back",
        "redo after a restart does all of a change again"
      ))
  }

  /// Checks that a command takes a change back, and that redo makes it again.
  ///
  /// - Parameters:
  ///   - part: what the change concerns, of the whole bank.
  ///   - rules: what is broken where the undo or the redo leaves something else.
  func reverse(
    _ history: UndoHistory, _ command: UndoCommand, of line: String, from before: BankSnapshot,
    to after: BankSnapshot, _ part: KeyPath<BankSnapshot, BankSnapshot>,
    rules: (undo: String, redo: String)
  ) throws {
    for (command, rule, wanted) in [(command, rules.undo, before), (.redo, rules.redo, after)] {
      history.commands.emit(command)
      let found = try snapshot()[keyPath: part]
      guard found == wanted else {
        throw SimulationFailure(
          rule: rule, detail: "\(line)\n" + found.differences(to: wanted))
      }
    }
  }

  /// Checks that what was in the trash is nowhere in the file once the trash was emptied and the
  /// file compacted.
  func eraseForGood() throws {
    guard let program, !nature.isArchive else { return }
    let trashed = try StoreContext(program.store).fetch(FetchDescriptor<TrashedRecord>())
      .compactMap { $0.content.record(of: Question.self)?.id.rawValue }
    try program.shell.models.trash.empty()
    end()
    try requireStart()
    try (self.program?.store as? JournalStore)?.compact()
    let alive = try snapshot().records[Question.entityName] ?? [:]
    let gone = Set(trashed).subtracting(alive.keys)
    let lines = String(decoding: disk.text(of: "/bank") ?? [], as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("{\"before\":\"question\"") {
      guard let record = line.firstRange(of: "\"record\":{\"id\":"),
        let id = Int64(line[record.upperBound...].prefix { $0.isNumber }), gone.contains(id)
      else { continue }
      throw SimulationFailure(rule: "what was erased is gone", detail: String(line))
    }
  }

  /// Checks that a second program has the same log, and that nothing in it is offered that another
  /// device has changed.
  func requireLog() throws {
    guard let program else { return }
    let history = program.shell.models.undoHistory
    let entries = try history.entries()
    if let entry = entries.first(where: {
      $0.canUndo && ($0.description.change == .synchronization || $0.change.mark.isForeign)
    }) {
      throw SimulationFailure(rule: "undo is for what this device changed", detail: "\(entry)")
    }
    guard let own = program.store as? JournalStore,
      let other = try open(disk, .reading) as? JournalStore
    else { return }
    let (mine, theirs) = (try own.changes(after: 0), try other.changes(after: 0))
    guard mine.map(\.sequence) == theirs.map(\.sequence),
      mine.map(\.entities) == theirs.map(\.entities), mine.map(\.mark) == theirs.map(\.mark)
    else {
      throw SimulationFailure(
        rule: "another program reads the same log", detail: "\(mine)\n   instead of \(theirs)")
    }
  }
}

extension BankSnapshot {
  /// The records that a restart leaves as they are, and undo takes back.
  var content: BankSnapshot {
    only([
      Deck.entityName, Question.entityName, StudyNote.entityName, Exam.entityName,
      TrashEntry.entityName, TrashedRecord.entityName,
    ])
  }
}
