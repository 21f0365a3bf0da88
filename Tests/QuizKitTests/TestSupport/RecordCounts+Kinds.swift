@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

extension RestoredRecords {
  /// The number of new quizzes.
  var quizzes: Int { counts.number(of: Attempt.self) }
  /// The number of new exams.
  var exams: Int { counts.number(of: Exam.self) }

  /// Counts of the kinds of records of every bank.
  init(decks: Int = 0, notes: Int = 0, quizzes: Int = 0, exams: Int = 0, known: Int = 0) {
    self.init(
      counts: .init(decks: decks, notes: notes, quizzes: quizzes, exams: exams), duplicates: known)
  }
}

extension Reversal {
  /// The number of quizzes.
  var quizzes: Int { counts.number(of: Attempt.self) }
  /// The number of exams.
  var exams: Int { counts.number(of: Exam.self) }

  /// A change of the kinds of records of every bank.
  init(
    action: Action, change: BankChange, questions: Int, decks: Int, notes: Int = 0,
    quizzes: Int = 0, exams: Int = 0
  ) {
    self.init(
      action: action, change: change,
      counts: .init(
        questions: questions, decks: decks, notes: notes, quizzes: quizzes, exams: exams))
  }
}

extension RecordCounts {
  func number<R: BankRecord>(of kind: R.Type) -> Int { kind.name.map { self[$0] } ?? 0 }

  init(
    questions: Int = 0, decks: Int = 0, notes: Int = 0, quizzes: Int = 0, exams: Int = 0
  ) {
    self.init([])
    let counts = [
      (Question.name, questions), (Deck.name, decks), (StudyNote.name, notes),
      (Attempt.name, quizzes), (Exam.name, exams),
    ]
    for (name, count) in counts {
      if let name { self[name] = count }
    }
  }
}
