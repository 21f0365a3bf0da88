import Signals

/// Undo and redo of changes to decks and questions. Answers of a quiz are not affected.
extension QuestionBank {
  /// Emits what was undone or redone.
  public var reversals: Signal<Reversal> { reversed.signal }

  /// Emits why an undo or redo failed. Nothing is then changed.
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// Undoes the last change.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  public func undo() throws {
    try reverse(.undo, refusal: .nothingToUndo) { () throws(StoreError) in try store.undo() }
  }

  /// Redoes the change that was undone last.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is then changed.
  public func redo() throws {
    try reverse(.redo, refusal: .nothingToRedo) { () throws(StoreError) in try store.redo() }
  }

  func perform(_ command: BankCommand) {
    do {
      switch command {
      case .undo: try undo()
      case .redo: try redo()
      }
    } catch {
      refused.emit(UnexpectedError.reportable(error))
    }
  }

  private func reverse(
    _ action: Reversal.Action, refusal: UndoRefusal,
    _ work: () throws(StoreError) -> SavedChanges?
  ) throws {
    do {
      guard let saved = try work() else { throw refusal }
      reversed.emit(Reversal(action, saved))
    } catch StoreError.conflict {
      throw UndoRefusal.changedSince
    }
  }
}

/// Commands to the bank that work on every screen.
public enum BankCommand: Equatable, Sendable {
  /// Undo the last change.
  case undo
  /// Redo the change that was undone last.
  case redo
}

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
    /// One question was added.
    case registration
    /// Several questions were added.
    case imported = "import"
    /// Questions, or decks with their questions, were deleted.
    case deletion
    /// Questions were edited.
    case edit
    /// A deck was created.
    case deck
    /// A deck was renamed.
    case renaming
  }

  /// Undo or redo.
  public var action: Action
  /// The kind of change.
  public var change: Change
  /// How many questions were affected.
  public var questions: Int
  /// How many decks were affected.
  public var decks: Int
  /// How many notes were added or removed by this.
  public var notes = 0
  /// How many quizzes were added or removed by this.
  public var quizzes = 0
}

extension Reversal {
  /// Works out the original change from the save that undid or redid it. For an undo, a record that the save inserted is one that
  /// the change had deleted, and vice versa.
  init(_ action: Action, _ saved: SavedChanges) {
    let none = SavedChanges.Identifiers()
    let questions = saved.entities[Question.entityName] ?? none
    let decks = saved.entities[Deck.entityName] ?? none
    let isUndo = action == .undo
    let notes = saved.entities[StudyNote.entityName] ?? none
    let quizzes = saved.entities[Attempt.entityName] ?? none
    let madeQuizzes = isUndo ? quizzes.deleted.count : quizzes.inserted.count
    let madeNotes = isUndo ? notes.deleted.count : notes.inserted.count
    self.notes = notes.inserted.count + notes.deleted.count
    self.quizzes = quizzes.inserted.count + quizzes.deleted.count
    let made = isUndo ? questions.deleted.count : questions.inserted.count
    let gone = isUndo ? questions.inserted.count : questions.deleted.count
    let madeDecks = isUndo ? decks.deleted.count : decks.inserted.count
    let goneDecks = isUndo ? decks.inserted.count : decks.deleted.count
    self.action = action
    if madeNotes + madeQuizzes > 0 {
      // Only restoring a backup adds notes or quizzes in a save of the bank.
      (change, self.questions, self.decks) = (.imported, made, madeDecks)
    } else if made > 0 {
      (change, self.questions, self.decks) = (
        made == 1 ? .registration : .imported, made, madeDecks
      )
    } else if gone > 0 || goneDecks > 0 {
      (change, self.questions, self.decks) = (.deletion, gone, goneDecks)
    } else if !questions.updated.isEmpty {
      (change, self.questions, self.decks) = (.edit, questions.updated.count, 0)
    } else if madeDecks > 0 {
      (change, self.questions, self.decks) = (.deck, 0, madeDecks)
    } else {
      (change, self.questions, self.decks) = (.renaming, 0, decks.updated.count)
    }
  }
}

/// Why nothing was undone or redone.
public enum UndoRefusal: ReportableError, Equatable {
  /// Nothing was changed in this session, or everything has been undone.
  case nothingToUndo
  /// Nothing was undone, or there has been another change since.
  case nothingToRedo
  /// The same question or deck was changed elsewhere in the meantime.
  case changedSince

  public var code: String {
    switch self {
    case .nothingToUndo: "nothing-to-undo"
    case .nothingToRedo: "nothing-to-redo"
    case .changedSince: "changed-since"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .nothingToUndo: language.text("There is nothing to undo.", "取り消せる操作はありません。")
    case .nothingToRedo: language.text("There is nothing to redo.", "やり直せる操作はありません。")
    case .changedSince:
      language.text(
        "This cannot be undone: somebody else has changed the same since.",
        "ほかの人が先に変更したため、取り消せません。")
    }
  }
}
