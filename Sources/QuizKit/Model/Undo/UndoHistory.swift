import QuizStore
import QuizSupport
import Signals

/// Undo and redo of the changes that one model has saved.
///
/// Each model that users change has its own history, so that undo on its screen takes back a change
/// of this model and not of another one.
package final class UndoHistory {
  /// Takes the commands. The result is emitted by ``reversals`` or ``refusals``.
  package let commands = PublishSubject<UndoCommand>()

  /// Emits each change that was undone or redone.
  package var reversals: Signal<Reversal> { reversed.signal }

  /// Emits the error when undo or redo failed. Nothing is then changed.
  package var refusals: Signal<any ReportableError> { refused.signal }

  /// The change that an undo would take back; `nil` when there is none.
  package var next: Reversal? { store.nextUndo.map { reversal(.undo, $0) } }

  /// The change that an undo would take back, if it was saved before the current visit
  /// (``beginVisit()``).
  package var nextFromBefore: Reversal? {
    guard let sequence = store.nextUndo?.sequence, sequence <= visitStart else { return nil }
    return next
  }

  private let store: StoreContext
  /// The last save before the current visit.
  private var visitStart: UInt64 = 0
  private let reversed = PublishSubject<Reversal>()
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the history of the saves of one unit of work.
  init(of store: StoreContext) {
    self.store = store
    commands.signal.observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  /// Remembers that a screen came to the front. Before an earlier change is undone there, the user
  /// should be asked to confirm.
  package func beginVisit() {
    visitStart = max(visitStart, store.nextUndo?.sequence ?? 0)
  }

  /// Undoes the last change.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  package func undo() throws {
    guard let next = store.nextUndo else { throw UndoRefusal.nothingToUndo }
    try reversing { () throws(StoreError) in try store.undo() }
    reversed.emit(reversal(.undo, next))
  }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  package func redo() throws {
    guard let next = store.nextRedo else { throw UndoRefusal.nothingToRedo }
    try reversing { () throws(StoreError) in try store.redo() }
    reversed.emit(reversal(.redo, next))
  }

  private func reversal(_ action: Reversal.Action, _ saved: SavedChanges) -> Reversal {
    Reversal(action, of: saved, store.kinds)
  }

  private func perform(_ command: UndoCommand) {
    do {
      switch command {
      case .undo: try undo()
      case .redo: try redo()
      }
    } catch {
      refused.emit(UnexpectedError.reportable(error))
    }
  }

  private func reversing(_ work: () throws(StoreError) -> SavedChanges?) throws {
    do throws(StoreError) {
      _ = try work()
    } catch {
      switch error {
      // Something that the change needs no longer exists, or something is in its way.
      case .conflict, .notFound, .danglingReference, .duplicateKey:
        throw UndoRefusal.changedSince
      default: throw error
      }
    }
  }
}

/// A command to an ``UndoHistory``.
package enum UndoCommand: Equatable, Sendable {
  /// Undo the last change.
  case undo
  /// Redo the change that was undone last.
  case redo
}

/// The reason why nothing was undone or redone.
package enum UndoRefusal: ReportableError, Equatable {
  /// Nothing was changed in this session, or everything has been undone.
  case nothingToUndo
  /// Nothing was undone, or there has been another change since.
  case nothingToRedo
  /// The same record was changed elsewhere in the meantime.
  case changedSince

  package var message: Message {
    switch self {
    case .nothingToUndo: Message("nothing-to-undo", "There is nothing to undo.", "取り消せる操作はありません。")
    case .nothingToRedo:
      Message("nothing-to-redo", "There is nothing to redo.", "取り消しを戻せる操作はありません。")
    case .changedSince:
      Message(
        "changed-since", "This cannot be undone: it has been changed since.",
        "その後に変更されたため、取り消せません。")
    }
  }
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

  /// The number of questions that the change concerned.
  package var questions: Int { Question.name.map { counts[$0] } ?? 0 }
  /// The number of decks that the change concerned.
  package var decks: Int { Deck.name.map { counts[$0] } ?? 0 }
  /// The numbers of records of other kinds that the change concerned.
  package var others: RecordCounts {
    counts.without([Question.name, Deck.name].compactMap(\.self))
  }
}

extension Reversal {
  /// Describes a change.
  ///
  /// - Parameter saved: the changes that the save originally made.
  init(_ action: Action, of saved: SavedChanges, _ kinds: BankKinds) {
    let change = saved.name.flatMap(BankChange.init) ?? .edit
    var counts = kinds.counts
    for kind in kinds.all {
      guard let name = kind.name, let ids = saved.entities[kind.entityName] else { continue }
      let (made, edited, gone) = (ids.inserted.count, ids.updated.count, ids.deleted.count)
      counts[name] =
        switch change {
        // An import may also update questions.
        case .imported: made + (kind == Question.self ? edited : 0)
        case .registration, .deck, .restoration, .emptying: made
        case .edit, .renaming: edited
        case .deletion: gone
        case .synchronization: made + edited + gone
        }
    }
    self.init(action: action, change: change, counts: counts)
  }
}
