import Foundation
import QuizStore
import QuizSupport
import Signals

/// Undo and redo of what was changed in a bank: decks, questions, exams, notes, the trash, and
/// deletions of quizzes.
///
/// The order of the changes is that of the store's log, so that what an earlier program changed on
/// this device can be undone too, where the log outlasts the program. What other devices changed,
/// and what came by synchronization, is passed over: undoing it would send the reversal to
/// everybody. Redo is for what this program has undone.
package final class UndoHistory {
  /// Takes the commands. The result is emitted by ``reversals`` or ``refusals``.
  package let commands = PublishSubject<UndoCommand>()

  /// Emits each change that was undone or redone.
  package var reversals: Signal<Reversal> { reversed.signal }

  /// Emits the error when undo or redo failed. Nothing is then changed.
  package var refusals: Signal<any ReportableError> { refused.signal }

  /// The change that an undo would take back; `nil` when there is none.
  package var next: Reversal? { nextStep.map { reversal(.undo, $0.change) } }

  /// The change that an undo would take back, if it was saved before the current visit
  /// (``beginVisit()``).
  package var nextFromBefore: Reversal? {
    guard let step = nextStep, step.change.sequence <= visitStart else { return nil }
    return reversal(.undo, step.change)
  }

  /// Whether there is certainly nothing to undo. The log is not read for it.
  package var isKnownEmpty: Bool {
    log.lastSequence == 0 || (log.isAtHand && nextStep == nil)
  }

  private let store: StoreContext
  private let world: World
  private var log: any ChangeHistory { store.history }
  /// The last save before this program.
  private let opened: UInt64
  /// The last save before the current visit.
  private var visitStart: UInt64 = 0
  private let reversed = PublishSubject<Reversal>()
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the history of a world's bank.
  package init(world: World) {
    self.world = world
    store = world.unitOfWork(undo: true)
    opened = store.history.lastSequence
    commands.signal.observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  /// Remembers that a screen came to the front. Before an earlier change is undone there, the user
  /// should be asked to confirm.
  package func beginVisit() { visitStart = log.lastSequence }

  /// Undoes the last change.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  package func undo() throws {
    guard let step = try steps().undoable else { throw UndoRefusal.nothingToUndo }
    reversed.emit(try reverse(step, .undo))
  }

  /// Undoes the last changes, as many as there are, or none where one of them cannot be undone.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws.
  package func undo(last count: Int) throws {
    var undone: [Reversal] = []
    do {
      while undone.count < count, let step = try steps().undoable {
        undone.append(try reverse(step, .undo))
      }
    } catch {
      for _ in undone {
        if let step = try steps().undone.last { _ = try reverse(step, .redo) }
      }
      throw error
    }
    if undone.isEmpty { throw UndoRefusal.nothingToUndo }
    for reversal in undone { reversed.emit(reversal) }
  }

  /// Undoes the change that was saved with this number, leaving those after it.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  package func undo(_ sequence: UInt64) throws {
    guard let step = try steps().done.last(where: { $0.change.sequence == sequence }),
      step.latest.isReversible
    else { throw UndoRefusal.nothingToUndo }
    reversed.emit(try reverse(step, .undo))
  }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  package func redo() throws {
    guard let step = try steps().undone.last else { throw UndoRefusal.nothingToRedo }
    reversed.emit(try reverse(step, .redo))
  }

  /// The two oldest readings of followed files since the program began, as far as they were not
  /// undone. Fewer than ten of them stay as they are: none.
  func readingsToJoin() throws(StoreError) -> [UInt64] {
    let changes = try log.changes(after: opened)
    let readings = UndoSteps(of: changes, by: log.author, opened: opened).done.filter {
      $0.change.mark.name == BankChange.followed.rawValue
        && $0.latest.sequence == $0.change.sequence
    }
    return readings.count < Self.mostReadings ? [] : readings.prefix(2).map(\.change.sequence)
  }

  /// How many readings of followed files one session leaves in the log. An author saves a file many
  /// times an hour, and other changes are to stay within reach.
  static let mostReadings = 10

  private var nextStep: UndoSteps.Step? {
    do throws(StoreError) {
      return try steps().undoable
    } catch {
      // The undo itself will say it.
      return nil
    }
  }

  private func steps() throws(StoreError) -> UndoSteps {
    UndoSteps(of: try log.changes(after: 0), by: log.author, opened: opened)
  }

  private func reversal(_ action: Reversal.Action, _ change: StoreChange) -> Reversal {
    Reversal(action, of: change, in: world, store.kinds)
  }

  private func perform(_ command: UndoCommand) {
    do {
      switch command {
      case .undo: try undo()
      case .undoLast(let count): try undo(last: count)
      case .undoChange(let sequence): try undo(sequence)
      case .redo: try redo()
      }
    } catch {
      refused.emit(UnexpectedError.reportable(error))
    }
  }

  private func reverse(
    _ step: UndoSteps.Step, _ action: Reversal.Action
  ) throws -> Reversal {
    if let obstacle = try returnedOwner(of: step.latest) {
      throw UndoRefusal.changedSince(obstacle)
    }
    do throws(StoreError) {
      try store.revert(step.latest)
    } catch {
      guard let obstacle = try UndoObstacle(error, to: step.latest, in: world, store) else {
        throw error
      }
      throw UndoRefusal.changedSince(obstacle)
    }
    return reversal(action, step.change)
  }

  /// A record that a change deleted and another change brought back, while parts that were deleted
  /// with it are still gone. It may have new parts in their place.
  private func returnedOwner(of change: StoreChange) throws(StoreError) -> UndoObstacle? {
    var there: [RecordKind: Set<Int64>] = [:]
    for kind in store.kinds.all {
      let found = try returned(kind, of: change)
      if !found.isEmpty { there[kind.kind] = found }
    }
    if there.isEmpty { return nil }
    for kind in store.kinds.all where kind.owners.contains(where: { there[$0] != nil }) {
      guard let owner = try missingPart(kind, of: change, owners: there) else { continue }
      guard let kind = store.kinds[owner.kind] else { continue }
      return try obstacle(kind, owner.number)
    }
    return nil
  }

  /// The deleted records of a kind that the bank has again.
  private func returned<R: BankRecord>(
    _ kind: R.Type, of change: StoreChange
  ) throws(StoreError) -> Set<Int64> {
    let ids = change.entities[R.entityName]?.deleted ?? []
    let versions = try store.versions(of: ids.map { Identifier<R>(rawValue: $0) })
    return Set(zip(ids, versions).filter { $0.1 != nil }.map(\.0))
  }

  /// The owner of a record that is still deleted, if the bank has the owner again.
  private func missingPart<R: BankRecord>(
    _ kind: R.Type, of change: StoreChange, owners: [RecordKind: Set<Int64>]
  ) throws(StoreError) -> RecordReference? {
    let missing = Set(change.entities[R.entityName]?.deleted ?? [])
      .subtracting(owners[R.kind] ?? []).sorted().map { Identifier<R>(rawValue: $0) }
    for record in try log.records(for: missing, before: change) {
      let owner = record.references.first { reference in
        reference.need == .required
          && owners[reference.kind]?.contains(reference.number) == true
      }
      if let owner { return owner }
    }
    return nil
  }

  private func obstacle<R: BankRecord>(
    _ kind: R.Type, _ number: Int64
  ) throws(StoreError) -> UndoObstacle {
    let record = try store.record(for: Identifier<R>(rawValue: number))
    return UndoObstacle(
      name: R.name, title: record?.title(in: world.timeZone), fate: .added)
  }
}

