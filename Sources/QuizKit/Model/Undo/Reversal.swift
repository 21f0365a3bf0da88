/// What was undone or redone, as in `undone: deletion of 3 questions`.
public struct Reversal: Encodable, Equatable, Sendable {
  /// Undo or redo.
  public enum Action: String, Encodable, Sendable {
    /// A change was undone.
    case undo
    /// A change was redone.
    case redo
  }

  /// The kind of change.
  public enum Change: String, Encodable, Sendable {
    /// One question or note was added.
    case registration
    /// Several records were added.
    case imported = "import"
    /// Records were deleted.
    case deletion
    /// Questions or notes were edited.
    case edit
    /// A deck was created.
    case deck
    /// A deck was renamed.
    case renaming
    /// Deleted records were brought back from the trash.
    case restoration = "restore"
    /// The trash was emptied.
    case emptying = "empty"
  }

  /// Undo or redo.
  public var action: Action
  /// The kind of change.
  public var change: Change
  /// How many questions the change concerned.
  public var questions: Int
  /// How many decks the change concerned.
  public var decks: Int
  /// How many notes the change concerned.
  public var notes = 0
  /// How many quizzes of the history the change concerned.
  public var quizzes = 0
}

extension Reversal {
  /// Describes a change.
  ///
  /// - Parameter saved: what the save changed when it was first made.
  init(_ action: Action, of saved: SavedChanges) {
    func changes<R: StoredRecord>(_ type: R.Type) -> SavedChanges.Identifiers {
      saved.entities[R.entityName] ?? SavedChanges.Identifiers()
    }
    let (questions, decks) = (changes(Question.self), changes(Deck.self))
    let (notes, quizzes) = (changes(StudyNote.self), changes(Attempt.self))
    let all = [questions, decks, notes, quizzes]
    func counts(_ part: (SavedChanges.Identifiers) -> [Int64]) -> [Int] {
      all.map { part($0).count }
    }
    let (made, gone, edited) = (counts(\.inserted), counts(\.deleted), counts(\.updated))
    let madeRecords = made[0] + made[2] + made[3]
    if !changes(TrashEntry.self).deleted.isEmpty, changes(TrashEntry.self).inserted.isEmpty {
      self.init(action, madeRecords + made[1] > 0 ? .restoration : .emptying, made)
    } else if madeRecords > 0 {
      // An import may also update questions.
      let questions = made[0] + edited[0]
      self.init(
        action, madeRecords + edited[0] == 1 ? .registration : .imported, [questions] + made[1...])
    } else if gone.contains(where: { $0 > 0 }) {
      self.init(action, .deletion, gone)
    } else if edited[0] + edited[2] > 0 {
      self.init(action, .edit, [edited[0], 0, edited[2], 0])
    } else if made[1] > 0 {
      self.init(action, .deck, made)
    } else {
      self.init(action, .renaming, [0, edited[1], 0, 0])
    }
  }

  /// - Parameter counts: of questions, decks, notes and quizzes.
  private init(_ action: Action, _ change: Change, _ counts: [Int]) {
    self.init(
      action: action, change: change, questions: counts[0], decks: counts[1], notes: counts[2],
      quizzes: counts[3])
  }
}
