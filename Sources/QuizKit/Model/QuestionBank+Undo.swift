import Signals

/// Taking back what was done to decks and questions, and doing it again. The answers of a quiz are not concerned.
extension QuestionBank {
  /// What was taken back or done again.
  public var reversals: Signal<Reversal> { reversed.signal }

  /// Says why a command was not carried out. Nothing is changed then.
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// Takes the last change back.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is changed then.
  public func undo() throws {
    try reverse(.undo, refusal: .nothingToUndo) { () throws(StoreError) in try store.undo() }
  }

  /// Does again what was taken back last.
  ///
  /// - Throws: ``UndoRefusal``; what the store throws. Nothing is changed then.
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

/// What a person can ask of the bank on every screen.
public enum BankCommand: Equatable, Sendable {
  /// Take the last change back.
  case undo
  /// Do again what was taken back last.
  case redo
}

/// What was taken back or done again: `undone: deletion of 3 questions`.
public struct Reversal: Encodable, Equatable, Sendable {
  /// The direction.
  public enum Action: String, Encodable, Sendable {
    /// A change was taken back.
    case undo
    /// A change that was taken back was done again.
    case redo
  }

  /// The change that was taken back or done again.
  public enum Change: String, Encodable, Sendable {
    /// One question was new.
    case registration
    /// Several questions were new.
    case imported = "import"
    /// Questions, or decks with their questions, were deleted.
    case deletion
    /// Questions were edited.
    case edit
    /// A deck was new.
    case deck
    /// A deck got another name.
    case renaming
  }

  /// The direction.
  public var action: Action
  /// The change.
  public var change: Change
  /// How many questions it concerned.
  public var questions: Int
  /// How many decks it concerned.
  public var decks: Int
  /// How many notes came or went with them, or alone.
  public var notes = 0
  /// How many quizzes came or went with them, or alone.
  public var quizzes = 0
}

extension Reversal {
  /// What the save means that took a change back or did it again. What it brought back had been deleted by the change, and so on.
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
      // Neither is made beside questions but by a backup.
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

/// Why nothing was taken back or done again.
public enum UndoRefusal: ReportableError, Equatable {
  /// Nothing was done in this session, or all of it was taken back.
  case nothingToUndo
  /// Nothing was taken back, or something else was done since.
  case nothingToRedo
  /// Somebody else has changed the same question or deck since.
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