/// The log, as far as a person looks at it.
extension UndoHistory {
  /// One change of the log.
  struct Entry {
    /// The change as the store has it.
    let change: StoreChange
    /// The change for people: its kind and the numbers of records.
    let description: Reversal
    /// Whether it was undone.
    let isUndone: Bool
    /// Whether undo can take it back.
    let canUndo: Bool
  }

  /// A record that a change concerned.
  struct Record {
    /// Its kind, and the name of that for people.
    let kind: RecordKind
    let name: RecordName
    /// What became of it.
    let effect: ChangeEffect
    /// Its title after the change; before it where it was deleted. `nil` when the log does not know.
    let title: String?
    /// Its title before a change, where that was another one.
    let former: String?
  }

  /// From when on the log has every change.
  func beginning() throws(StoreError) -> HistoryBeginning { try log.beginning() }

  /// The changes, last first, without those that undo and redo made.
  func entries() throws(StoreError) -> [Entry] {
    let changes = try log.changes(after: 0)
    let steps = UndoSteps(of: changes, by: log.author, opened: 0)
    let done = Dictionary(
      uniqueKeysWithValues: steps.done.map { ($0.change.sequence, $0.latest.isReversible) })
    return changes.reversed().filter { $0.mark.undoes == nil }.map { change in
      Entry(
        change: change, description: reversal(.undo, change),
        isUndone: steps.takenBack.contains(change.sequence), canUndo: done[change.sequence] ?? false
      )
    }
  }

