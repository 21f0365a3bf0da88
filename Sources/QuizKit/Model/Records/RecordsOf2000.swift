import Foundation

/// How many records are dated 2000. In older versions, the clock of scripts started in that year,
/// in every bank.
package struct RecordsOf2000: Encodable, Equatable, Sendable {
  /// The year 2000, in UTC.
  static let dates =
    Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 978_307_200)

  /// The number of decks.
  package internal(set) var decks = 0
  /// The number of questions.
  package internal(set) var questions = 0
  /// The number of exams.
  package internal(set) var exams = 0
  /// The number of notes.
  package internal(set) var notes = 0
  /// The number of quizzes in the history.
  package internal(set) var quizzes = 0

  /// The total number of records.
  package var total: Int { decks + questions + exams + notes + quizzes }
}
