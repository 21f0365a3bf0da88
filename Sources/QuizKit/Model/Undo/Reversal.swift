import QuizStore
import QuizSupport

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
