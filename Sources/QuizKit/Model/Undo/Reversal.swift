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

  /// Undo or redo.
  package var action: Action
  /// The kind of change.
  package var change: BankChange
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

    static func + (left: Counts, right: Counts) -> Counts {
      var sum = left
      sum.questions += right.questions
      sum.decks += right.decks
      sum.notes += right.notes
      sum.quizzes += right.quizzes
      sum.exams += right.exams
      return sum
    }

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
    let change = saved.name.flatMap(BankChange.init) ?? .edit
    // An import may also update questions.
    if change == .imported { made.questions += edited.questions }
    let counts =
      switch change {
      case .registration, .imported, .deck, .restoration, .emptying: made
      case .edit, .renaming: edited
      case .deletion: gone
      case .synchronization: made + edited + gone
      }
    self.init(action, change, counts)
  }

  private init(_ action: Action, _ change: BankChange, _ counts: Counts) {
    self.init(
      action: action, change: change, questions: counts.questions, decks: counts.decks,
      notes: counts.notes, quizzes: counts.quizzes, exams: counts.exams)
  }
}
