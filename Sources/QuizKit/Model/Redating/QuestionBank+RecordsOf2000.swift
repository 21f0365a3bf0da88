import Foundation
import QuizStore
import Signals

extension QuestionBank {
  /// Emits after a save that may have changed ``recordsOf2000()``, except for its number of
  /// quizzes.
  var datedChanges: Signal<Void> {
    store.saves.filter {
      $0.concerns(Deck.self) || $0.concerns(Question.self) || $0.concerns(Exam.self)
        || $0.concerns(StudyNote.self)
    }.map { _ in }
  }

  /// The numbers of records that are dated 2000. `nil` when there are none, or when the current
  /// date is not later than that year.
  func recordsOf2000() throws -> RecordsOf2000? {
    guard now() >= RecordsOf2000.dates.upperBound else { return nil }
    func count<R: DatedRecord>(_ type: R.Type) throws -> Int {
      try store.fetch(FetchDescriptor<R>()).count { $0.hasDate(in: RecordsOf2000.dates) }
    }
    // There may be very many questions and quizzes, and their dates are indexed.
    let questions = try store.count(
      FetchDescriptor<Question>(.whose(\.createdAt, isIn: RecordsOf2000.dates)))
    let quizzes = try store.count(
      FetchDescriptor<Attempt>(.whose(\.startedAt, isIn: RecordsOf2000.dates)))
    let counts = RecordsOf2000(
      decks: try count(Deck.self), questions: questions, exams: try count(Exam.self),
      notes: try count(StudyNote.self), quizzes: quizzes)
    return counts.total > 0 ? counts : nil
  }
}