  /// How many records a change concerned, without those that lists do not show.
  func recordCount(of change: StoreChange) -> Int {
    store.kinds.all.filter { $0.name != nil }.compactMap { change.counts[$0.entityName] }
      .reduce(0) { $0 + $1.inserted + $1.updated + $1.deleted }
  }

  /// The first records that a change concerned.
  func records(of change: StoreChange, limit: Int) throws(StoreError) -> [Record] {
    var records: [Record] = []
    for kind in store.kinds.all where records.count < limit {
      records += try self.records(kind, of: change, limit: limit - records.count)
    }
    return records
  }

  private func records<R: BankRecord>(
    _ kind: R.Type, of change: StoreChange, limit: Int
  ) throws(StoreError) -> [Record] {
    guard let name = R.name, let ids = change.entities[R.entityName] else { return [] }
    let effects: [(ChangeEffect, [Int64])] = [
      (.new, ids.inserted), (.changed, ids.updated), (.deleted, ids.deleted),
    ]
    var records: [Record] = []
    for (effect, numbers) in effects {
      let ids = numbers.prefix(limit - records.count).map { Identifier<R>(rawValue: $0) }
      let before = try titles(effect == .new ? [] : log.records(for: ids, before: change))
      let after = try titles(effect == .deleted ? [] : store.records(for: ids))
      for id in ids {
        let title = after[id] ?? before[id]
        records.append(
          Record(
            kind: R.kind, name: name, effect: effect, title: title,
            former: before[id] == title ? nil : before[id]))
      }
    }
    return records
  }

  private func titles<R: BankRecord>(_ records: [R]) -> [Identifier<R>: String] {
    Dictionary(records.map { ($0.id, $0.title(in: world.timeZone)) }) { first, _ in first }
  }
}

/// Whether a change added, changed or deleted a record.
package enum ChangeEffect: String, Encodable, Sendable {
  /// It was added.
  case new
  /// It was changed.
  case changed
  /// It was deleted.
  case deleted
}

/// The changes of this device in the order in which undo and redo take them.
struct UndoSteps {
  /// A change, and the save that has to be taken back to undo or redo it.
  struct Step {
    /// The change itself.
    let change: StoreChange
    /// The last save that did it, or that undid it.
    var latest: StoreChange
  }

  /// What can be undone, the first change first.
  private(set) var done: [Step] = []
  /// What can be redone, the last one undone last.
  private(set) var undone: [Step] = []
  /// The changes that were undone and not redone, also those that can be redone no more.
  private(set) var takenBack: Set<UInt64> = []

  /// The change that undo takes back; `nil` when there is none. What it needs may be gone from the
  /// log.
  var undoable: Step? { done.last { $0.latest.isReversible } }

