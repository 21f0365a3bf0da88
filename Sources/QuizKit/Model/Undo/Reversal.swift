import QuizStore

/// What was undone or redone, as in `undone: deletion of 3 questions`.
package struct Reversal: Encodable, Equatable, Sendable {
  /// Undo or redo.
  package enum Action: String, Encodable, Sendable {
    /// A change was undone.
    case undo
    /// A change was redone.
    case redo
  }

  /// The kind of change.
  package enum Change: String, Encodable, Sendable {
    /// One question, note or exam was added.
    case registration
    /// Several records were added.
    case imported = "import"
    /// Records were deleted.
    case deletion
    /// Questions, notes or exams were edited.
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
  package var action: Action
  /// The kind of change.
  package var change: Change
  /// How many questions the change concerned.
  package var questions: Int
  /// How many decks the change concerned.
  package var decks: Int
  /// How many notes the change concerned.
  package var notes = 0
  /// How many quizzes of the history the change concerned.
  package var quizzes = 0
  /// How many exams the change concerned.
  package var exams = 0
}

extension Reversal {
  /// How many records of each kind that people see.
  private struct Counts {
    var questions = 0
    var decks = 0
    var notes = 0
    var quizzes = 0
    var exams = 0

    /// Counts without decks.
    var contents: Int { questions + notes + quizzes + exams }
    var isEmpty: Bool { contents + decks == 0 }

    init(_ saved: SavedChanges, _ part: (SavedChanges.Identifiers) -> [Int64]) {
      func count<R: StoredRecord>(_ type: R.Type) -> Int {
        saved.entities[R.entityName].map { part($0).count } ?? 0
      }
      (questions, decks) = (count(Question.self), count(Deck.self))
      (notes, quizzes) = (count(StudyNote.self), count(Attempt.self))
      exams = count(Exam.self)
    }
  }

  /// Describes a change.
  ///
  /// - Parameter saved: what the save changed when it was first made.
  init(_ action: Action, of saved: SavedChanges) {
    var made = Counts(saved, \.inserted)
    let edited = Counts(saved, \.updated)
    let gone = Counts(saved, \.deleted)
    let trash = saved.entities[TrashEntry.entityName] ?? SavedChanges.Identifiers()
    if !trash.deleted.isEmpty, trash.inserted.isEmpty {
      self.init(action, made.isEmpty ? .emptying : .restoration, made)
    } else if made.contents > 0 {
      // An import may also update questions.
      made.questions += edited.questions
      self.init(action, made.contents == 1 ? .registration : .imported, made)
    } else if !gone.isEmpty {
      self.init(action, .deletion, gone)
    } else if edited.contents > (edited.decks > 0 ? edited.exams : 0) {
      // Exams follow a deck that gets another name.
      self.init(action, .edit, edited)
    } else if made.decks > 0 {
      self.init(action, .deck, made)
    } else {
      self.init(action, .renaming, edited)
    }
  }

  private init(_ action: Action, _ change: Change, _ counts: Counts) {
    self.init(
      action: action, change: change, questions: counts.questions, decks: counts.decks,
      notes: counts.notes, quizzes: counts.quizzes, exams: counts.exams)
  }
}