  /// - Parameter changes: the whole log.
  /// - Parameter author: this device.
  /// - Parameter opened: the last save before the program, which redoes only what it has undone.
  init(of changes: [StoreChange], by author: String, opened: UInt64) {
    for change in changes where change.author == author && !change.mark.isForeign {
      guard let target = change.mark.undoes else {
        done.append(Step(change: change, latest: change))
        undone = []
        continue
      }
      if let index = done.lastIndex(where: { $0.latest.sequence == target }) {
        var step = done.remove(at: index)
        step.latest = change
        undone.append(step)
        takenBack.insert(step.change.sequence)
      } else if let index = undone.lastIndex(where: { $0.latest.sequence == target }) {
        var step = undone.remove(at: index)
        step.latest = change
        takenBack.remove(step.change.sequence)
        let place = done.lastIndex { $0.change.sequence < step.change.sequence }
        done.insert(step, at: place.map { $0 + 1 } ?? 0)
      }
    }
    undone.removeAll { $0.latest.sequence <= opened }
  }
}

/// A command to an ``UndoHistory``.
package enum UndoCommand: Equatable, Sendable {
  /// Undo the last change.
  case undo
  /// Undo the last changes, as many as there are.
  case undoLast(Int)
  /// Undo the change that was saved with this number.
  case undoChange(UInt64)
  /// Redo the change that was undone last.
  case redo
}

/// The reason why nothing was undone or redone.
package enum UndoRefusal: ReportableError, Equatable {
  /// Nothing was changed, or everything has been undone.
  case nothingToUndo
  /// Nothing was undone, or there has been another change since.
  case nothingToRedo
  /// A record was changed since in a way that an undo would lose.
  case changedSince(UndoObstacle)

  package var message: Message {
    switch self {
    case .nothingToUndo: Message("nothing-to-undo", "There is nothing to undo.", "取り消せる操作はありません。")
    case .nothingToRedo:
      Message("nothing-to-redo", "There is nothing to redo.", "取り消しを戻せる操作はありません。")
    case .changedSince(let obstacle):
      Message(
        "changed-since", "This cannot be undone: \(obstacle.english).",
        "\(obstacle.japanese)ため、取り消せません。")
    }
  }
}

/// The record that prevents undoing a change.
package struct UndoObstacle: Equatable, Sendable {
  /// What became of the record since.
  package enum Fate: Equatable, Sendable {
    /// It was changed, then if the record says so.
    case changed(Stamp?)
    /// It was deleted.
    case deleted
    /// It came, and refers to what would be deleted.
    case added
    /// It has the name that the undo would give to another record.
    case named
    /// It refers to what has been deleted.
    case orphaned
  }

  /// The name of the record's kind; `nil` for a record that lists do not show.
  package var name: RecordName?
  /// The record's title; `nil` when it is not known.
  package var title: String?
  /// What became of it.
  package var fate: Fate

  /// The end of the sentence: "the question “A?” has been changed since".
  fileprivate var english: String {
    let subject = title.map { "\(name.english) “\($0)”" } ?? name.english
    return switch fate {
    case .changed(let stamp):
      "\(subject) has been changed since\(stamp.map { " (\($0.minute))" } ?? "")"
    case .deleted: "\(subject) has been deleted since"
    case .added: "\(subject) has been added since"
    case .named: "\(subject) has this name now"
    case .orphaned: "what \(subject) belongs to has been deleted since"
    }
  }

  fileprivate var japanese: String {
    let subject = (name?.japanese ?? "データ") + (title.map { "「\($0)」" } ?? "")
    return switch fate {
    case .changed(let stamp): "その後に\(subject)が変更された\(stamp.map { "（\($0.minute)）" } ?? "")"
    case .deleted: "その後に\(subject)が削除された"
    case .added: "その後に\(subject)が追加された"
    case .named: "\(subject)が同じ名前になっている"
    case .orphaned: "\(subject)の元のデータが削除された"
    }
  }
}

extension UndoObstacle {
  /// Finds what an error is about; `nil` for an error that has nothing to do with other changes.
  init?(
    _ error: StoreError, to change: StoreChange, in world: World, _ store: StoreContext
  ) throws(StoreError) {
    let entity: String
    let number: Int64
    switch error {
    case .conflict(let conflict):
      (entity, number) = (conflict.entity, conflict.id)
      let isNew = change.entities[entity].map { !$0.all.contains(number) } ?? true
      fate = conflict.theirs == nil ? .deleted : isNew ? .added : .changed(nil)
    case .notFound(let kind, let id): (entity, number, fate) = (kind, id, .deleted)
    case .danglingReference(let kind, let id, _, _): (entity, number, fate) = (kind, id, .orphaned)
    case .duplicateKey(let key): (entity, number, fate) = (key.entity, key.existing, .named)
    default: return nil
    }
    guard let kind = store.kinds[RecordKind(rawValue: entity)] else { return }
    try name(kind, number, change, world, store)
  }

  private mutating func name<R: BankRecord>(
    _ kind: R.Type, _ number: Int64, _ change: StoreChange, _ world: World, _ store: StoreContext
  ) throws(StoreError) {
    name = R.name
    let id = Identifier<R>(rawValue: number)
    var record = try store.record(for: id)
    if record == nil { record = try store.history.records(for: [id], before: change).first }
    guard let record else { return }
    title = record.title(in: world.timeZone)
    if fate == .changed(nil) { fate = .changed(Stamp(record.lastChange, in: world.timeZone)) }
  }
}

extension SavedChanges.Identifiers {
  fileprivate var all: [Int64] { inserted + updated + deleted }
}

/// A change that was undone or redone, as in `undone: deletion of 3 questions`.
package struct Reversal: Encodable, Equatable, Sendable {
  /// Undo or redo.
  package enum Action: String, Encodable, Sendable {
    /// A change was undone.
    case undo
    /// A change was redone.
    case redo
  }

  /// Undo or redo.
  package var action: Action
  /// The kind of change.
  package var change: BankChange
  /// The number of records of each kind that the change concerned.
  package var counts: RecordCounts
  /// When the change was made; `nil` in a test.
  package var at: Stamp?
  /// That time for people: without the day if that is today. Not encoded.
  package var time: String?

  /// The number of questions that the change concerned.
  package var questions: Int { Question.name.map { counts[$0] } ?? 0 }
  /// The number of decks that the change concerned.
  package var decks: Int { Deck.name.map { counts[$0] } ?? 0 }
  /// The numbers of records of other kinds that the change concerned.
  package var others: RecordCounts {
    counts.without([Question.name, Deck.name].compactMap(\.self))
  }

  private enum CodingKeys: CodingKey { case action, change, counts, at }
}

extension Reversal {
  /// Describes a change.
  init(_ action: Action, of made: StoreChange, in world: World, _ kinds: BankKinds) {
    let change = made.mark.name.flatMap(BankChange.init) ?? .edit
    var counts = kinds.counts
    for kind in kinds.all {
      guard let name = kind.name, let ids = made.counts[kind.entityName] else { continue }
      counts[name] =
        switch change {
        // An import may also update questions.
        case .imported: ids.inserted + (kind == Question.self ? ids.updated : 0)
        case .registration, .deck, .restoration, .emptying: ids.inserted
        case .edit, .renaming: ids.updated
        case .deletion: ids.deleted
        case .synchronization, .followed: ids.inserted + ids.updated + ids.deleted
        }
    }
    let at = Stamp(made.date, in: world.timeZone)
    let today = Stamp(world.now(), in: world.timeZone)
    let isToday = at.minute.prefix(10) == today.minute.prefix(10)
    self.init(
      action: action, change: change, counts: counts, at: at,
      time: isToday ? String(at.minute.suffix(5)) : at.minute)
  }
}
